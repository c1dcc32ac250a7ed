// Pixman: composes pixels and coloured masks.
#ifndef CPLAYHEAD_PIXMAN_SHIM_H
#define CPLAYHEAD_PIXMAN_SHIM_H

#include <pixman.h>

#endif
