; Every option is a pass parameter and a command-line option with the same
; words, and bad ones are refused by name.
; RUN: %opt -passes='iket<runtime-payloads;disable;arch=sm_100a;pre-hopper=emit;only=.*;long-names;extended=always;slot=0x3f0;fence=none;no-warn=token;no-warn=unbalanced>' -disable-output %s
; RUN: %opt -passes='iket<runtime-payloads=true;no-runtime-payloads;no-disable;no-long-names>' -disable-output %s
; RUN: %opt -iket-runtime-payloads -iket-disable=false -iket-arch=sm_90 -iket-pre-hopper=strip -iket-only=x -iket-long-names -iket-extended=auto -iket-slot=32 -iket-fence=memory -iket-no-warn=token,no-effect -passes=iket -disable-output %s
; RUN: %not %opt -passes='iket<runtime-payload>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=UNKNOWN
; RUN: %not %opt -passes='iket<colour>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=OTHER
; RUN: %not %opt -passes='iket<slot=0xfffffff0>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=SLOT
; RUN: %not %opt -passes='iket<no-warn=x>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=WARNING
; RUN: cp %plugin %t.copy.so
; RUN: %not %opt -load-pass-plugin=%t.copy.so -passes=iket -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=COPIES --implicit-check-not=PLEASE
; RUN: %not %opt -passes='iket<arch=90>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=ARCH
; RUN: %not %opt -passes='iket-lower<extended=yes>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=CHOICE
; RUN: %not %opt -passes='iket-prepare<slot=0x3f8>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=SLOT
; RUN: %not %opt -passes='iket<slot=0x400>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=SLOT
; RUN: %not %opt -passes='iket<only=*>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=REGEX
; RUN: %not %opt -passes='iket<disable=maybe>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=FLAG
; RUN: %not %opt -passes='iket<arch>' -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=VALUE
; RUN: %not %opt -iket-fence=some -passes=iket -disable-output %s 2>&1 | %filecheck-raw %s --check-prefix=COMMAND
; RUN: %opt -help | %filecheck %s --check-prefix=HELP

; UNKNOWN: iket: unknown option 'runtime-payload'; did you mean 'runtime-payloads'?
; OTHER: iket: unknown option 'colour'; expected one of runtime-payloads, disable,
; ARCH: iket: '90' is not an architecture; give one like sm_90
; CHOICE: iket: 'yes' is not one of auto, always, never
; SLOT: iket: '0x{{3f8|400|fffffff0}}' is not a slot; give a multiple of 16 below 0x400
; WARNING: iket: unknown warning 'x'; expected one of pre-hopper,
; COPIES: LLVM ERROR: iket: two copies of the pass plugin are loaded; give -fpass-plugin and -fplugin the same folder
; REGEX: iket: '*' is not a regular expression:
; FLAG: iket: 'maybe' is not a truth value; give true or false
; VALUE: iket: option 'arch' needs a value: arch=sm_NN
; COMMAND: for the --iket-fence option: 'some' is not one of memory, none
; HELP: Iket options:
; HELP: --iket-arch=<sm_NN>
; HELP: --iket-runtime-payloads

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  ret void
}
