//===- Sass.cpp - Machine code as nvdisasm shows it -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Sass.h"

namespace iket::cubin {
namespace {

std::string_view trimmed(std::string_view Text) {
  std::size_t Begin = Text.find_first_not_of(" \t");
  if (Begin == Text.npos)
    return {};
  return Text.substr(Begin, Text.find_last_not_of(" \t\r") + 1 - Begin);
}

/// The word at the start of \p Text, which is then behind it.
std::string_view takeWord(std::string_view &Text) {
  Text = trimmed(Text);
  std::size_t End = std::min(Text.find(' '), Text.size());
  std::string_view Word = Text.substr(0, End);
  Text.remove_prefix(End);
  return Word;
}

/// Parses "/*00b0*/  @P0 STS [UR5+0x4], R2 ;"; false for other lines.
bool parseInstruction(std::string_view Line, Instruction &I) {
  if (Line.substr(0, 2) != "/*")
    return false;
  std::size_t Digit = 2;
  for (; Digit < Line.size(); ++Digit) {
    char C = Line[Digit];
    if (C >= '0' && C <= '9')
      I.Offset = I.Offset * 16 + std::uint64_t(C - '0');
    else if (C >= 'a' && C <= 'f')
      I.Offset = I.Offset * 16 + std::uint64_t(C - 'a' + 10);
    else
      break;
  }
  std::size_t End = Line.find(';');
  if (Digit < 6 || Line.substr(Digit, 2) != "*/" || End == Line.npos)
    return false;
  std::string_view Rest = Line.substr(Digit + 2, End - Digit - 2);
  std::string_view Word = takeWord(Rest);
  if (Word.substr(0, 1) == "@") {
    I.Predicate = Word.substr(1);
    Word = takeWord(Rest);
  }
  I.Opcode = Word;
  while (!(Rest = trimmed(Rest)).empty()) {
    std::size_t Comma = std::min(Rest.find(','), Rest.size());
    I.Operands.push_back(trimmed(Rest.substr(0, Comma)));
    Rest.remove_prefix(std::min(Comma + 1, Rest.size()));
  }
  return !I.Opcode.empty();
}

} // namespace

std::vector<SassFunction> parseSass(std::string_view Text) {
  constexpr std::string_view SectionMark = ".section\t.text.";
  std::vector<SassFunction> Functions;
  std::string Section;
  bool StartsNew = true;
  std::vector<std::string_view> Labels; // Of the next instruction.
  while (!Text.empty()) {
    std::size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = trimmed(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
    Instruction I;
    if (Line.substr(0, SectionMark.size()) == SectionMark) {
      Line.remove_prefix(SectionMark.size());
      Section = Line.substr(0, Line.find(','));
      if (!Section.empty() && Section.back() == '"')
        Section.pop_back();
      StartsNew = true;
    } else if (Line.substr(0, 5) == ".type") {
      // Only functions have one here: another begins.
      StartsNew = true;
    } else if (Line.substr(0, 2) == ".L" && Line.back() == ':') {
      Labels.push_back(Line.substr(0, Line.size() - 1));
    } else if (!Section.empty() && parseInstruction(Line, I)) {
      if (StartsNew)
        Functions.push_back({Section, {}, {}});
      StartsNew = false;
      SassFunction &F = Functions.back();
      for (std::string_view Label : Labels)
        F.Labels.emplace(Label, F.Code.size());
      Labels.clear();
      F.Code.push_back(std::move(I));
    }
  }
  return Functions;
}

std::vector<std::string_view> labelsOf(const Instruction &I) {
  std::vector<std::string_view> Labels;
  for (std::string_view Text : I.Operands)
    for (std::size_t At = 0; (At = Text.find(".L_", At)) != Text.npos;) {
      std::size_t End = std::min(Text.find_first_of(")\"] ", At), Text.size());
      Labels.push_back(Text.substr(At, End - At));
      At = End;
    }
  return Labels;
}

void expectWhole(const std::vector<SassFunction> &Code,
                 const events::table &T) {
  std::size_t Triggers = 0, Instructions = 0, Points = 0, Least = 0;
  for (const events::function &F : T.functions) {
    Least += F.instructions;
    Points += F.pmevents;
    for (auto [Id, Count] : F.points)
      Points += Count;
  }
  for (const SassFunction &F : Code) {
    Instructions += F.Code.size();
    for (const Instruction &I : F.Code)
      Triggers += I.is("PMTRIG");
  }
  // Below sm_70 nothing is counted in the bytes.
  if (Least == 0)
    return;
  if (Triggers != Points || Instructions < Least)
    throw DisassemblerError(
        "the disassembly has " + std::to_string(Triggers) + " triggers in " +
        std::to_string(Instructions) + " instructions, and the image has " +
        std::to_string(Points) + " in " + std::to_string(Least));
}

} // namespace iket::cubin
