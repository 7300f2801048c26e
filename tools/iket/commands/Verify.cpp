//===- Verify.cpp - iket verify -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Cubin/EventTables.h"
#include "Cubin/RecordCheck.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Names.h"
#include "input/Disassembler.h"
#include "input/ExecutableInput.h"
#include <nlohmann/json.hpp>

namespace iket::tool {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyCommand final : Subcommand {
  VerifyCommand()
      : Subcommand(Group::Executables, "verify",
                   "Check that executables record what they declare") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  ExecutableInput Input;
  std::string Disassembler, Slot;
  bool AsJson = false;

  void check(const cubin::Image &I);

private:
  void checkRecords(const events::table &T, const cubin::Image &I,
                    const cubin::Declarations &D);
  void report(const events::table &T, const cubin::Finding &F);
  void noteUnrecorded(const events::table &T, const events::event &E);
  void requireDisassembler();

  Json List = Json::array();
  std::size_t Images = 0, Findings = 0, Unchecked = 0;
};

/// Without nvdisasm nothing can be verified.
void VerifyCommand::requireDisassembler() {
  if (Disassembler.empty())
    Disassembler = findDisassembler();
  if (Disassembler.empty())
    throw UsageError("nvdisasm is needed to look at records and is not in "
                     "CUDA_PATH, PATH or Python: pip install "
                     "nvidia-cuda-nvdisasm, or name one with --nvdisasm");
}

void VerifyCommand::report(const events::table &T, const cubin::Finding &F) {
  ++Findings;
  std::string Where;
  if (!F.Function.empty()) {
    char Offset[32];
    std::snprintf(Offset, sizeof Offset, "+0x%llx",
                  static_cast<unsigned long long>(F.Offset));
    Where += ", " + demangle(F.Function) + Offset;
  }
  const events::event *Event = nullptr;
  for (const events::event &E : T.events)
    if (F.Id && E.id == *F.Id)
      Event = &E;
  if (Event && !F.Function.empty())
    Where += ", event '" + Event->name + "'";
  std::string Place;
  if (Event && !Event->locations.empty())
    Place = locationText(T.locations[Event->locations.front()]);
  if (!Place.empty())
    Where += " (" + Place + ")";
  if (!AsJson) {
    complain(
        Severity::Error,
        imageText(T) + Where + ": " + F.What +
            (F.IsRejected ? ", for which the profiler refuses the image" : "") +
            "; " + F.Remedy);
    return;
  }
  Json Row = {{"what", repairUtf8(F.What)},
              {"remedy", repairUtf8(F.Remedy)},
              {"rejected", F.IsRejected}};
  if (!F.Function.empty()) {
    Row["function"] = repairUtf8(F.Function);
    Row["offset"] = F.Offset;
  }
  if (F.Id)
    Row["id"] = *F.Id;
  if (Event)
    Row["event"] = repairUtf8(Event->name);
  if (!Place.empty())
    Row["location"] = repairUtf8(Place);
  List.back()["findings"].push_back(std::move(Row));
}

/// Says that nothing records \p E, if that is so. Not wrong where its code was
/// dropped as unused.
void VerifyCommand::noteUnrecorded(const events::table &T,
                                   const events::event &E) {
  for (const events::function &F : T.functions)
    if (F.points.count(E.id))
      return;
  std::string Place =
      E.locations.empty() ? "" : locationText(T.locations[E.locations.front()]);
  if (AsJson)
    List.back()["unrecorded"].push_back(repairUtf8(E.name));
  else
    complain(Severity::Warning,
             imageText(T) + ": event '" + E.name + "'" +
                 (Place.empty() ? "" : " (" + Place + ")") +
                 " is declared and recorded nowhere: its code was unused, or "
                 "replaced by that of a unit compiled without the plugin; "
                 "compile all units with it");
}

/// Looks at the machine code of \p I. A disassembler that fails says nothing of
/// it, and leaves the other images to be checked.
void VerifyCommand::checkRecords(const events::table &T, const cubin::Image &I,
                                 const cubin::Declarations &D) {
  std::uint32_t At = Slot.empty() ? abi::slotOffset(cubin::archNumber(T.arch))
                                  : std::uint32_t(std::stoul(Slot, nullptr, 0));
  requireDisassembler();
  try {
    std::string Sass = cubin::disassemble(Disassembler, I.Contents);
    std::vector<cubin::SassFunction> Code = cubin::parseSass(Sass);
    cubin::expectWhole(Code, T);
    for (const cubin::Finding &F : cubin::checkRecords(D, Code, At))
      report(T, F);
  } catch (const cubin::DisassemblerError &E) {
    ++Unchecked;
    std::string What = std::string("its records can't be checked: ") + E.what();
    std::string Remedy = "name an nvdisasm as new as the ptxas that made the "
                         "image with --nvdisasm, or build the file again";
    if (AsJson)
      List.back()["unchecked"] = repairUtf8(What);
    complain(Severity::Error, imageText(T) + ": " + What + "; " + Remedy);
  }
}

void VerifyCommand::check(const cubin::Image &I) {
  events::table T = cubin::makeTable(I);
  if (!Input.wantsArch(T.arch))
    return;
  ++Images;
  std::size_t Before = Findings + Unchecked, Points = 0;
  for (const events::function &F : T.functions)
    for (auto [Id, Count] : F.points)
      Points += Count;
  if (AsJson)
    List.push_back({{"source", repairUtf8(T.source)},
                    {"offset", T.offset},
                    {"arch", repairUtf8(T.arch)},
                    {"mode", modeName(T.mode)},
                    {"points", Points},
                    {"findings", Json::array()}});
  for (const std::string &P : T.problems)
    report(T, {P, "build the file again", false, "", 0, {}});

  const char *Left = "";
  if (T.problems.empty() && T.format != events::image_format::bitcode) {
    bool IsElf = T.format == events::image_format::elf;
    cubin::Module M =
        IsElf ? cubin::readCubin(I.Contents) : cubin::readPtx(I.Contents);
    cubin::Declarations D = cubin::readDeclarations(M);
    for (const cubin::Finding &F : cubin::checkDeclarations(D))
      report(T, F);
    if (!D.Events.empty() && cubin::archNumber(T.arch) < abi::MinArch)
      report(T, {"events below sm_90, where the slot is the kernel's own "
                 "shared memory",
                 "compile for sm_90 or newer, or with the option "
                 "pre-hopper=strip",
                 false,
                 "",
                 0,
                 {}});
    if (M.IsExtensible && !D.Events.empty())
      report(T, {"an image of ptxas --extensible-whole-program",
                 "link it with nvlink, or compile without this option",
                 true,
                 "",
                 0,
                 {}});
    if (IsElf)
      for (const events::event &E : T.events)
        noteUnrecorded(T, E);
    // Without declarations nothing is recorded: other pmevents are the user's.
    if (IsElf && !(D.Events.empty() && D.Metas.empty()))
      checkRecords(T, I, D);
    if (!IsElf)
      Left = "; records are checked in machine code only";
  }
  if (AsJson || Findings + Unchecked != Before)
    return;
  std::string Text = printable(imageText(T)) + ": ";
  if (T.format == events::image_format::bitcode)
    Text += "bitcode, verify it when it is linked";
  else if (T.mode == events::record_mode::none)
    Text += "no events";
  else
    Text += std::to_string(T.events.size()) + " events, " +
            std::to_string(Points) + " points, fine" + Left;
  std::puts(Text.c_str());
}

int VerifyCommand::run() {
  for (const std::string &Path : Input.Paths) {
    cubin::MappedFile File(Path);
    cubin::forEachImage(File.bytes(), Path,
                        [&](const cubin::Image &I) { check(I); });
  }
  if (AsJson)
    std::puts(List.dump(2).c_str());
  if (Unchecked != 0)
    return BadUsage;
  if (Images != 0)
    return Findings ? FoundWrong : Fine;
  complain(Severity::Warning, Input.isFiltered()
                                  ? "no image matches the filters"
                                  : "there is no device code in it");
  return FoundWrong;
}

void VerifyCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "Executables, libraries, objects, archives, "
                      "fat binaries, cubins or PTX");
  Input.addArch(Sub);
  Sub.add_option("--slot", Slot,
                 "Where records lie in shared memory; by the architecture")
      ->check(CLI::Range(0u, 0x400u))
      ->type_name("N");
  Sub.add_option("--nvdisasm", Disassembler,
                 "NVIDIA's disassembler; by CUDA_PATH, PATH or Python")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer("Looks at the instructions of each record: the timer's read, the "
             "slot, the\n"
             "payload's place and width, and the id; and at what NVIDIA's "
             "profiler refuses\n"
             "an image for.\n"
             "\n"
             "Example: fail a build whose events would not be recorded\n"
             "  iket verify app");
}

VerifyCommand Command;

} // namespace
} // namespace iket::tool
