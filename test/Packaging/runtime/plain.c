#include <iket/session_c.h>

int plain_enabled(void) { return iket_is_enabled(); }
