// A bad literal gets a caret without any plugin, and so does a payload of a type
// that can not be recorded.
// REQUIRES: cuda
// RUN: %plain-clang -fsyntax-only -Xclang -verify %s
// RUN: %plain-clang -fsyntax-only -DIKET_LONG_NAMES -Xclang -verify=long %s

#include <iket/iket.h>

__global__ void k(int *p) {
  iket::mark(""); // expected-error {{iket: event name is empty; give the event a name}} long-error {{iket: event name is empty}}
  iket::mark("", 1); // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::range_push(""); // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::range_pop(""); // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::range_start(""); // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::range_end(""); // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::scoped_range r(""); // expected-error {{event name is empty}} long-error {{event name is empty}}
  IKET_SCOPE("") p[0] = 1; // expected-error {{event name is empty}} long-error {{event name is empty}}
  iket::mark("0123456789abcdef0123456789abcdef"); // 32 bytes
  iket::mark("0123456789abcdef0123456789abcdefg"); // expected-error {{iket: event name is longer than 32 bytes; shorten it, or define IKET_LONG_NAMES and give the plugin the option long-names}}
  iket::scoped_range s("0123456789abcdef0123456789abcdefg", 1); // expected-error {{longer than 32 bytes}}
}
// expected-note@*:* 0+ {{from 'diagnose_if' attribute}}
// long-note@*:* 0+ {{from 'diagnose_if' attribute}}
