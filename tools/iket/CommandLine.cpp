//===- CommandLine.cpp - From arguments to a subcommand -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Command.h"
#include "iket/abi.h"
#include <algorithm>
#include <cctype>
#include <numeric>

namespace iket::tool {
namespace {

using Words = std::vector<std::string>;

std::string versionText() {
  iket::abi::MetaInfo Abi;
  return "iket " IKET_VERSION "\nLLVM " IKET_LLVM_VERSION
         " (the plugins load into this version of clang)\nABI " +
         std::to_string(Abi.Major) + "." + std::to_string(Abi.Minor) +
         " (of event declarations)";
}

/// How many characters must be inserted, removed or replaced to get from \p A
/// to \p B.
std::size_t editDistance(const std::string &A, const std::string &B) {
  std::vector<std::size_t> Row(B.size() + 1);
  std::iota(Row.begin(), Row.end(), 0);
  for (std::size_t I = 0; I != A.size(); ++I) {
    std::size_t Diagonal = Row[0]++;
    for (std::size_t J = 0; J != B.size(); ++J) {
      std::size_t Replaced = Diagonal + (A[I] != B[J]);
      Diagonal = Row[J + 1];
      Row[J + 1] = std::min({Replaced, Diagonal + 1, Row[J] + 1});
    }
  }
  return Row.back();
}

/// "; did you mean 'NAME'?" for the one of \p Names that \p Word resembles or
/// begins; empty if there is none.
std::string suggestion(const std::string &Word, const Words &Names) {
  std::string Best;
  std::size_t Least = 1 + Word.size() / 3;
  for (const std::string &Name : Names) {
    bool Begins = Word.size() > 3 && Name.rfind(Word, 0) == 0;
    std::size_t Distance = Begins ? 1 : editDistance(Word, Name);
    if (Distance < Least || (Distance == Least && Best.empty())) {
      Least = Distance;
      Best = Name;
    }
  }
  return Best.empty() ? "" : "; did you mean '" + Best + "'?";
}

bool isOption(const std::string &Word) {
  return Word.size() > 1 && Word[0] == '-' && Word != "--";
}

/// Passes over the option of \p Command at \p At and the value that follows it.
/// Throws UsageError where there is no such option.
Words::iterator passOption(const CLI::App &Command, Words::iterator At,
                           Words::iterator End) {
  bool IsLong = At->rfind("--", 0) == 0;
  std::string Name = At->substr(0, IsLong ? At->find('=') : 2);
  const CLI::Option *Option = Command.get_option_no_throw(Name);
  if (!Option) {
    Words Names;
    for (const CLI::Option *Known : Command.get_options())
      for (const std::string &Long : Known->get_lnames())
        Names.push_back("--" + Long);
    throw UsageError("unknown option '" + Name + "'" + suggestion(Name, Names));
  }
  bool HasValueInside = Name.size() != At->size();
  ++At;
  return HasValueInside || Option->get_items_expected_max() == 0 || At == End
             ? At
             : At + 1;
}

/// Where the program begins in \p Args: at the first word that is neither an
/// option of \p Command nor its value.
Words::iterator findProgram(const CLI::App &Command, Words &Args) {
  auto At = Args.begin();
  while (At != Args.end() && isOption(*At))
    At = passOption(Command, At, Args.end());
  return At;
}

/// Throws UsageError for an option that \p Command doesn't have. The parser
/// would take the other words in its message too.
void checkOptions(const CLI::App &Command, Words &Args) {
  for (auto At = Args.begin(); At != Args.end() && *At != "--";)
    At = isOption(*At) ? passOption(Command, At, Args.end()) : At + 1;
}

/// Removes from \p Args what isn't for the parser, and returns it: the program,
/// or the words behind `--`.
Words takeTail(const CLI::App &Command, bool TakesProgram, Words &Args) {
  auto Begin = TakesProgram ? findProgram(Command, Args)
                            : std::find(Args.begin(), Args.end(), "--");
  auto First = Begin != Args.end() && *Begin == "--" ? Begin + 1 : Begin;
  Words Tail(First, Args.end());
  Args.erase(Begin, Args.end());
  return Tail;
}

/// The parser's complaint in the words of all other errors.
std::string explain(const CLI::ParseError &E, const CLI::App &Command) {
  std::string Text = E.what();
  std::size_t Colon = Text.find(':');
  if (dynamic_cast<const CLI::ExtrasError *>(&E) && Colon != Text.npos)
    return "unexpected argument" + Text.substr(Colon);
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&E)) {
    std::string Name = Text.substr(0, Colon);
    if (const CLI::Option *Option = Command.get_option_no_throw(Name)) {
      std::string Type = Option->get_type_name();
      return Name + " requires a value, " + Type.substr(0, Type.find(':'));
    }
  }
  Text.front() = char(std::tolower(static_cast<unsigned char>(Text.front())));
  return Text;
}

/// The parser takes an option's value in brackets for a list, and more than one
/// value behind an option of which there may be several, even if they are
/// traces. Here an option has one value, verbatim, and the last one counts.
void setOptionRules(CLI::App &Command) {
  for (CLI::Option *Option : Command.get_options())
    if (!Option->get_positional()) {
      Option->allow_extra_args(false);
      if (Option->get_expected_max() == 1)
        Option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
}

/// "; see iket summary --help", with an end to what comes before.
std::string seeHelp(const std::string &Message, const std::string &Command) {
  return Message + (Message.back() == '?' ? " See " : "; see ") + Command +
         " --help";
}

} // namespace

int runCommandLine(Words Args) {
  CLI::App App("Look into executables and traces with named events inside CUDA "
               "kernels.",
               "iket");
  App.set_version_flag("-V,--version", versionText(),
                       "Print the versions of iket, LLVM and the ABI and exit");
  App.require_subcommand(1);
  App.footer("Exit codes: 0 fine, 1 found something wrong, 2 bad usage or "
             "unreadable input.\n"
             "If an option is repeated, the last one wins; those marked ... "
             "add up.\n"
             "'iket help SUBCOMMAND' prints the options of a subcommand and an "
             "example.");
  const std::vector<Subcommand *> Subcommands = Subcommand::all();
  Words Names = {"help"};
  for (Subcommand *S : Subcommands) {
    S->addTo(App);
    setOptionRules(*App.get_subcommand(S->Name));
    Names.push_back(S->Name);
  }

  if (!Args.empty() && Args[0] == "help") {
    Args.erase(Args.begin());
    Args.insert(Args.begin() + !Args.empty(), "--help");
  }
  Subcommand *Chosen = nullptr;
  const CLI::App *Parser = &App;
  std::string Name = "iket";
  try {
    if (!Args.empty() && !isOption(Args[0])) {
      auto Found =
          std::find_if(Subcommands.begin(), Subcommands.end(),
                       [&](Subcommand *S) { return Args[0] == S->Name; });
      if (Found == Subcommands.end())
        throw UsageError("unknown subcommand '" + Args[0] + "'" +
                         suggestion(Args[0], Names));
      Chosen = *Found;
      Parser = App.get_subcommand(Chosen->Name);
      Name += std::string(" ") + Chosen->Name;
    }
    Words Rest(Args.begin() + (Chosen ? 1 : 0), Args.end());
    if (Chosen) {
      Chosen->Tail = takeTail(*Parser, Chosen->TakesProgram, Rest);
      // The parser takes only one argument behind --. What is there is a file,
      // and no longer an option with its directory before it.
      if (!Chosen->TakesProgram)
        for (const std::string &File : Chosen->Tail)
          Rest.push_back(!File.empty() && File[0] == '-' ? "./" + File : File);
      Args.resize(1);
      Args.insert(Args.end(), Rest.begin(), Rest.end());
    }
    checkOptions(*Parser, Rest);
    std::reverse(Args.begin(), Args.end()); // CLI11 takes them from the back.
    App.parse(Args);
  } catch (const CLI::ParseError &E) {
    if (E.get_exit_code() == 0)
      return App.exit(E); // Prints the help or the version.
    throw UsageError(seeHelp(explain(E, *Parser), Name));
  } catch (const UsageError &E) {
    throw UsageError(seeHelp(E.what(), Name));
  }
  return Chosen->run();
}

} // namespace iket::tool
