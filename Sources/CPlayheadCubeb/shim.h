// Types only: the library itself is loaded when audio is first played.
#ifndef CPLAYHEAD_CUBEB_SHIM_H
#define CPLAYHEAD_CUBEB_SHIM_H
#include <cubeb/cubeb.h>
#endif
