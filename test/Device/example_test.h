//===- example_test.h - An example as a device test -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a device test of the example whose source EXAMPLE names: the example's
// own check of its result becomes the test's.
//
//===----------------------------------------------------------------------===//

#include "device_test.h"

#define check exampleCheck
#define finish exampleFinish
#define main exampleMain
#include EXAMPLE
#undef main
#undef finish
#undef check

int main() {
  char Name[] = "example", *Argv[] = {Name, nullptr};
  expect(exampleMain(1, Argv) == 0, "the example's result");
  return finish();
}
