// One function behind each header.
#include <cstdio>
#include <iket/abi.h>
#include <iket/events.h>
#include <iket/executable.h>
#include <iket/iket.h>
#include <iket/iket_device_apis.cuh>
#include <iket/session.h>
#include <iket/session_c.h>
#include <iket/trace.h>

extern "C" int plain_recording(void);

int main(int argc, char **argv) {
  std::printf("hash: %x\n", iket::abi::fnv1a32("token", 5));
  std::printf("tables: %zu, %zu\n", iket::read_event_tables(argv[0]).size(),
              iket::event_tables().size());
  std::printf("recording: %d, %d\n", iket::is_recording(), plain_recording());
  try {
    iket::trace::file trace("absent.trace.json");
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  }
}
