// Detects whether other windows cover an X11 window completely. The server's own VisibilityNotify does not work for
// windows with transparency such as GTK's: the server treats them as visible.
#ifndef CPLAYHEAD_GTK_SIGHT_H
#define CPLAYHEAD_GTK_SIGHT_H

#include <gtk/gtk.h>
#include <stdbool.h>

// Whether a window is minimized.
static inline bool playhead_gtk_is_minimized(GdkSurface *surface) {
  return surface != NULL && GDK_IS_TOPLEVEL(surface) &&
         (gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) & GDK_TOPLEVEL_STATE_MINIMIZED) != 0;
}

#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <X11/extensions/shape.h>
#include <gdk/x11/gdkx.h>

// The position of a window on the screen; false if it is not shown, or not a plain rectangle.
static inline bool playhead_gtk_place_of(Display *server, Window window, GdkRectangle *place) {
  XWindowAttributes attributes;
  Window child;
  int x = 0, y = 0;
  if (!XGetWindowAttributes(server, window, &attributes) || attributes.map_state != IsViewable ||
      !XTranslateCoordinates(server, window, attributes.root, 0, 0, &x, &y, &child))
    return false;
  *place = (GdkRectangle){x, y, attributes.width, attributes.height};
  return true;
}

static inline bool playhead_gtk_is_plain(Display *server, Window window) {
  Bool bounding = False, clip = False;
  int numbers[4];
  unsigned sizes[4];
  return !XShapeQueryExtents(server, window, &bounding, &numbers[0], &numbers[1], &sizes[0], &sizes[1], &clip,
                             &numbers[2], &numbers[3], &sizes[2], &sizes[3]) || !bounding;
}

// Whether a window above covers all of this one, or it is on a hidden desktop. False with a compositor, which alone
// knows what is visible, and if the window manager does not report the stacking order.
static inline bool playhead_gtk_is_covered(GdkSurface *surface) {
  if (surface == NULL || !GDK_IS_X11_SURFACE(surface) || gdk_display_is_composited(gdk_surface_get_display(surface)))
    return false;
  GdkDisplay *display = gdk_surface_get_display(surface);
  Display *server = gdk_x11_display_get_xdisplay(display);
  Window own = gdk_x11_surface_get_xid(surface);
  GdkRectangle here, there, both;
  Atom type = None;
  int format = 0;
  unsigned long count = 0, rest = 0;
  unsigned char *data = NULL;
  bool covered = false;
  gdk_x11_display_error_trap_push(display);
  if (!playhead_gtk_place_of(server, own, &here)) {
    covered = true;
  } else if (XGetWindowProperty(server, DefaultRootWindow(server),
                                gdk_x11_get_xatom_by_name_for_display(display, "_NET_CLIENT_LIST_STACKING"), 0, 1024,
                                False, XA_WINDOW, &type, &format, &count, &rest, &data) == Success &&
             data != NULL && format == 32) {
    const Window *windows = (const Window *)data;
    // The topmost window is the last one.
    for (unsigned long i = count; i > 0 && windows[i - 1] != own && !covered; i--)
      covered = playhead_gtk_place_of(server, windows[i - 1], &there) && gdk_rectangle_intersect(&here, &there, &both) &&
                gdk_rectangle_equal(&both, &here) && playhead_gtk_is_plain(server, windows[i - 1]);
    if (covered) {
      // A window missing from the list has no position in the stacking order.
      bool listed = false;
      for (unsigned long i = 0; i < count; i++) listed |= windows[i] == own;
      covered = listed;
    }
  }
  if (data != NULL) XFree(data);
  gdk_x11_display_error_trap_pop_ignored(display);
  return covered;
}

// Whether an event reports that windows appeared, disappeared or were restacked.
static inline bool playhead_gtk_changes_order(GdkSurface *surface, const void *event) {
  const XEvent *seen = event;
  if (seen->type != PropertyNotify) return false;
  GdkDisplay *display = gdk_surface_get_display(surface);
  return seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_CLIENT_LIST_STACKING") ||
         seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_CURRENT_DESKTOP") ||
         seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_ACTIVE_WINDOW");
}

// Subscribes GTK to changes of the stacking order. False without an X server.
static inline bool playhead_gtk_watch_order(GdkSurface *surface) {
  if (!GDK_IS_X11_SURFACE(surface)) return false;
  Display *server = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
  XWindowAttributes attributes;
  if (!XGetWindowAttributes(server, DefaultRootWindow(server), &attributes)) return false;
  XSelectInput(server, DefaultRootWindow(server), attributes.your_event_mask | PropertyChangeMask);
  return true;
}
#endif

#endif
