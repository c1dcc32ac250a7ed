// D-Bus and main loops without a toolkit.
#ifndef CPLAYHEAD_GIO_SHIM_H
#define CPLAYHEAD_GIO_SHIM_H

#include <gio/gio.h>

#endif
