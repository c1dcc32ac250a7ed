// GTK 4, and the parts that Swift's importer cannot see: variadic functions, and X11's macros.
#ifndef CPLAYHEAD_GTK_SHIM_H
#define CPLAYHEAD_GTK_SHIM_H

#include "direct.h"
#include "gl.h"
#include "present.h"
#include "releases.h"
#include "sight.h"
#include "subsurface.h"
#include <glib-unix.h>
#include <libintl.h>
#include <malloc.h>
#include <locale.h>
#include <gtk/gtk.h>
#if !GTK_CHECK_VERSION(4, 18, 0)
#include <gsk/gl/gskglrenderer.h>
#endif
#include <sys/timerfd.h>

#ifdef GDK_WINDOWING_X11
#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#endif

// One heap for all threads. Swift cannot access the C library's settings.
static inline void playhead_gtk_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

// The program's application; NULL if it has none, or one without GTK.
static inline GtkApplication *playhead_gtk_application(void) {
  GApplication *application = g_application_get_default();
  return application && GTK_IS_APPLICATION(application) ? GTK_APPLICATION(application) : NULL;
}

// The class of an object.
static inline GType playhead_gtk_type_of(void *object) { return G_OBJECT_TYPE(object); }

// The type of strings, a macro.
static inline GType playhead_gtk_string_type(void) { return G_TYPE_STRING; }

// Sets a boolean property; GObject's own function is variadic.
static inline void playhead_gtk_set_flag(void *object, const char *name, gboolean value) {
  g_object_set(object, name, value, NULL);
}

// A string property, or NULL; free it with g_free(). GObject's own function is variadic.
static inline char *playhead_gtk_text(void *object, const char *name) {
  char *text = NULL;
  g_object_get(object, name, &text, NULL);
  return text;
}

// Sets the accessible name for screen readers.
static inline void playhead_gtk_set_name(GtkWidget *widget, const char *name) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

// Sets the accessible role, before the widget is shown.
static inline void playhead_gtk_set_role(GtkWidget *widget, GtkAccessibleRole role) {
  g_object_set(widget, "accessible-role", role, NULL);
}

// Hides a widget from screen readers, if another one has the same content.
static inline void playhead_gtk_hide_from_readers(GtkWidget *widget) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

// Sets the accessible value text of a slider.
static inline void playhead_gtk_set_value_text(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

// Cairo sends images to an X server through a shared-memory pool, which it releases as soon as it is unused, after
// every drawing of a window. Attaching it again costs more than the image: the client and the server touch every page
// for the first time. A small persistent image retains a pool for several images of this size. NULL if not available.
static inline cairo_surface_t *playhead_gtk_hold_shared_memory(GdkDisplay *display, int width, int height) {
#ifdef GDK_WINDOWING_X11
  if (!GDK_IS_X11_DISPLAY(display)) return NULL;
  Display *server = gdk_x11_display_get_xdisplay(display);
  int screen = DefaultScreen(server);
  cairo_surface_t *root = cairo_xlib_surface_create(server, RootWindow(server, screen), DefaultVisual(server, screen), width, height);
  // The first request determines the size of the pool: eight times as much. The second one retains it.
  cairo_surface_t *large = cairo_surface_create_similar_image(root, CAIRO_FORMAT_RGB24, width, height);
  cairo_surface_t *small = cairo_surface_create_similar_image(root, CAIRO_FORMAT_RGB24, 64, 64);
  cairo_surface_destroy(large);
  cairo_surface_destroy(root);
  return small;
#else
  return NULL;
#endif
}

#ifdef GDK_WINDOWING_X11
// Frees what XGetImage returned; Xlib's own name for it is a macro.
static inline void playhead_gtk_destroy_image(XImage *image) { image->f.destroy_image(image); }
#endif

// Requests the window manager to place a window above others, or not. False if only the user can do that.
static inline bool playhead_gtk_keep_above(GtkNative *window, bool above) {
#ifdef GDK_WINDOWING_X11
  GdkSurface *surface = gtk_native_get_surface(window);
  if (surface == NULL || !GDK_IS_X11_SURFACE(surface)) return false;
  Display *server = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
  XEvent event = {0};
  event.xclient.type = ClientMessage;
  event.xclient.window = gdk_x11_surface_get_xid(surface);
  event.xclient.message_type = XInternAtom(server, "_NET_WM_STATE", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = above ? 1 : 0;
  event.xclient.data.l[1] = (long)XInternAtom(server, "_NET_WM_STATE_ABOVE", False);
  event.xclient.data.l[3] = 1;
  XSendEvent(server, DefaultRootWindow(server), False, SubstructureRedirectMask | SubstructureNotifyMask, &event);
  XFlush(server);
  return true;
#else
  return false;
#endif
}

#ifdef GDK_WINDOWING_X11
static inline void (**playhead_gtk_loss(void))(void) {
  static void (*call)(void) = NULL;
  return &call;
}

static inline int playhead_gtk_display_was_lost(Display *display) {
  if (*playhead_gtk_loss()) (*playhead_gtk_loss())();
  return 0;
}
#endif

// Calls `call` when the connection to an X server breaks. The program cannot continue then: `call` must end it. Install
// it after starting GTK, whose own handler reports nothing.
static inline void playhead_gtk_on_lost_display(void (*call)(void)) {
#ifdef GDK_WINDOWING_X11
  *playhead_gtk_loss() = call;
  XSetIOErrorHandler(playhead_gtk_display_was_lost);
#endif
}

// Lets the window manager move the window of a widget with the pointer whose button is down; x and y are the place of
// the press in the widget. False if the window cannot be moved. The gesture must be reset after true.
static inline bool playhead_gtk_begin_move(GtkWidget *widget, GtkGesture *gesture, double x, double y) {
  GtkNative *native = gtk_widget_get_native(widget);
  GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
  if (surface == NULL || !GDK_IS_TOPLEVEL(surface)) return false;
  if (GTK_IS_WINDOW(native) && gtk_window_is_fullscreen(GTK_WINDOW(native))) return false;
  graphene_point_t place, origin = GRAPHENE_POINT_INIT((float)x, (float)y);
  if (!gtk_widget_compute_point(widget, GTK_WIDGET(native), &origin, &place)) return false;
  double left = 0, top = 0;
  gtk_native_get_surface_transform(native, &left, &top);
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gdk_toplevel_begin_move(
      GDK_TOPLEVEL(surface), gtk_gesture_get_device(gesture),
      (int)gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture)), place.x + left, place.y + top,
      gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture)));
  return true;
}

// Moves a window on the screen, if the display server lets programs choose positions.
static inline void playhead_gtk_move_window(GtkNative *window, int x, int y) {
#ifdef GDK_WINDOWING_X11
  GdkSurface *surface = gtk_native_get_surface(window);
  if (surface == NULL || !GDK_IS_X11_SURFACE(surface)) return;
  Display *server = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
  XMoveWindow(server, gdk_x11_surface_get_xid(surface), x, y);
#endif
}

#endif
