#include <iket/session_c.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  iket_session_options options;
  iket_session *first = NULL, *second = NULL;
  char whole[4096], cut[4];
  size_t length;
  int enabled, on, disabled;
  (void)argc;

  iket_session_options_init(&options);
  printf("defaults: %d events, %d bytes, defer %d, reset %d\n",
         (int)options.max_events_per_warp, (int)options.buffer_bytes,
         options.defer_readback, options.reset_events);
  memset(&options, 0, sizeof options);
  printf("uninitialised: %d\n", iket_session_create(&options, &first));

  if (iket_session_create(NULL, &first) || iket_session_create(NULL, &second))
    return 1;
  printf("stop: %d", iket_session_stop(first));
  printf(" %s\n", iket_last_error());
  if (iket_session_start(first))
    return 1;
  printf("active %d, recording %d\n", iket_session_is_active(first),
         iket_session_enabled(first));
  printf("second: %d\n", iket_session_start(second));
  if (iket_session_stop(first))
    return 1;
  printf("saved: %d\n", iket_session_save(first, argv[1]));
  printf("lost: %d\n", (int)iket_session_lost_warps(first));
  iket_session_destroy(first);
  iket_session_destroy(second);
  iket_session_destroy(NULL);

  length = iket_output_dir(whole, sizeof whole);
  iket_output_dir(cut, sizeof cut);
  printf("directory: %s (%s), cut to '%s'\n", whole,
         length == strlen(whole) && strncmp(whole, cut, 3) == 0 ? "same"
                                                                : "different",
         cut);
  enabled = iket_enable(NULL);
  on = iket_is_enabled();
  disabled = iket_disable();
  printf("process: %d %d %d %d\n", enabled, on, disabled, iket_is_enabled());
  printf("payloads: %d\n", iket_built_with_runtime_payloads());
  return 0;
}
