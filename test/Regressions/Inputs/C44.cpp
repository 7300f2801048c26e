#include <cstdio>
#include <iket/session.h>

int main() {
  for (int Turn = 0; Turn != 2; ++Turn) {
    iket::session Recording;
    Recording.start();
    bool Active = Recording.is_active(), Enabled = Recording.enabled();
    Recording.stop();
    if (Turn == 1)
      std::printf("active %d, recording %d, saved '%s'\n", Active, Enabled,
                  Recording.save().c_str());
  }
}
