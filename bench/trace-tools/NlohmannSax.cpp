//===- NlohmannSax.cpp - How fast nlohmann's SAX parser reads a file ------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the comparison in run.py: the least that a reader on this parser could
// take, since it does nothing with what it gets.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <nlohmann/json.hpp>

using Json = nlohmann::json;

struct Counter : nlohmann::json_sax<Json> {
  std::size_t Values = 0;
  bool null() override { return ++Values; }
  bool boolean(bool) override { return ++Values; }
  bool number_integer(number_integer_t) override { return ++Values; }
  bool number_unsigned(number_unsigned_t) override { return ++Values; }
  bool number_float(number_float_t, const string_t &) override {
    return ++Values;
  }
  bool string(string_t &) override { return ++Values; }
  bool binary(binary_t &) override { return ++Values; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &) override {
    return false;
  }
};

int main(int Argc, char **Argv) {
  std::FILE *File = Argc == 2 ? std::fopen(Argv[1], "rb") : nullptr;
  Counter C;
  if (!File || !Json::sax_parse(File, &C))
    return 1;
  std::printf("%zu values\n", C.Values);
}
