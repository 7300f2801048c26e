//===- PayloadTest.cpp - Payloads -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Payload.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace iket::trace;

static std::string text(payload_type Type, std::uint64_t Bits) {
  return payloadText({Type, Bits});
}

TEST(Payload, IntegersOfEachWidth) {
  EXPECT_EQ("-8", text(payload_type::i8, 0xF8));
  EXPECT_EQ("248", text(payload_type::u8, 0xF8));
  EXPECT_EQ("-32768", text(payload_type::i16, 0x8000));
  EXPECT_EQ("65535", text(payload_type::u16, 0xFFFF));
  EXPECT_EQ("-3", text(payload_type::i32, 0xFFFFFFFD));
  EXPECT_EQ("4294967295", text(payload_type::u32, 0xFFFFFFFF));
  EXPECT_EQ("-5", text(payload_type::i64, UINT64_MAX - 4));
  EXPECT_EQ("18446744073709551615", text(payload_type::u64, UINT64_MAX));
  EXPECT_EQ("0x7f0000001000", text(payload_type::pointer, 0x7F0000001000));
}

// The digits of the recorded width: 0.1f is 0.1, not 0.10000000149.
TEST(Payload, Reals) {
  EXPECT_EQ("0.1", text(payload_type::f32, 0x3DCCCCCD));
  EXPECT_EQ("-0", text(payload_type::f32, 0x80000000));
  EXPECT_EQ("nan", text(payload_type::f32, 0x7FC00000));
  EXPECT_EQ("0.1", text(payload_type::f64, 0x3FB999999999999A));
  EXPECT_EQ("0.100097656", text(payload_type::bf16, 0x3DCD));
}

TEST(Payload, Halves) {
  auto Half = [](std::uint64_t Bits) {
    return realValue({payload_type::f16, Bits});
  };
  EXPECT_EQ(1.0, Half(0x3C00));
  EXPECT_EQ(-2.0, Half(0xC000));
  EXPECT_EQ(65504.0, Half(0x7BFF));
  EXPECT_EQ(std::ldexp(1.0, -24), Half(1));
  EXPECT_EQ(INFINITY, Half(0x7C00));
  EXPECT_TRUE(std::isnan(Half(0x7E00)));
}
