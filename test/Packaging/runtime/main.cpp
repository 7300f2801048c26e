#include <cstdio>
#include <iket/session.h>

int main() {
  try {
    iket::session recording = iket::record();
    std::printf("recording: %d\n", recording.enabled());
  } catch (const iket::error &e) {
    std::printf("%s\n", e.what());
  }
}
