#include <cstdio>
#include <iket/abi.h>
#include <iket/events.h>
#include <iket/iket.h>
#include <iket/iket_device_apis.cuh>
#include <iket/session.h>
#include <iket/session_c.h>
#include <iket/trace.h>

extern "C" int plain_enabled(void);

int main(int argc, char **argv) {
  try {
    // One function behind each header.
    std::printf("tables: %zu, C: %d\n", iket::read_event_tables(argv[0]).size(),
                plain_enabled());
    iket::session recording = iket::record();
    std::printf("recording: %d\n", recording.enabled());
    iket::trace::file trace("absent.trace.json");
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  }
}
