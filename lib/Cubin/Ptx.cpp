//===- Ptx.cpp - Globals and functions of PTX text ------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four things are of interest, and all else is stepped over:
//
//   .target sm_90a
//   .visible .global .align 1 .b8 __iket_meta_info[48] = {48, 0, 0, ...};
//   .visible .entry k(            functions, kernels or not
//   pmevent.mask 5;               and the ids that they record
//
// An initialiser may be shorter than its array: the rest is zero.
//
//===----------------------------------------------------------------------===//

#include "Cubin/Module.h"
#include <algorithm>
#include <cctype>

namespace iket::cubin {
namespace {

/// No event global is larger: a source table of a million entries.
constexpr std::uint64_t LargestGlobal = 64 << 20;

bool isWordByte(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$' ||
         C == '.' || C == '%';
}

/// Words, numbers among them, and single other characters.
class Tokens {
public:
  explicit Tokens(std::string_view Text) : Text(Text) {}

  std::string_view next() {
    skipSpace();
    std::size_t Begin = At;
    if (At == Text.size())
      return {};
    if (Text[At] == '"') {
      At = std::min(Text.find('"', At + 1), Text.size() - 1) + 1;
    } else if (isWordByte(Text[At])) {
      while (At != Text.size() && isWordByte(Text[At]))
        ++At;
    } else {
      ++At;
    }
    return Text.substr(Begin, At - Begin);
  }
  std::size_t position() const { return At; }

private:
  void skipSpace() {
    while (At != Text.size())
      if (std::isspace(static_cast<unsigned char>(Text[At])))
        ++At;
      else if (Text.substr(At, 2) == "//")
        At = std::min(Text.find('\n', At), Text.size());
      else if (Text.substr(At, 2) == "/*")
        At = std::min(Text.find("*/", At + 2), Text.size() - 2) + 2;
      else
        return;
  }

  std::string_view Text;
  std::size_t At = 0;
};

/// A number as PTX writes it, decimal, octal or hexadecimal; false for others.
bool parseNumber(std::string_view Word, std::uint64_t &Value) {
  if (!Word.empty() && (Word.back() == 'U' || Word.back() == 'u'))
    Word.remove_suffix(1);
  unsigned Base = 10;
  if (Word.size() > 2 && Word[0] == '0' && (Word[1] | 32) == 'x') {
    Base = 16;
    Word.remove_prefix(2);
  } else if (Word.size() > 1 && Word[0] == '0') {
    Base = 8;
  }
  Value = 0;
  for (char C : Word) {
    unsigned Digit = C >= '0' && C <= '9' ? unsigned(C - '0')
                     : (C | 32) >= 'a' && C != '_'
                         ? unsigned((C | 32) - 'a' + 10)
                         : 99;
    if (Digit >= Base || Value > UINT64_MAX / Base - 1)
      return false;
    Value = Value * Base + Digit;
  }
  return !Word.empty();
}

class Reader {
public:
  explicit Reader(Bytes Text) : Text(Text), In(Text.text()) {}

  Module run() {
    while (!(Word = In.next()).empty()) {
      if (Word == "{")
        ++Depth;
      else if (Word == "}")
        Depth -= Depth != 0;
      else if (Word == ".target")
        Result.Arch = In.next();
      else if (Depth == 0 && (Word == ".entry" || Word == ".func"))
        readFunction(Word == ".entry");
      else if (Depth == 0 && (Word == ".global" || Word == ".const"))
        readGlobal();
      else if (Depth != 0 && Word == "%globaltimer_lo")
        HasTimer = true;
      else if (Depth != 0 && Word.substr(0, 7) == "pmevent")
        readPoint();
    }
    // A prototype is no function.
    auto &Functions = Result.Functions;
    Functions.erase(
        std::remove_if(Functions.begin(), Functions.end(),
                       [](const auto &F) { return F.symbol.empty(); }),
        Functions.end());
    return std::move(Result);
  }

private:
  [[noreturn]] void fail(const std::string &What) const {
    throw events::error(What, Text.start() + In.position());
  }

  /// .func (.param .b32 result) name(params) { ... }
  void readFunction(bool IsKernel) {
    std::string_view Name = In.next();
    if (Name == "(") {
      while (!Name.empty() && Name != ")")
        Name = In.next();
      Name = In.next();
    }
    events::function F;
    F.symbol = Name;
    F.kernel = IsKernel;
    // The body begins at the brace; a semicolon first makes it a prototype.
    for (Word = In.next(); !Word.empty() && Word != "{"; Word = In.next())
      if (Word == ";")
        return;
    if (Word == "{") {
      ++Depth;
      Result.Functions.push_back(std::move(F));
    }
  }

  /// A trigger; the program's own without a read of the timer before it.
  void readPoint() {
    bool IsRecord = HasTimer && Word == "pmevent.mask";
    HasTimer = false;
    std::uint64_t Id;
    if (Result.Functions.empty() || !parseNumber(In.next(), Id))
      return;
    if (IsRecord)
      ++Result.Functions.back().points[std::uint32_t(Id)];
    else
      ++Result.Functions.back().pmevents;
  }

  /// .global .align 1 .b8 name[48] = {48, 0, ...};
  void readGlobal() {
    std::string_view Name, Type;
    for (Word = In.next(); !Word.empty() && Word != ";"; Word = In.next()) {
      if (Word == ".b8" || Word == ".u8" || Word == ".s8") {
        Type = Word;
        Name = In.next();
        break;
      }
    }
    if (Type.empty() || !isEventGlobal(Name)) {
      skipDeclaration();
      return;
    }
    std::uint64_t Size = 0;
    if (In.next() != "[" || !parseNumber(In.next(), Size) || In.next() != "]" ||
        Size > LargestGlobal)
      fail("the size of '" + std::string(Name) + "' makes no sense");
    auto Contents = std::make_unique<std::string>();
    Word = In.next();
    if (Word == ";")
      return; // Declared, not defined.
    if (Word != "=" || In.next() != "{")
      fail("'" + std::string(Name) + "' has no list of bytes");
    for (Word = In.next(); Word != "}"; Word = In.next()) {
      std::uint64_t Byte;
      if (Word == ",")
        continue;
      bool Negative = Word == "-";
      if (!parseNumber(Negative ? In.next() : Word, Byte) || Byte > 255)
        fail("'" + std::string(Name) + "' has something other than bytes");
      if (Contents->size() == Size)
        fail("'" + std::string(Name) + "' has more bytes than its size");
      Contents->push_back(static_cast<char>(Negative ? 0 - Byte : Byte));
    }
    Contents->resize(Size);
    Result.Globals.push_back(
        {std::string(Name), Bytes(*Contents, Text.start() + In.position())});
    Result.Storage.push_back(std::move(Contents));
  }

  /// To the semicolon, over an initialiser's braces.
  void skipDeclaration() {
    for (; !Word.empty() && Word != ";"; Word = In.next())
      if (Word == "{")
        while (!Word.empty() && Word != "}")
          Word = In.next();
  }

  Bytes Text;
  Tokens In;
  std::string_view Word;
  unsigned Depth = 0;
  bool HasTimer = false; ///< Since the trigger before.
  Module Result;
};

} // namespace

bool isPtx(std::string_view Text) {
  // A file of another kind need not be searched to its end.
  return Tokens(Text.substr(0, 1 << 16)).next() == ".version";
}

Module readPtx(Bytes Text) { return Reader(Text).run(); }

} // namespace iket::cubin
