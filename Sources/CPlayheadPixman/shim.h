// Pixman: lays pixels and coloured masks over pixels.
#ifndef CPLAYHEAD_PIXMAN_SHIM_H
#define CPLAYHEAD_PIXMAN_SHIM_H

#include <pixman.h>

#endif
