//===- RecordCheckTest.cpp - Records, instruction by instruction ----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include <gtest/gtest.h>

using namespace iket::cubin;

/// What is wrong with a function whose instructions are \p Lines; event 2 has
/// payload \p Type.
static std::string check(std::vector<std::string> Lines,
                         iket::abi::PayloadType Type = iket::abi::PayloadType::None,
                         iket::abi::Method Method = iket::abi::Method::NativeDump,
                         std::uint32_t Slot = 0x3F0) {
  Declared<iket::abi::EventAttributes> E;
  E.Name = "e";
  E.Attributes.Id = 2;
  E.Attributes.Method = static_cast<std::uint32_t>(Method);
  E.Attributes.Payload = static_cast<std::uint32_t>(Type);
  Declarations D;
  D.Events.push_back(E);
  std::string Text = "\t.section\t.text.k,\"ax\",@progbits\n";
  for (std::size_t I = 0; I != Lines.size(); ++I) {
    if (Lines[I].substr(0, 2) == ".L") {
      Text += Lines[I] + "\n";
      continue;
    }
    char Offset[32];
    std::snprintf(Offset, sizeof Offset, "        /*%04zx*/   ", I * 16);
    Text += Offset + Lines[I] + " ;\n";
  }
  std::string Found;
  for (const Finding &F : checkRecords(D, parseSass(Text), Slot))
    Found += F.What + "\n";
  return Found;
}

static const std::vector<std::string> Base = {"S2UR UR5, SR_CgaCtaId",
                                              "ULEA UR5, UR5, 0x3f0, 0x18"};

static std::vector<std::string> after(std::vector<std::string> Lines) {
  Lines.insert(Lines.begin(), Base.begin(), Base.end());
  return Lines;
}

// All of these are legal: guarded, addressed by a vector register, with other
// instructions between store and trigger, with a constant payload of zero.
TEST(RecordCheck, GoodForms) {
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                         "STS [UR5], R0", "PMTRIG 0x2"})),
            "");
  EXPECT_EQ(check(after({"@!P1 CS2R.32 R0, SR_GLOBALTIMERLO",
                         "@!P1 LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                         "@!P1 STS [UR5], R0", "IMAD R7, R8, R9, R10",
                         "FADD R1, R2, R3", "LDG.E R4, desc[UR8][R2.64]",
                         "@!P1 PMTRIG 0x2"})),
            "");
  EXPECT_EQ(check({"S2R R3, SR_CgaCtaId", "MOV R2, 0x3f0",
                   "LEA R3, R3, R2, 0x18", "CS2R.32 R0, SR_GLOBALTIMERLO",
                   "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT", "STS [R3], R0",
                   "STS [R3+0x4], RZ", "PMTRIG 0x2"},
                  iket::abi::PayloadType::I32),
            "");
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                         "@P0 STS [UR5], R0", "@P0 STS.64 [UR5+0x8], R6",
                         "PMTRIG 0x2"}),
                  iket::abi::PayloadType::F64),
            "");
  // The pop needs no declaration.
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "LOP3.LUT R0, R0, 0x1f, RZ, 0xfc, !PT",
                         "STS [UR5], R0", "PMTRIG 0x1f"})),
            "");
  EXPECT_EQ(check(after({"S2UR UR6, SR_GLOBALTIMERLO", "NOP",
                         "IMAD.U32 R2, RZ, RZ, UR6",
                         "IMAD.MOV.U32 R3, RZ, RZ, 0x2", "STS.64 [UR5], R2",
                         "STS [UR5+0x8], R9", "PMTRIG 0x2"}),
                  iket::abi::PayloadType::F32, iket::abi::Method::ExtendedNativeDump),
            "");
}

// What comes from memory is unknown, and unknown is not wrong.
TEST(RecordCheck, UnknownIsNotWrong) {
  EXPECT_EQ(check({"LDL R3, [R1+0x8]", "CS2R.32 R0, SR_GLOBALTIMERLO",
                   "STL [R1], R0", "LDL R2, [R1]", "STS [R3], R2",
                   "PMTRIG 0x2"}),
            "");
}

TEST(RecordCheck, Slot) {
  std::vector<std::string> Lines =
      after({"CS2R.32 R0, SR_GLOBALTIMERLO",
             "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT", "STS [UR5], R0",
             "PMTRIG 0x2"});
  EXPECT_EQ(check(Lines, iket::abi::PayloadType::None, iket::abi::Method::NativeDump, 0x20),
            "the record lies at 0x3f0 of shared memory, and this "
            "architecture's slot is 0x20\n");
  Lines[4] = "STS [UR5+0x10], R0";
  EXPECT_EQ(check(Lines), "the record lies at 0x400 of shared memory, and this "
                          "architecture's slot is 0x3f0\n");
}

TEST(RecordCheck, Payloads) {
  std::vector<std::string> Lines =
      after({"CS2R.32 R0, SR_GLOBALTIMERLO",
             "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT", "STS [UR5], R0",
             "STS [UR5+0x4], R7", "PMTRIG 0x2"});
  EXPECT_EQ(check(Lines, iket::abi::PayloadType::U8), "");
  EXPECT_EQ(check(Lines), "the record has a payload of 32 bits, and the "
                          "declaration says none\n");
  EXPECT_EQ(check(Lines, iket::abi::PayloadType::I64),
            "the record has a payload of 32 bits, and the declaration says 64 "
            "bits\n");
  Lines[5] = "STS [UR5+0x8], R7";
  EXPECT_EQ(check(Lines, iket::abi::PayloadType::U8),
            "the payload is lost: no store of 32 bits at 0x4 of the record, "
            "which the declaration says there is\n");
  Lines[4] = "STS [UR5], R0";
  Lines[5] = "NOP";
  Lines[3] = "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT";
  Lines.insert(Lines.begin() + 5, {"MOV R9, UR5", "IADD3 R9, P0, R9, 0x4, RZ",
                                   "STS [R9], R7"});
  EXPECT_EQ(check(Lines, iket::abi::PayloadType::I32),
            "the payload is lost: its address is in a register of its own, "
            "which the patcher does not take\n");
}

TEST(RecordCheck, TimeAndId) {
  EXPECT_EQ(check(after({"STS [UR5], R0", "PMTRIG 0x2"})),
            "no timer read belongs to the trigger\n");
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                         "STS.64 [UR5], R0", "PMTRIG 0x2"}),
                  iket::abi::PayloadType::I32),
            "time and payload are stored by one STS.64, which the patcher does "
            "not take\n");
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "LOP3.LUT R0, R0, 0x4, RZ, 0xfc, !PT",
                         "STS [UR5], R0", "PMTRIG 0x2"})),
            "the record stores id 4 and triggers 2\n");
  EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO",
                         "ST.E desc[UR4][R2.64], R0", "PMTRIG 0x2"})),
            "the time is stored by a generic ST, not by STS\n");
  for (auto [Trigger, Wrong] :
       {std::pair("PMTRIG 0x7", "id 7 is recorded and not declared\n"),
        std::pair("PMTRIG 0x0", "the trigger's id 0 is NVIDIA's own\n")})
    EXPECT_EQ(check(after({"CS2R.32 R0, SR_GLOBALTIMERLO", "STS [UR5], R0",
                           Trigger})),
              Wrong);
}

// A trigger before which nothing of the timer was stored is the program's own.
TEST(RecordCheck, OwnTriggers) {
  for (const char *Trigger : {"PMTRIG 0x0", "PMTRIG 0x2", "PMTRIG 0x20"}) {
    EXPECT_EQ(check({Trigger}), "");
    EXPECT_EQ(check({"S2UR UR5, SR_CgaCtaId", "STS [R4+0x20], R7", Trigger}),
              "");
  }
}

// A value is known where it is the same on all paths, and under its guard.
TEST(RecordCheck, Paths) {
  const std::string Time = "CS2R.32 R0, SR_GLOBALTIMERLO",
                    Event = "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                    Pop = "LOP3.LUT R0, R0, 0x1f, RZ, 0xfc, !PT",
                    Store = "STS [UR5], R0", Payload = "STS [UR5+0x4], R0";
  const auto I32 = iket::abi::PayloadType::I32;
  // R0 is the payload at .L_x_0, whatever it was before the jump over it.
  EXPECT_EQ(check(after({"@P0 BRA `(.L_x_0)", Time, Pop, Store, "PMTRIG 0x1f",
                         "BRA `(.L_x_1)", ".L_x_0:", "CS2R.32 R6, SR_GLOBALTIMERLO",
                         "LOP3.LUT R6, R6, 0x2, RZ, 0xfc, !PT", "STS [UR5], R6",
                         Payload, "PMTRIG 0x2", ".L_x_1:", "EXIT"}),
                  I32),
            "");
  // The slot is known behind a label, and in a loop.
  const std::vector<std::string> Loop =
      after({".L_x_0:", Time, "LOP3.LUT R0, R0, 0x3, RZ, 0xfc, !PT", Store,
             "PMTRIG 0x2", "@P1 BRA `(.L_x_0)", "EXIT"});
  EXPECT_EQ(check(Loop), "the record stores id 3 and triggers 2\n");
  // Another path brings another register or slot.
  EXPECT_EQ(check(after({"@P0 BRA `(.L_x_0)", "MOV UR5, 0x20", ".L_x_0:", Time,
                         Event, Store, "PMTRIG 0x2", "EXIT"})),
            "");
  EXPECT_EQ(check(after({Time, "@P0 LOP3.LUT R0, R0, 0x3, RZ, 0xfc, !PT",
                         "@!P0 LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                         "@!P0 STS [UR5], R0", "@!P0 PMTRIG 0x2", "EXIT"})),
            "");
  // A store on one path only is not missing on the other.
  EXPECT_EQ(check(after({Time, Event, "@P0 BRA `(.L_x_0)", Store,
                         "BRA `(.L_x_1)", ".L_x_0:", Store, ".L_x_1:",
                         "PMTRIG 0x2", "EXIT"})),
            "");
  // A call, a reconvergence, and a jump through a table.
  EXPECT_EQ(check(after({Time, Event, "CALL.REL.NOINC `(f)", Store,
                         "PMTRIG 0x2", "BSSY B0, `(.L_x_2)", "MOV UR5, 0x20",
                         "BSYNC B0", ".L_x_2:", "BRX R4 -0x10 (*\"BRANCH_TARGETS "
                         ".L_x_3,.L_x_4\"*)", ".L_x_3:", "EXIT", ".L_x_4:",
                         Time, "LOP3.LUT R0, R0, 0x3, RZ, 0xfc, !PT", Store,
                         "PMTRIG 0x2", "EXIT"})),
            "the record lies at 0x20 of shared memory, and this "
            "architecture's slot is 0x3f0\n"
            "the record stores id 3 and triggers 2\n");
}

// A record is stored, and no trigger comes before the next one or the end.
TEST(RecordCheck, Untriggered) {
  const std::string Time = "CS2R.32 R0, SR_GLOBALTIMERLO",
                    Event = "LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT",
                    Pop = "LOP3.LUT R0, R0, 0x1f, RZ, 0xfc, !PT",
                    Store = "STS [UR5], R0",
                    Lost = "the time is stored for id 2 and never triggered\n";
  EXPECT_EQ(check(after({Time, Event, Store, "NOP", Time, Pop, Store,
                         "PMTRIG 0x1f"})),
            Lost);
  EXPECT_EQ(check(after({Time, Event, Store, "NOP", "EXIT"})), Lost);
  EXPECT_EQ(check(after({Time, Event, "@P0 STS [UR5], R0",
                         "@P0 BRA `(.L_x_1)", "RET.ABS.NODEC R20 0x0"})),
            Lost);
  EXPECT_EQ(check(after({Time, "MOV R1, 0x2", "STS.64 [UR5], R0", "EXIT"}),
                  iket::abi::PayloadType::None,
                  iket::abi::Method::ExtendedNativeDump),
            Lost);
  // It may come elsewhere, or behind a store whose guard excludes the other's.
  EXPECT_EQ(check(after({Time, Event, Store, "BRA `(.L_x_1)", "EXIT"})), "");
  EXPECT_EQ(check(after({Time, Event, Store, "@P0 EXIT", "PMTRIG 0x2"})), "");
  EXPECT_EQ(check(after({Time, Event, "@P0 STS [UR5], R0", "@!P0 STS [UR5], R0",
                         "PMTRIG 0x2"})),
            "");
  // A store of the time that is the user's own: at another place, with no id,
  // or with one of no event.
  EXPECT_EQ(check(after({Time, Event, "STS [UR5+0x10], R0", "EXIT"})), "");
  EXPECT_EQ(check(after({Time, Event, "STS [R7], R0", "EXIT"})), "");
  EXPECT_EQ(check(after({Time, Store, "EXIT"})), "");
  EXPECT_EQ(check(after({Time, "LOP3.LUT R0, R0, 0x3, RZ, 0xfc, !PT", Store,
                         "EXIT"})),
            "");
}
