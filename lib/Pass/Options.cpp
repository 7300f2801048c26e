//===- Options.cpp - Pass options -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table describes every option; the pass parameters, the command line and
// the documentation's check all come from it.
//
//===----------------------------------------------------------------------===//

#include "Pass/Options.h"
#include "Pass/Diagnostics.h"
#include "iket/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace llvm;

namespace iket {
namespace {

Error invalid(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error setFlag(bool &Flag, StringRef Value) {
  if (Value.empty() || Value == "true" || Value == "1" || Value == "on")
    Flag = true;
  else if (Value == "false" || Value == "0" || Value == "off")
    Flag = false;
  else
    return invalid("'" + Value + "' is not a truth value; give true or false");
  return Error::success();
}

std::string flagText(bool Flag) { return Flag ? "true" : "false"; }

/// The words of each enumeration, in the order of its values.
constexpr StringLiteral PreHopperWords[] = {"strip", "emit", "error"};
constexpr StringLiteral ExtendedWords[] = {"auto", "always", "never"};
constexpr StringLiteral FenceWords[] = {"memory", "none"};
constexpr StringLiteral AutoWords[] = {"none", "kernels"};

template <typename Enum>
Error setChoice(Enum &Field, StringRef Value, ArrayRef<StringLiteral> Words) {
  const auto *Word = find(Words, Value);
  if (Word == Words.end())
    return invalid("'" + Value + "' is not one of " + join(Words, ", "));
  Field = Enum(Word - Words.begin());
  return Error::success();
}

Error setArch(Options &O, StringRef Value) {
  StringRef Digits = Value;
  if (!Digits.consume_front("sm_"))
    return invalid("'" + Value +
                   "' is not an architecture; give one like sm_90");
  if (Digits.ends_with("a") || Digits.ends_with("f"))
    Digits = Digits.drop_back();
  if (Digits.getAsInteger(10, O.Arch) || O.Arch < 10)
    return invalid("'" + Value +
                   "' is not an architecture; give one like sm_90");
  return Error::success();
}

Error setOnly(Options &O, StringRef Value) {
  std::string Problem;
  if (!Regex(Value).isValid(Problem))
    return invalid("'" + Value + "' is not a regular expression: " + Problem);
  O.Only = Value.str();
  return Error::success();
}

Error setSlot(Options &O, StringRef Value) {
  uint32_t Slot;
  if (Value.getAsInteger(0, Slot) || Slot % abi::SlotSize ||
      Slot > abi::UserSharedBegin - abi::SlotSize)
    return invalid("'" + Value +
                   "' is not a slot; give a multiple of 16 below 0x400");
  O.Slot = Slot;
  return Error::success();
}

Error setText(std::string &Field, StringRef Value) {
  Field = Value.str();
  return Error::success();
}

Error setNoWarn(Options &O, StringRef Value) {
  for (StringRef Part : split(Value, ',')) {
    StringRef Name = Part.trim();
    if (!is_contained(warning::All, Name))
      return invalid("unknown warning '" + Name + "'; expected one of " +
                     join(ArrayRef(warning::All), ", "));
    if (!is_contained(O.NoWarn, Name))
      O.NoWarn.push_back(Name.str());
  }
  return Error::success();
}

struct OptionInfo {
  const char *Name;
  const char *ValueName; ///< Null for a flag.
  const char *Help;
  Error (*Set)(Options &, StringRef);
  /// What Set would take to get the same; empty: nothing was given.
  std::string (*Get)(const Options &);
};

const OptionInfo Table[] = {
    {"runtime-payloads", nullptr,
     "record payload values (off: their types are checked, nothing is stored)",
     [](Options &O, StringRef V) { return setFlag(O.RuntimePayloads, V); },
     [](const Options &O) { return flagText(O.RuntimePayloads); }},
    {"disable", nullptr, "strip every event",
     [](Options &O, StringRef V) { return setFlag(O.Disable, V); },
     [](const Options &O) { return flagText(O.Disable); }},
    {"arch", "sm_NN", "architecture of a module that names none", setArch,
     [](const Options &O) {
       return O.Arch ? "sm_" + std::to_string(O.Arch) : std::string();
     }},
    {"pre-hopper", "strip|emit|error",
     "what to do below sm_90, where no profiler reads events and the slot is "
     "the user's own shared memory",
     [](Options &O, StringRef V) {
       return setChoice(O.PreHopper, V, PreHopperWords);
     },
     [](const Options &O) { return PreHopperWords[int(O.PreHopper)].str(); }},
    {"only", "REGEX",
     "record events in kernels whose mangled or demangled name matches",
     setOnly, [](const Options &O) { return O.Only; }},
    {"long-names", nullptr, "allow names of more than 32 bytes",
     [](Options &O, StringRef V) { return setFlag(O.LongNames, V); },
     [](const Options &O) { return flagText(O.LongNames); }},
    {"extended", "auto|always|never",
     "use extended records, which hold more than 30 names",
     [](Options &O, StringRef V) {
       return setChoice(O.Extended, V, ExtendedWords);
     },
     [](const Options &O) { return ExtendedWords[int(O.Extended)].str(); }},
    {"slot", "N", "offset of the record slot in shared memory", setSlot,
     [](const Options &O) {
       return O.Slot ? std::to_string(*O.Slot) : std::string();
     }},
    {"fence", "memory|none",
     "whether memory operations may move across an event",
     [](Options &O, StringRef V) { return setChoice(O.Fence, V, FenceWords); },
     [](const Options &O) { return FenceWords[int(O.Fence)].str(); }},
    {"auto", "none|kernels", "give every kernel a range under its short name",
     [](Options &O, StringRef V) { return setChoice(O.Auto, V, AutoWords); },
     [](const Options &O) { return AutoWords[int(O.Auto)].str(); }},
    {"source-table", nullptr,
     "keep each event's source lines in a device global (on)",
     [](Options &O, StringRef V) { return setFlag(O.SourceTable, V); },
     [](const Options &O) { return flagText(O.SourceTable); }},
    {"manifest", "PATH",
     "describe the events in a JSON file of this name, or in this folder",
     [](Options &O, StringRef V) { return setText(O.Manifest, V); },
     [](const Options &O) { return O.Manifest; }},
    {"ids", "FILE",
     "take ids from this file, shared by modules that are linked",
     [](Options &O, StringRef V) { return setText(O.Ids, V); },
     [](const Options &O) { return O.Ids; }},
    {"no-warn", "NAME,...", "warnings not to give", setNoWarn,
     [](const Options &O) { return join(O.NoWarn, ","); }},
};

const OptionInfo *findOption(StringRef Name) {
  for (const OptionInfo &Info : Table)
    if (Name == Info.Name)
      return &Info;
  return nullptr;
}

/// A row of the table as an option of opt and clang -mllvm. Bad values are
/// reported by LLVM's own command line parser.
class TableOption final : public cl::Option {
public:
  TableOption(const OptionInfo &Info, StringRef Flag, cl::OptionCategory &Cat)
      : cl::Option(cl::ZeroOrMore, cl::NotHidden), Info(Info) {
    setArgStr(Flag);
    setDescription(Info.Help);
    if (Info.ValueName)
      setValueStr(Info.ValueName);
    addCategory(Cat);
    addArgument();
  }

private:
  bool handleOccurrence(unsigned, StringRef, StringRef Arg) override {
    Error E = setOption(commandLineOptions(), Info.Name, Arg);
    return E && error(toString(std::move(E)));
  }
  cl::ValueExpected getValueExpectedFlagDefault() const override {
    return Info.ValueName ? cl::ValueRequired : cl::ValueOptional;
  }
  size_t getOptionWidth() const override {
    return ArgStr.size() +
           (Info.ValueName ? StringRef(Info.ValueName).size() + 3 : 0) + 6;
  }
  void printOptionInfo(size_t Width) const override {
    outs() << "  --" << ArgStr;
    if (Info.ValueName)
      outs() << "=<" << Info.ValueName << '>';
    printHelpStr(HelpStr, Width, getOptionWidth());
  }
  void printOptionValue(size_t, bool) const override {}
  void setDefault() override {}

  const OptionInfo &Info;
};

/// Registers the table when the plugin is loaded, before the command line is
/// parsed. LLVM ends the process if another copy of the plugin did.
struct CommandLine {
  CommandLine() {
    const auto &Known = cl::getRegisteredOptions();
    IsSecond = Known.contains(std::string("iket-") + Table[0].Name);
    if (IsSecond)
      return;
    for (const OptionInfo &Info : Table) {
      Flags.push_back(std::string("iket-") + Info.Name);
      TableOptions.emplace_back(Info, Flags.back(), Category);
    }
  }
  cl::OptionCategory Category{"Iket options", "Named events inside kernels"};
  std::deque<std::string> Flags;
  std::deque<TableOption> TableOptions;
  bool IsSecond = false;
};
CommandLine RegisteredOptions;

} // namespace

bool Options::isSilenced(StringRef Warning) const {
  return is_contained(NoWarn, Warning);
}

Error setOption(Options &Opts, StringRef Name, StringRef Value) {
  if (const OptionInfo *Info = findOption(Name)) {
    if (Info->ValueName && Value.empty())
      return invalid("option '" + Name + "' needs a value: " + Name + "=" +
                     Info->ValueName);
    if (Error E = Info->Set(Opts, Value))
      return E;
    if (!is_contained(Opts.Given, Info->Name))
      Opts.Given.push_back(Info->Name);
    return Error::success();
  }
  std::string Message = "unknown option '" + Name.str() + "'";
  StringRef Nearest;
  unsigned Best = Name.size() / 2 + 1; // Further off is another word.
  for (const OptionInfo &Info : Table)
    if (unsigned Distance = Name.edit_distance(Info.Name); Distance < Best) {
      Nearest = Info.Name;
      Best = Distance;
    }
  return invalid(Message +
                 (Nearest.empty()
                      ? "; expected one of " + join(optionNames(), ", ")
                      : "; did you mean '" + Nearest.str() + "'?"));
}

std::string optionText(const Options &Opts, StringRef Name) {
  const OptionInfo *Info = findOption(Name);
  return Info ? Info->Get(Opts) : std::string();
}

SmallVector<StringRef> optionNames() {
  return map_to_vector(Table,
                       [](const OptionInfo &I) { return StringRef(I.Name); });
}

Expected<Options> parseOptions(StringRef Parameters, Options Base) {
  for (StringRef Parameter : split(Parameters, ';')) {
    if (Parameter.empty())
      continue;
    auto [Name, Value] = Parameter.split('=');
    StringRef Flag = Name;
    const OptionInfo *Negated =
        Flag.consume_front("no-") ? findOption(Flag) : nullptr;
    Error E = Negated && !Negated->ValueName && Value.empty()
                  ? setOption(Base, Flag, "false")
                  : setOption(Base, Name, Value);
    if (E)
      return createStringError(inconvertibleErrorCode(),
                               "iket: " + toString(std::move(E)));
  }
  return Base;
}

bool isSecondCopy() { return RegisteredOptions.IsSecond; }

Options &commandLineOptions() {
  static Options FromCommandLine;
  return FromCommandLine;
}

} // namespace iket
