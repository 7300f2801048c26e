//===- Terminal.cpp - Text for people -------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"
#include "Support/Text.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace iket::tool {

/// True if \p Fd is a terminal that obeys control sequences.
static bool isCapable(int Fd) {
  const char *Term = std::getenv("TERM");
  return ::isatty(Fd) && (!Term || std::string_view(Term) != "dumb");
}

static bool isColorTerminal(int Fd) {
  const char *NoColor = std::getenv("NO_COLOR");
  return (!NoColor || !*NoColor) && isCapable(Fd);
}

void complain(Severity S, std::string_view Message) {
  bool Color = isColorTerminal(STDERR_FILENO);
  const char *Word = S == Severity::Error     ? "error: "
                     : S == Severity::Warning ? "warning: "
                                              : "note: ";
  const char *Code = !Color                   ? ""
                     : S == Severity::Error   ? "\033[1;31m"
                     : S == Severity::Warning ? "\033[1;35m"
                                              : "\033[1;36m";
  showStatus("");
  std::fprintf(stderr, "iket: %s%s%s%s\n", Code, Word, Color ? "\033[0m" : "",
               printable(Message).c_str());
}

bool canShowStatus() { return isCapable(STDERR_FILENO); }

void showStatus(std::string_view Line) {
  static bool Shown = false;
  if (!Line.empty() || Shown)
    std::fprintf(stderr, "\r%.*s\033[K", int(Line.size()), Line.data());
  Shown = !Line.empty();
}

std::size_t terminalColumns() {
  winsize Size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &Size) != 0 || Size.ws_col == 0)
    return 80;
  return Size.ws_col;
}

bool useColor() { return isColorTerminal(STDOUT_FILENO); }

std::string bold(const std::string &Text) {
  return useColor() ? "\033[1m" + Text + "\033[0m" : Text;
}
std::string dim(const std::string &Text) {
  return useColor() ? "\033[2m" + Text + "\033[0m" : Text;
}

static std::string format(const char *Format, double Value) {
  char Text[64];
  std::snprintf(Text, sizeof Text, Format, Value);
  return Text;
}

std::string timeText(double Nanoseconds) {
  if (Nanoseconds < 999.5)
    return format("%.0f ns", Nanoseconds);
  if (Nanoseconds < 999.995e3)
    return format("%.2f us", Nanoseconds / 1e3);
  if (Nanoseconds < 999.995e6)
    return format("%.2f ms", Nanoseconds / 1e6);
  return format("%.2f s", Nanoseconds / 1e9);
}

std::string percentText(double Part) {
  return format(Part < 0.0995 ? "%.1f %%" : "%.0f %%", Part * 100);
}

std::string factorText(double Factor) {
  return Factor > 0 ? format("%.2fx", Factor) : "-";
}

std::string sizeText(std::uint64_t Bytes) {
  if (Bytes < 1000)
    return std::to_string(Bytes) + " B";
  const char *Unit = "kMGT";
  double Size = double(Bytes) / 1e3;
  for (; Size >= 999.95 && Unit[1]; Size /= 1e3)
    ++Unit;
  return format("%.1f ", Size) + *Unit + "B";
}

std::string counted(std::uint64_t Count, const char *Noun) {
  return std::to_string(Count) + " " + Noun + (Count == 1 ? "" : "s");
}

std::string Table::text(std::string_view Indent) const {
  std::vector<std::size_t> Widths(Rows.front().size());
  for (const auto &Row : Rows)
    for (std::size_t I = 0; I != Row.size(); ++I)
      Widths[I] = std::max(Widths[I], columns(Row[I]));
  std::string Text;
  for (const auto &Row : Rows) {
    std::string Line(Indent);
    for (std::size_t I = 0; I != Row.size(); ++I) {
      std::string Space(Widths[I] - columns(Row[I]), ' ');
      Line += I == 0 ? "" : "  ";
      Line += I < LeftColumns ? Row[I] + Space : Space + Row[I];
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    Text += (&Row == &Rows.front() ? dim(Line) : Line) + '\n';
  }
  return Text;
}

} // namespace iket::tool
