#include "Runtime/Nvidia/Library.h"
#include "iket/session.h"
#include <cstdio>
#include <fstream>

using namespace iket;

static void start(const char *What, session_options Options) {
  try {
    session(std::move(Options)).start();
    std::printf("%s: started\n", What);
  } catch (const error &E) {
    std::printf("%s: %d %s\n", What, E.code().value(), E.what());
  }
}

int main() {
  try {
    std::printf("found: %s\n", runtime::findLibrary().c_str());
    const nvidia::Api &Api = runtime::loadLibrary("").Api;
    nvidia::Options Defaults = {};
    Defaults.Size = sizeof Defaults;
    Api.OptionsInit(&Defaults);
    std::printf("defaults: size %u, flags %u, %d events, %d bytes, log %u\n",
                Defaults.Size, Defaults.Flags, int(Defaults.MaxEventsPerWarp),
                int(Defaults.BufferBytes), Defaults.LogLevel);
    start("plain", {});
    session_options Options;
    Options.cluster = {{100000, 2, 3}};
    Options.max_events_per_warp = UINT32_MAX;
    Options.contexts = {&Options};
    start("cluster", Options);
    Options = {};
    Options.lifetimes_only = true;
    start("lifetimes", Options);
    // A session that never started has an empty trace.
    nvidia::Handle Handle;
    Api.Create(&Handle);
    Api.SaveTrace(Handle, "empty.trace.json");
    Api.Destroy(Handle);
    std::printf("saved: ");
    std::ifstream In("empty.trace.json");
    for (char C; In >> C;)
      std::putchar(C);
    std::printf("\nactive: %d\n", is_recording());
  } catch (const error &E) {
    std::printf("%s\n", E.what());
  }
}
