#include <iket/session_c.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As if a kernel had run, in the stand-in for NVIDIA's library. */
static void launch(const char *kernel, unsigned warps, unsigned events) {
  void *library = dlopen(getenv("IKET_INJECTION_LIBRARY"), RTLD_NOW);
  int (*run)(const char *, unsigned, unsigned);
  *(void **)&run = dlsym(library, "IketStandInLaunch");
  run(kernel, warps, events);
}

int main(int argc, char **argv) {
  iket_session_options options;
  iket_session *first = NULL, *second = NULL;
  char whole[4096], cut[4];
  size_t length, index;
  uint64_t warps, limit;
  int started, on, stopped;
  (void)argc;

  iket_session_options_init(&options);
  printf("defaults: %d events, %d bytes, defer %d, reset %d\n",
         (int)options.max_events_per_warp, (int)options.buffer_bytes,
         options.defer_readback, options.reset_events);
  /* An object of an older header, which ended before buffer_bytes. */
  memset(&options, 1, sizeof options);
  iket_session_options_init_sized(
      &options, offsetof(iket_session_options, buffer_bytes));
  printf("older: %d events, the rest %s\n", (int)options.max_events_per_warp,
         options.buffer_bytes == 0x0101010101010101u ? "untouched" : "lost");
  memset(&options, 0, sizeof options);
  printf("uninitialised: %d\n", iket_session_create(&options, &first));
  iket_session_options_init(&options);
  options.num_contexts = 2;
  printf("no contexts: %d", iket_session_create(&options, &first));
  printf(" %s\n", iket_last_error());

  if (iket_session_create(NULL, &first) || iket_session_create(NULL, &second))
    return 1;
  printf("stop: %d", iket_session_stop(first));
  printf(" %s\n", iket_last_error());
  if (iket_session_start(first))
    return 1;
  printf("active %d, recording %d\n", iket_session_is_active(first),
         iket_session_is_recording(first));
  printf("second: %d\n", iket_session_start(second));
  if (iket_session_stop(first))
    return 1;
  printf("saved: %d", iket_session_save(first, argv[1]));
  printf(" %s\n", strcmp(iket_last_saved(), argv[1]) ? "elsewhere" : "there");
  printf("saved again: %d", iket_session_save(second, NULL));
  printf(" '%s'\n", iket_last_saved());
  printf("lost: %d\n", (int)iket_session_lost_warps(first));
  iket_session_destroy(first);

  /* Two kernels that lose warps, of three. */
  iket_session_options_init(&options);
  options.max_events_per_warp = 2;
  if (iket_session_create(&options, &first) || iket_session_start(first))
    return 1;
  launch("_Z4loudv", 3, 5);
  launch("_Z5quietv", 3, 2);
  launch("_Z6louderv", 4, 6);
  if (iket_session_stop(first))
    return 1;
  for (index = 0; (length = iket_session_lost_kernel(
                       first, index, whole, sizeof whole, &warps, &limit)) != 0;
       ++index)
    printf("lost by %s (%d): %d, limit %d\n", whole, (int)length, (int)warps,
           (int)limit);
  printf("last: %d, length %d, buffer %d\n", (int)index,
         (int)iket_session_lost_kernel(first, 0, NULL, 0, NULL, NULL),
         (int)iket_session_needed_buffer_bytes(first));
  iket_session_destroy(first);
  iket_session_destroy(second);
  iket_session_destroy(NULL);

  length = iket_output_dir(whole, sizeof whole);
  iket_output_dir(cut, sizeof cut);
  printf("directory: %s (%s), cut to '%s'\n", whole,
         length == strlen(whole) && strncmp(whole, cut, 3) == 0 ? "same"
                                                                : "different",
         cut);
  started = iket_start_recording(NULL);
  on = iket_is_recording();
  stopped = iket_stop_recording();
  printf("process: %d %d %d %d\n", started, on, stopped, iket_is_recording());
  printf("process saved: %s\n", iket_last_saved());
  printf("payloads: %d\n", iket_built_with_runtime_payloads());
  return 0;
}
