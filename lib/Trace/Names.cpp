//===- Names.cpp - How kernels are called ---------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Names.h"
#include "Support/Text.h"
#include <map>
#include <string_view>

namespace iket::trace {

namespace {

bool opens(char C) { return C == '<' || C == '(' || C == '{' || C == '['; }
bool closes(char C) { return C == '>' || C == ')' || C == '}' || C == ']'; }

/// Where the bracket opens that the last character of \p Text closes.
std::size_t openingOf(std::string_view Text) {
  std::size_t Depth = 0;
  for (std::size_t I = Text.size(); I-- != 0;) {
    // The '>' of an arrow or of operator-> is no bracket.
    if (closes(Text[I]) && !(Text[I] == '>' && I != 0 && Text[I - 1] == '-'))
      ++Depth;
    else if (opens(Text[I]) && Depth != 0 && --Depth == 0)
      return I;
  }
  return std::string_view::npos;
}

/// The parts of a demangled kernel: void ns::name<args>(parameters).
struct Parts {
  std::string_view Name, Qualified;
  std::vector<std::string_view> Arguments;
};

std::vector<std::string_view> splitArguments(std::string_view Text) {
  std::vector<std::string_view> Arguments;
  std::size_t Depth = 0, Begin = 0;
  for (std::size_t I = 0; I <= Text.size(); ++I) {
    if (I == Text.size() || (Text[I] == ',' && Depth == 0)) {
      std::string_view One = Text.substr(Begin, I - Begin);
      while (!One.empty() && One.front() == ' ')
        One.remove_prefix(1);
      Arguments.push_back(One);
      Begin = I + 1;
    } else if (opens(Text[I])) {
      ++Depth;
    } else if (closes(Text[I]) && Depth != 0) {
      --Depth;
    }
  }
  return Arguments;
}

Parts split(std::string_view Full) {
  Parts P;
  std::string_view Rest = Full;
  if (Rest.substr(0, 5) == "void ")
    Rest.remove_prefix(5);
  if (!Rest.empty() && Rest.back() == ')')
    if (std::size_t Open = openingOf(Rest); Open != Rest.npos && Open != 0)
      Rest = Rest.substr(0, Open);
  P.Qualified = Rest;
  if (!Rest.empty() && Rest.back() == '>')
    if (std::size_t Open = openingOf(Rest); Open != Rest.npos && Open != 0) {
      P.Arguments =
          splitArguments(Rest.substr(Open + 1, Rest.size() - Open - 2));
      Rest = Rest.substr(0, Open);
    }
  std::size_t Depth = 0, Begin = 0;
  for (std::size_t I = 0; I != Rest.size(); ++I) {
    if (opens(Rest[I]))
      ++Depth;
    else if (closes(Rest[I]) && Depth != 0)
      --Depth;
    else if (Depth == 0 && Rest.substr(I, 2) == "::")
      Begin = I + 2;
  }
  P.Name = Begin < Rest.size() ? Rest.substr(Begin) : Rest;
  return P;
}

/// name<…, 128>: of the arguments, those that differ within \p Group.
std::string withDifferences(const Parts &P,
                            const std::vector<const Parts *> &Group) {
  std::string Text(P.Name);
  Text += '<';
  bool Elided = false;
  for (std::size_t I = 0; I != P.Arguments.size(); ++I) {
    bool Differs = false;
    for (const Parts *Other : Group)
      Differs |= Other->Arguments.size() != P.Arguments.size() ||
                 Other->Arguments[I] != P.Arguments[I];
    if (!Differs && Elided)
      continue;
    Text += Text.back() == '<' ? "" : ", ";
    Text += Differs ? P.Arguments[I] : "…";
    Elided = !Differs;
  }
  return Text + '>';
}

} // namespace

KernelLabels::KernelLabels(const std::vector<std::string> &Mangled) {
  std::vector<Parts> Split;
  for (const std::string &Name : Mangled)
    Full.push_back(demangle(Name));
  for (std::size_t I = 0; I != Full.size(); ++I)
    if (Full[I] != Mangled[I])
      Split.push_back(split(Full[I]));
    else
      Split.push_back({Full[I], Full[I], {}}); // Not C++: nothing to shorten.
  for (const Parts &P : Split)
    Labels.emplace_back(P.Name);

  // Kernels that share a label get the next longer form, together.
  enum Form { Differences, Qualified, Whole, Numbered, Forms };
  for (int Next = Differences; Next != Forms; ++Next) {
    std::map<std::string, std::vector<std::size_t>> Groups;
    for (std::size_t I = 0; I != Labels.size(); ++I)
      Groups[Labels[I]].push_back(I);
    for (const auto &[Label, Members] : Groups) {
      if (Members.size() == 1)
        continue;
      std::vector<const Parts *> Group;
      for (std::size_t I : Members)
        Group.push_back(&Split[I]);
      std::size_t Number = 0;
      for (std::size_t I : Members) {
        if (Next == Differences && !Split[I].Arguments.empty())
          Labels[I] = withDifferences(Split[I], Group);
        else if (Next == Qualified)
          Labels[I] = Split[I].Qualified;
        else if (Next == Whole)
          Labels[I] = Full[I];
        else if (Next == Numbered)
          Labels[I] += " #" + std::to_string(++Number);
      }
    }
  }
}

} // namespace iket::trace
