//===- CompletionScripts.cpp - Completion for bash, zsh and fish ----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"
#include <string_view>

namespace iket::tool {
namespace {

using Value = CompletionValue;

std::string join(const std::vector<std::string> &Words, const char *Between) {
  std::string Text;
  for (const std::string &Word : Words)
    Text += (Text.empty() ? "" : Between) + Word;
  return Text;
}

/// \p Text with a backslash before each character of \p Special.
std::string escape(std::string_view Text, std::string_view Special) {
  std::string Escaped;
  for (char C : Text) {
    if (Special.find(C) != Special.npos)
      Escaped += '\\';
    Escaped += C;
  }
  return Escaped;
}

/// In single quotes, for bash and zsh.
std::string quote(std::string_view Text) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Quoted + "'";
}

std::string quoteFish(std::string_view Text) {
  return "'" + escape(Text, "\\'") + "'";
}

} // namespace

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

// Readline itself completes file names where the function finds no words, which
// it does better: with ~, and quotes around blanks.
static constexpr char BashHead[] =
    R"(# bash completion of iket, made by `iket completion bash`.
_iket() {
  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  local command= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      # A program and its arguments.
      if declare -F _command_offset >/dev/null; then
        _command_offset $((i + 1))
      elif ((COMP_CWORD == i + 1)); then
        mapfile -t COMPREPLY < <(compgen -c -- "$current")
      fi
      return
    fi
    [[ $command || ${COMP_WORDS[i]} == -* ]] || command=${COMP_WORDS[i]}
  done
  # The = in --option=value is a word of its own.
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $command:$option in
)";

static constexpr char BashTail[] = R"(    esac ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  compopt +o bashdefault +o default 2>/dev/null
}
complete -o bashdefault -o default -F _iket iket
)";

/// What a case of the script does to complete \p V.
static std::string bashAction(const Value &V) {
  switch (V.Which) {
  case Value::Word:
    return "words=" + quote(join(V.Words, " "));
  case Value::File:
    return "return";
  case Value::Directory:
    return "compopt -o dirnames +o bashdefault +o default 2>/dev/null; return";
  case Value::None:
  case Value::Free:
    break;
  }
  return "words=";
}

std::string bashCompletion(const CompletionCommands &Commands) {
  std::string Out = BashHead;
  for (const CompletionCommand &C : Commands)
    for (const CompletionOption &O : C.Options) {
      if (O.Value.Which == Value::None)
        continue;
      std::vector<std::string> Patterns;
      for (const std::string &Name : O.Names)
        Patterns.push_back(C.Name + ":" + Name);
      Out +=
          "  " + join(Patterns, " | ") + ") " + bashAction(O.Value) + " ;;\n";
    }
  Out += "  *)\n    case $command:$current in\n";
  for (const CompletionCommand &C : Commands) {
    std::vector<std::string> Options, Subcommands;
    for (const CompletionOption &O : C.Options)
      Options.insert(Options.end(), O.Names.begin(), O.Names.end());
    std::string OptionWords = "words=" + quote(join(Options, " "));
    Out += "    " + C.Name + ":-*) " + OptionWords + " ;;\n";
    std::string Action = OptionWords;
    if (!C.Positionals.empty()) {
      Action = bashAction(C.Positionals.front());
    } else if (C.Name.empty()) {
      for (const CompletionCommand &Sub : Commands)
        if (!Sub.Name.empty())
          Subcommands.push_back(Sub.Name);
      Action = "words=" + quote(join(Subcommands, " "));
    }
    Out += "    " + C.Name + ":*) " + Action + " ;;\n";
  }
  return Out + BashTail;
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

static constexpr char ZshHead[] = R"(#compdef iket
# zsh completion of iket, made by `iket completion zsh`.
_iket() {
  local curcontext=$curcontext state line dashes=${words[(i)--]}
  local -A opt_args
  if ((CURRENT > dashes)); then
    # A program and its arguments.
    shift $dashes words
    ((CURRENT -= dashes))
    _normal
    return
  fi
)";

static constexpr char ZshTail[] = R"(    esac ;;
  esac
}
# Read by compinit from a directory of fpath, or by source.
if [[ ${funcstack[1]} == _iket ]]; then
  _iket "$@"
else
  compdef _iket iket
fi
)";

/// ":TYPE:ACTION".
static std::string zshValue(const Value &V) {
  std::string Text = ":" + escape(V.Type, ":\\") + ":";
  switch (V.Which) {
  case Value::None:
    return "";
  case Value::Word:
    return Text + "(" + join(V.Words, " ") + ")";
  case Value::File:
    return Text + "_files";
  case Value::Directory:
    return Text + "_files -/";
  case Value::Free:
    break;
  }
  return Text + " ";
}

/// A call of _arguments, each of whose lines is behind \p Indent.
static std::string zshArguments(const CompletionCommand &C,
                                const std::string &Indent,
                                const std::vector<std::string> &Rest) {
  std::string Out = Indent + "_arguments -C";
  std::string Line = " \\\n" + Indent + "  ";
  for (const CompletionOption &O : C.Options)
    for (const std::string &Name : O.Names) {
      bool IsFlag = O.Value.Which == Value::None;
      std::string Spec = O.Value.Repeats ? "*" : "(" + join(O.Names, " ") + ")";
      Spec += Name + (IsFlag ? "" : Name[1] == '-' ? "=" : "+");
      Spec += "[" + escape(O.Help, "[]\\:") + "]";
      Out += Line + quote(Spec + zshValue(O.Value));
    }
  for (const std::string &Spec : Rest)
    Out += Line + quote(Spec);
  return Out;
}

std::string zshCompletion(const CompletionCommands &Commands) {
  std::string Out = ZshHead;
  Out += zshArguments(Commands.front(), "  ",
                      {"1:command:->command", "*::argument:->arguments"}) +
         "\n  case $state in\n  command)\n    local -a commands=(\n";
  for (const CompletionCommand &C : Commands)
    if (!C.Name.empty())
      Out += "      " + quote(C.Name + ":" + C.Help) + "\n";
  Out += "    )\n    _describe -t commands command commands ;;\n"
         "  arguments)\n    case ${words[1]} in\n";
  for (const CompletionCommand &C : Commands) {
    if (C.Name.empty())
      continue;
    std::vector<std::string> Positionals;
    for (const Value &V : C.Positionals)
      Positionals.push_back((V.Repeats ? "*" : "") + zshValue(V));
    Out += "    " + C.Name + ")\n" + zshArguments(C, "      ", Positionals) +
           " ;;\n";
  }
  return Out + ZshTail;
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

static constexpr char FishHead[] =
    R"(# fish completion of iket, made by `iket completion fish`.

# True in the arguments of the subcommand $argv[1]; without one, where no
# subcommand has been given.
function __iket_in
    set -l command ''
    for word in (commandline -opc)[2..]
        test "$word" = --; and return 1
        test -z "$command"; and not string match -q -- '-*' $word
        and set command $word
    end
    test "$command" = "$argv[1]"
end

# What follows -- is a program and its arguments.
function __iket_has_program
    contains -- -- (commandline -opc)
end
function __iket_program
    set -l words (commandline -opc)
    while set -q words[1]; and test "$words[1]" != --
        set -e words[1]
    end
    set -l line
    for word in $words[2..]
        set -a line (string escape -- $word)
    end
    complete -C "$line "(commandline -ct)
end

complete -c iket -f
complete -c iket -n __iket_has_program -a '(__iket_program)'
)";

static std::string fishValue(const Value &V) {
  switch (V.Which) {
  case Value::None:
    return "";
  case Value::Word:
    return " -x -a " + quoteFish(join(V.Words, " "));
  case Value::File:
    return " -r -F";
  case Value::Directory:
    return " -x -a '(__fish_complete_directories)'";
  case Value::Free:
    break;
  }
  return " -x";
}

std::string fishCompletion(const CompletionCommands &Commands) {
  std::string Out = FishHead;
  for (const CompletionCommand &C : Commands) {
    std::string Start = "complete -c iket -n ";
    Start += C.Name.empty() ? "__iket_in" : "'__iket_in " + C.Name + "'";
    if (C.Name.empty())
      for (const CompletionCommand &Sub : Commands)
        if (!Sub.Name.empty())
          Out +=
              Start + " -a " + Sub.Name + " -d " + quoteFish(Sub.Help) + "\n";
    for (const CompletionOption &O : C.Options) {
      Out += Start;
      for (const std::string &Name : O.Names)
        Out +=
            Name[1] == '-' ? " -l " + Name.substr(2) : " -s " + Name.substr(1);
      Out += fishValue(O.Value) + " -d " + quoteFish(O.Help) + "\n";
    }
    if (!C.Positionals.empty() && C.Positionals.front().Which != Value::Free)
      Out += Start + fishValue(C.Positionals.front()) + "\n";
  }
  return Out;
}

} // namespace iket::tool
