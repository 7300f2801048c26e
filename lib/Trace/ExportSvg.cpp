//===- ExportSvg.cpp - A picture ------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include "Trace/Export.h"
#include "Trace/Lanes.h"
#include "Trace/Payload.h"
#include "Trace/Tracks.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace iket::trace {
namespace {

/// A picture has room for this many warps; a line below tells of the others.
constexpr std::size_t MaxWarps = 64;
constexpr double Gutter = 210, Width = 1200, LaneHeight = 14, Gap = 6, Top = 30;

/// First and last time of the wanted events.
struct WantedSpan : visitor {
  explicit WantedSpan(const Filter &Wanted) : Wanted(Wanted) {}
  void on_range(const range &R) override {
    if (Wanted.wants(R))
      Span.include(R.start, R.end);
  }
  void on_mark(const mark &M) override {
    if (Wanted.wants(M))
      Span.include(M.time, M.time);
  }
  void on_lifetime(const lifetime &W) override {
    if (Wanted.wants(W))
      Lives.include(W.start, W.end);
  }
  const Filter &Wanted;
  LaunchSpan Span, Lives;
};

std::string number(double Value) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.2f", Value);
  return Text;
}

/// \p Text as XML takes it, which has no way to write control characters.
std::string escaped(std::string_view Text) {
  std::string Out;
  for (char C : printable(Text))
    switch (C) {
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '&':
      Out += "&amp;";
      break;
    case '"':
      Out += "&quot;";
      break;
    default:
      Out += C;
    }
  return Out;
}

/// A name's colour, as in the page: colorOf() in Viewer.html.
std::string colorOf(std::string_view Name) {
  std::uint32_t Hash = 0x811C9DC5;
  for (unsigned char C : Name)
    Hash = (Hash ^ C) * 0x01000193;
  unsigned Hue = (Hash >> 8) % 360;
  auto Channel = [&](double N, double Light) {
    double K = std::fmod(N + Hue / 30.0, 12);
    return Light - 0.55 * std::min(Light, 1 - Light) *
                       std::max(-1.0, std::min({K - 3, 9 - K, 1.0}));
  };
  auto Linear = [](double C) {
    return C <= 0.04045 ? C / 12.92 : std::pow((C + 0.055) / 1.055, 2.4);
  };
  auto Contrast = [&](double Light) { // Of white text.
    return 1.05 / (0.05 + 0.2126 * Linear(Channel(0, Light)) +
                   0.7152 * Linear(Channel(8, Light)) +
                   0.0722 * Linear(Channel(4, Light)));
  };
  int Light = 52;
  while (Contrast(Light / 100.0) < 4.5)
    --Light;
  return "hsl(" + std::to_string(Hue) + ",55%," + std::to_string(Light) + "%)";
}

/// Draws warps from top to bottom and time from left to right. Ranges narrower
/// than a pixel that fall on one that is drawn already are left out.
class SvgWriter {
public:
  SvgWriter(const ExportInput &In, OutputFile &Out, LaunchSpan Span)
      : In(In), Out(Out), InContext(In.Trace), Span(Span),
        Scale(Width /
              double(Span.End > Span.Start ? Span.End - Span.Start : 1)) {}

  void addWarp(const WarpEvents &E, const launch &L);
  void finish();
  ExportCounts Counts;

private:
  double xOf(std::uint64_t Time) const {
    return Gutter + double(Time - Span.Start) * Scale;
  }
  void rectangle(const WarpRange &R, const WarpEvents &E, std::size_t Lane);
  const WarpMark *markGroup(const WarpMark *First, const WarpMark *End,
                            double MarkY);
  std::string color(std::uint32_t Name) const {
    return colorOf(In.Trace.names()[Name]);
  }

  const ExportInput &In;
  OutputFile &Out;
  Contexts InContext;
  LaunchSpan Span;
  double Scale, Y = Top;
  std::size_t Drawn = 0, LeftOut = 0;
  std::vector<double> Covered; ///< By lane of the warp at hand: up to which x.
  std::string Body;
};

void SvgWriter::rectangle(const WarpRange &R, const WarpEvents &E,
                          std::size_t Lane) {
  double X = xOf(R.Start), Right = xOf(R.End);
  if (Lane >= Covered.size())
    Covered.resize(Lane + 1, 0);
  if (Right <= Covered[Lane])
    return;
  ++Counts.Ranges;
  double Wide = std::max(1.0, Right - X);
  Covered[Lane] = X + Wide;
  std::string Name = escaped(In.Trace.names()[R.Name]);
  double LaneY = Y + double(Lane) * LaneHeight;
  Body += "<g><title>" + Name + ": " + std::to_string(R.duration()) + " ns";
  if (const WarpRangeExtra *X = E.extra(R); X && X->Start)
    Body += ", payload " + payloadText(X->Start);
  Body += R.Unclosed ? ", never closed</title>" : "</title>";
  Body += "<rect x=\"" + number(X) + "\" y=\"" + number(LaneY) + "\" width=\"" +
          number(Wide) + "\" height=\"" + number(LaneHeight - 1) +
          "\" fill=\"" + color(R.Name) + "\"/>";
  if (Wide > 7.0 * double(columns(Name)))
    Body += "<text x=\"" + number(X + 3) + "\" y=\"" + number(LaneY + 10) +
            "\" fill=\"#fff\">" + Name + "</text>";
  Body += "</g>\n";
}

/// Draws the marks that share a pixel with \p First as one, and returns the
/// next.
const WarpMark *SvgWriter::markGroup(const WarpMark *First, const WarpMark *End,
                                     double MarkY) {
  constexpr std::ptrdiff_t Told = 8;
  double X = xOf(First->Time), Next = Gutter + Width + 100;
  std::string Title;
  const WarpMark *M = First;
  for (; M != End; ++M) {
    if (xOf(M->Time) >= X + 1) {
      Next = xOf(M->Time);
      break;
    }
    if (M - First >= Told)
      continue;
    Title += (M == First ? "" : "\n") + escaped(In.Trace.names()[M->Name]);
    if (M->Value)
      Title += ", payload " + payloadText(M->Value);
  }
  std::ptrdiff_t Count = M - First;
  if (Count > Told)
    Title += "\nand " + std::to_string(Count - Told) + " more";
  Body += "<path d=\"M" + number(X) + " " + number(MarkY) +
          "l4 8h-8z\" fill=\"" + color(First->Name) + "\"><title>" + Title +
          "</title></path>\n";
  if (Count > 1 && Next - X > 36)
    Body += "<text x=\"" + number(X + 6) + "\" y=\"" + number(MarkY + 8) +
            "\" fill=\"#667\">×" + std::to_string(Count) + "</text>\n";
  return M;
}

void SvgWriter::addWarp(const WarpEvents &E, const launch &L) {
  if (E.empty() && !E.Silent)
    return;
  if (Drawn == MaxWarps) {
    ++LeftOut;
    return;
  }
  ++Drawn;
  Counts.Marks += E.Marks.size();
  std::string Context = InContext.name(InContext.indexOf(L));
  const warp_location &Where = In.Trace.locations()[E.Location];
  Body += "<text x=\"4\" y=\"" + number(Y + 10) + "\" fill=\"#667\">" +
          std::to_string(L.index) + ": " +
          (Context.empty() ? "" : Context + " ") + smName(Where) + " " +
          ctaName(Where) + " " + warpName(Where) + "</text>\n";

  if (E.Silent) {
    ++Counts.Lifetimes;
    auto Within = [&](std::uint64_t Time) {
      return xOf(std::clamp(Time, Span.Start, Span.End));
    };
    double X = Within(E.start());
    Body += "<rect x=\"" + number(X) + "\" y=\"" + number(Y) + "\" width=\"" +
            number(std::max(1.0, Within(E.end()) - X)) + "\" height=\"" +
            number(LaneHeight - 1) +
            "\" fill=\"none\" stroke=\"#99a\"/><text x=\"" + number(X + 3) +
            "\" y=\"" + number(Y + 10) + "\" fill=\"#667\">" + SilentName +
            "</text>\n";
  }

  // Nested ranges lie below those around them, token ranges below all.
  Covered.clear();
  std::size_t Depth = 0;
  std::vector<std::uint64_t> Open;
  std::vector<std::pair<const WarpRange *, std::size_t>> Tokens;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> LanePlaces;
  Lanes Places;
  for (const WarpRange &R : E.Ranges) {
    if (std::optional<Lane> Beside = Places.place(R)) {
      std::size_t Place =
          LanePlaces
              .try_emplace({Beside->Name, Beside->Number}, LanePlaces.size())
              .first->second;
      Tokens.emplace_back(&R, Place);
      continue;
    }
    while (!Open.empty() && Open.back() <= R.Start)
      Open.pop_back();
    rectangle(R, E, Open.size());
    Open.push_back(R.End);
    Depth = std::max(Depth, Open.size());
  }
  for (auto [R, Place] : Tokens)
    rectangle(*R, E, Depth + Place);
  std::size_t Used = Depth + LanePlaces.size();
  for (const WarpMark *M = E.Marks.begin(); M != E.Marks.end();)
    M = markGroup(M, E.Marks.end(), Y + double(Used) * LaneHeight);
  Used += !E.Marks.empty();
  Y += double(std::max<std::size_t>(Used, 1)) * LaneHeight + Gap;
}

void SvgWriter::finish() {
  double Height = Y + 24;
  Out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
      << number(Gutter + Width + 10) << "\" height=\"" << number(Height)
      << "\" font-family=\"sans-serif\" font-size=\"10\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (int I = 0; I <= 8; ++I) {
    double X = Gutter + Width * I / 8;
    auto Time = std::llround(double(Span.End - Span.Start) * I / 8);
    Out << "<path d=\"M" << number(X) << " 18V" << number(Y)
        << "\" stroke=\"#ddd\"/><text x=\"" << number(X)
        << "\" y=\"12\" fill=\"#667\"" << (I == 8 ? " text-anchor=\"end\"" : "")
        << ">" << std::to_string(Time) << " ns</text>\n";
  }
  Out << Body;
  if (LeftOut != 0)
    Out << "<text x=\"4\" y=\"" << number(Y + 12) << "\" fill=\"#667\">and "
        << std::to_string(LeftOut) << " more warps</text>\n";
  Out << "</svg>\n";
}

} // namespace

ExportCounts writeSvg(const ExportInput &In, OutputFile &Out) {
  WantedSpan Whole(In.Wanted);
  for (const launch &L : In.Trace.launches())
    if (In.Wanted.wantsLaunch(L))
      In.Trace.read(L, Whole);
  if (Whole.Span.empty())
    Whole.Span = Whole.Lives.empty() ? LaunchSpan{0, 0} : Whole.Lives;
  SvgWriter Writer(In, Out, Whole.Span);
  WarpReader Reader(In.Trace, In.Wanted);
  for (const launch &L : In.Trace.launches())
    Reader.read(L, [&](const WarpEvents &E) { Writer.addWarp(E, L); });
  Writer.finish();
  return Writer.Counts;
}

} // namespace iket::trace
