// Cairo: draws rectangles, clips, groups and images into memory.
#ifndef CPLAYHEAD_CAIRO_SHIM_H
#define CPLAYHEAD_CAIRO_SHIM_H

#include <cairo/cairo.h>

#endif
