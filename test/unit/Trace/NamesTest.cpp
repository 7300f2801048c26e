//===- NamesTest.cpp - Kernel labels --------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include "Trace/Names.h"
#include <gtest/gtest.h>
#include <set>

using iket::demangle;
using iket::trace::KernelLabels;

static std::vector<std::string>
labelsOf(const std::vector<std::string> &Names) {
  KernelLabels Labels(Names);
  std::vector<std::string> All;
  for (std::size_t I = 0; I != Names.size(); ++I)
    All.push_back(Labels.label(I));
  return All;
}
using Strings = std::vector<std::string>;

TEST(Names, Demangle) {
  EXPECT_EQ("kernel(float*)", demangle("_Z6kernelPf"));
  // No mangled names, though the demangler would take the first for int.
  EXPECT_EQ("i", demangle("i"));
  EXPECT_EQ("_Zbroken", demangle("_Zbroken"));
  EXPECT_EQ("", demangle(""));
}

TEST(Names, ShortWhereThatIsEnough) {
  EXPECT_EQ(Strings({"kernel", "other", "launch", "plain"}),
            labelsOf({"_Z6kernelILi3EEvPf", "_ZN2ns5otherEv",
                      "_Z6launchIZ4mainEUliE_EvT_", "plain"}));
}

TEST(Names, TheArgumentThatDiffers) {
  EXPECT_EQ(Strings({"kernel<…, 128>", "kernel<…, 256>"}),
            labelsOf({"_Z6kernelIfLi128EEvPf", "_Z6kernelIfLi256EEvPf"}));
}

TEST(Names, NamespacesAndOverloads) {
  EXPECT_EQ(Strings({"a::k", "b::k"}), labelsOf({"_ZN1a1kEv", "_ZN1b1kEv"}));
  EXPECT_EQ(Strings({"k(int)", "k(float)"}), labelsOf({"_Z1ki", "_Z1kf"}));
}

// Names that are no C++ are not cut at their brackets.
TEST(Names, OtherLanguages) {
  EXPECT_EQ(Strings({"<b>", "matmul_kernel_0d1d2d", "a::b"}),
            labelsOf({"<b>", "matmul_kernel_0d1d2d", "a::b"}));
}

TEST(Names, AlwaysUnique) {
  Strings Names = {"_Z1kv",        "k",        "k()", "_ZN1a1kEv",
                   "_Z1kILi1EEvv", "_Z1kIiEvv"};
  Strings Labels = labelsOf(Names);
  EXPECT_EQ(Names.size(),
            std::set<std::string>(Labels.begin(), Labels.end()).size());
}
