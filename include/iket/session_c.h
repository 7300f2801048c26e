/*===- iket/session_c.h - Recording from inside a C program -------*- C -*-===*\
|*                                                                            *|
|* Part of the Iket project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Sessions, the process's recording and the output directory of              *|
|* iket/session.h, for C and for languages that call C. record(), discover()  *|
|* and most of iket/executable.h are for C++ alone.                           *|
|*                                                                            *|
|*   iket_session *recording = NULL;                                          *|
|*   if (iket_session_create(NULL, &recording) ||                             *|
|*       iket_session_start(recording))                                       *|
|*     fprintf(stderr, "%s\n", iket_last_error());                            *|
|*   ...                                                                      *|
|*   iket_session_stop(recording);                                            *|
|*   iket_session_save(recording, "k.trace.json");                            *|
|*   iket_session_destroy(recording);                                         *|
|*                                                                            *|
|* Functions that can fail return 0 or a code: below 100 one of NVIDIA's      *|
|* library, from 100 on one of enum iket_code. Strings are copied. Any thread *|
|* may call any function.                                                     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef IKET_SESSION_C_H
#define IKET_SESSION_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* iket::errc, from 100 on. */
enum iket_code {
  IKET_SUCCESS = 0,
  IKET_INVALID_ARGUMENT = 1,
  IKET_UNKNOWN = 5,
  IKET_IO_ERROR = 13,
  IKET_LIBRARY_NOT_FOUND = 100,
  IKET_NO_DRIVER = 101,
  IKET_NOT_THE_LIBRARY = 102,
  IKET_LIBRARY_VERSION = 103,
  IKET_SESSION_ACTIVE = 104,
  IKET_NOT_STARTED = 105,
  IKET_STILL_ACTIVE = 106,
  IKET_NOTHING_RECORDED = 107,
  IKET_NO_RUNTIME_PAYLOADS = 108,
  IKET_BAD_OUTPUT_DIRECTORY = 109,
  IKET_OUT_OF_MEMORY = 110,
  IKET_PROCESS_EXITING = 111
};

/* iket::session_options; see there for what each field means. Fill it with
   iket_session_options_init(), which a later version may do with more fields:
   size says which ones there are. */
typedef struct iket_session_options {
  size_t size;
  const char *output_dir; /* NULL: not set; so for all strings. */
  const char *library;
  const char *save_as;
  uint64_t max_events_per_warp;
  uint64_t buffer_bytes;
  const void *const *contexts; /* CUcontexts */
  size_t num_contexts;
  uint32_t cluster[3]; /* With one_cluster. */
  int one_cluster;
  int lifetimes_only;
  int defer_readback;
  int log_level; /* 0 errors, 1 warnings, 2 all. */
  int override_active;
  int stop_on_destroy;
  int reset_events;
  int runtime_payloads;
  int save_on_destroy;
} iket_session_options;

typedef struct iket_session iket_session;

/* The defaults. The caller's header says how many fields there are: an object
   that was compiled with an older one is not written past its end. */
void iket_session_options_init_sized(iket_session_options *options,
                                     size_t size);
#define iket_session_options_init(options)                                     \
  iket_session_options_init_sized((options), sizeof *(options))
/* options may be NULL for the defaults. */
int iket_session_create(const iket_session_options *options,
                        iket_session **session);
/* NULL is nothing. */
void iket_session_destroy(iket_session *session);
int iket_session_start(iket_session *session);
int iket_session_stop(iket_session *session);
int iket_session_reset(iket_session *session);
/* path NULL: a name of its own in the output directory; iket_last_saved() has
   it. */
int iket_session_save(iket_session *session, const char *path);
int iket_session_is_active(const iket_session *session);
int iket_session_is_recording(const iket_session *session);
/* Warps whose events were lost, of all kernels. */
uint64_t iket_session_lost_warps(const iket_session *session);
/* The same by kernel, the first one with index 0: writes the kernel's mangled
   name as iket_output_dir() does, and what is not NULL of the others: how many
   of its warps, and the max_events_per_warp that was too small. Returns the
   length of the name; 0 when there are no more kernels. */
size_t iket_session_lost_kernel(const iket_session *session, size_t index,
                                char *buffer, size_t size, uint64_t *warps,
                                uint64_t *limit);
/* The buffer_bytes that NVIDIA's library asked for; 0: they sufficed. */
uint64_t iket_session_needed_buffer_bytes(const iket_session *session);

/* The process's own recording. */
int iket_start_recording(const iket_session_options *options);
int iket_stop_recording(void);
int iket_is_recording(void);
int iket_reset(void);

int iket_set_output_dir(const char *dir);
/* Both write at most size bytes with the final NUL, and return the length of
   the whole without it, as snprintf does. */
size_t iket_output_dir(char *buffer, size_t size);
size_t iket_output_path(const char *name, char *buffer, size_t size);

/* 1 or 0; -1 when the executable can't be read. */
int iket_built_with_runtime_payloads(void);

/* The file that the last iket_session_save() or iket_stop_recording() of this
   thread wrote; "" when it wrote none, as where another tool records. */
const char *iket_last_saved(void);

/* What the last function that failed in this thread says, and what to do; ""
   before any failed. */
const char *iket_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* IKET_SESSION_C_H */
