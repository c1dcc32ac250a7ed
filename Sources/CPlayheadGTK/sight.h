// Whether others cover a window of the X server wholly. The server's own VisibilityNotify says nothing of windows with transparency,
// as GTK's are: the server keeps those apart and takes them for visible.
#ifndef CPLAYHEAD_GTK_SIGHT_H
#define CPLAYHEAD_GTK_SIGHT_H

#include <gtk/gtk.h>
#include <stdbool.h>

// Whether a window lies in the desktop's list of windows only.
static inline bool playhead_gtk_is_minimized(GdkSurface *surface) {
  return surface != NULL && GDK_IS_TOPLEVEL(surface) &&
         (gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) & GDK_TOPLEVEL_STATE_MINIMIZED) != 0;
}

#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <X11/extensions/shape.h>
#include <gdk/x11/gdkx.h>

// Where a window lies on the screen; false where it is not shown, or is no plain rectangle.
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

// Whether one of the windows above lies over all of this one, or it is on a desktop that is not shown. False where somebody composes
// the screen, who alone knows what is seen, and where the window manager does not tell the order.
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
    // The topmost is the last.
    for (unsigned long i = count; i > 0 && windows[i - 1] != own && !covered; i--)
      covered = playhead_gtk_place_of(server, windows[i - 1], &there) && gdk_rectangle_intersect(&here, &there, &both) &&
                gdk_rectangle_equal(&both, &here) && playhead_gtk_is_plain(server, windows[i - 1]);
    if (covered) {
      // A window that the list does not have lies nowhere in its order.
      bool listed = false;
      for (unsigned long i = 0; i < count; i++) listed |= windows[i] == own;
      covered = listed;
    }
  }
  if (data != NULL) XFree(data);
  gdk_x11_display_error_trap_pop_ignored(display);
  return covered;
}

// Whether an event says that windows came, went or changed their order.
static inline bool playhead_gtk_changes_order(GdkSurface *surface, const void *event) {
  const XEvent *seen = event;
  if (seen->type != PropertyNotify) return false;
  GdkDisplay *display = gdk_surface_get_display(surface);
  return seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_CLIENT_LIST_STACKING") ||
         seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_CURRENT_DESKTOP") ||
         seen->xproperty.atom == gdk_x11_get_xatom_by_name_for_display(display, "_NET_ACTIVE_WINDOW");
}

// Has the X server tell GTK when the order of windows changes. False where there is no such server.
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
