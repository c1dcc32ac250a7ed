#ifndef CPLAYHEAD_GTK_SHIM_H
#define CPLAYHEAD_GTK_SHIM_H
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <epoxy/gl.h>
#endif
