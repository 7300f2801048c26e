// A handler calls exit(3) while recording is being stopped: in the way that the
// first argument names. The second is a kernel that the stand-in records.
#include <iket/session.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static void launch() {
  void *Library = ::dlopen(std::getenv("IKET_INJECTION_LIBRARY"), RTLD_NOW);
  reinterpret_cast<int (*)(const char *, unsigned, unsigned)>(
      ::dlsym(Library, "IketStandInLaunch"))("k", 1, 1);
}

int main(int, char **Arguments) {
  const char *Way = Arguments[1];
  std::signal(SIGALRM, [](int) { std::exit(3); });
  if (std::strcmp(Way, "disable") == 0) {
    iket::start_recording();
    launch();
    ::alarm(1);
    iket::stop_recording();
  } else if (std::strcmp(Way, "stop") == 0) {
    static iket::session Recording;
    Recording.start();
    launch();
    ::alarm(1);
    Recording.stop();
  } else if (std::strcmp(Way, "quick_exit") == 0) {
    std::signal(SIGALRM, [](int) { std::quick_exit(3); });
    iket::start_recording();
    launch();
    ::alarm(1);
    iket::stop_recording();
  } else if (std::strcmp(Way, "cancel") == 0) {
    static iket::session Recording;
    Recording.start();
    pthread_t Stopping;
    ::pthread_create(
        &Stopping, nullptr,
        [](void *) -> void * {
          std::error_code Code;
          Recording.stop(Code);
          std::printf("stopped: %s\n", Code.message().c_str());
          return nullptr;
        },
        nullptr);
    ::usleep(300'000);
    ::pthread_cancel(Stopping);
    ::pthread_join(Stopping, nullptr);
    return 3;
  } else {
    // iket profile, whose library the driver loads into the program.
    for (int Signal : {SIGINT, SIGTERM})
      std::signal(Signal, [](int) { std::exit(3); });
    void *Injected = ::dlopen(Way, RTLD_NOW);
    reinterpret_cast<int (*)()>(::dlsym(Injected, "InitializeInjection"))();
    launch();
    if (::fork() == 0) {
      ::usleep(300'000);
      ::kill(::getppid(), SIGINT);
      ::usleep(300'000);
      ::kill(::getppid(), SIGTERM);
      ::_exit(0);
    }
    for (;;)
      ::pause();
  }
  std::puts("end");
}
