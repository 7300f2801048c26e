#include <iket/session_c.h>

int plain_recording(void) { return iket_is_recording(); }
