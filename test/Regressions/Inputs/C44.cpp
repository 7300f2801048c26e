#include <cstdio>
#include <iket/session.h>

int main() {
  for (int Turn = 0; Turn != 2; ++Turn) {
    iket::session Recording;
    Recording.start();
    bool Active = Recording.is_active(), Really = Recording.is_recording();
    Recording.stop();
    if (Turn == 1)
      std::printf("active %d, recording %d, saved '%s'\n", Active, Really,
                  Recording.save().c_str());
  }
}
