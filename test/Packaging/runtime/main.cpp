#include <cstdio>
#include <iket/session.h>

int main() {
  try {
    iket::session recording = iket::record();
    std::printf("recording: %d\n", recording.is_recording());
  } catch (const iket::error &e) {
    std::printf("%s\n", e.what());
  }
}
