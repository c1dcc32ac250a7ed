// Types and constants only. The library itself is loaded when the first cache is opened.
#ifndef CPLAYHEAD_SQLITE_SHIM_H
#define CPLAYHEAD_SQLITE_SHIM_H

#include <sqlite3.h>

#endif
