// An X11 window inside GTK's own for frames in shared memory: the parts that need macros of X11.
#ifndef CPLAYHEAD_GTK_DIRECT_H
#define CPLAYHEAD_GTK_DIRECT_H

#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef GDK_WINDOWING_X11
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/shape.h>
#include <gdk/x11/gdkx.h>
#include <sys/ipc.h>
#include <sys/shm.h>

typedef struct {
  Display *display; // a separate connection: no waiting for GTK's
  Display *host;    // GTK's
  Window parent, window;
  GC gc;
  Visual *visual;
  int depth;
  bool shares_memory; // whether pixmaps can be in memory that this process shares with the server
} PlayheadDirect;

static inline bool playhead_direct_is_x11(GdkDisplay *display) { return GDK_IS_X11_DISPLAY(display); }

static inline int *playhead_direct_failures(void) {
  static int count = 0;
  return &count;
}

static inline int playhead_direct_note_failure(Display *display, XErrorEvent *event) {
  return ++*playhead_direct_failures(), 0;
}

// Counts errors until the matching end, instead of ending the program. Returns the handler to restore.
static inline XErrorHandler playhead_direct_begin_requests(Display *display) {
  XSync(display, False);
  *playhead_direct_failures() = 0;
  return XSetErrorHandler(playhead_direct_note_failure);
}

// Waits for the requests since the beginning. Returns whether all of them were performed.
static inline bool playhead_direct_end_requests(Display *display, XErrorHandler before) {
  XSync(display, False);
  XSetErrorHandler(before);
  return *playhead_direct_failures() == 0;
}

// Memory that the X server can map; NULL if it is not available. It is marked for removal at once, so it is freed with
// its last user, however that ends; Linux lets the server map it nevertheless, shmctl(2).
static inline void *playhead_direct_allocate(size_t size, int *identifier) {
  *identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  if (*identifier < 0) return NULL;
  void *address = shmat(*identifier, NULL, 0);
  shmctl(*identifier, IPC_RMID, NULL);
  return address == (void *)-1 ? NULL : address;
}

static inline void playhead_direct_free(void *address) { shmdt(address); }

// Whether the server displays pixels of four bytes, blue first, without conversion.
static inline bool playhead_direct_is_plain(Display *display, Visual *visual, int depth) {
  if (ImageByteOrder(display) != LSBFirst || visual->red_mask != 0xff0000 || visual->green_mask != 0xff00 ||
      visual->blue_mask != 0xff)
    return false;
  int count = 0;
  bool plain = false;
  XPixmapFormatValues *formats = XListPixmapFormats(display, &count);
  for (int i = 0; i < count; i++) plain |= formats[i].depth == depth && formats[i].bits_per_pixel == 32;
  if (formats) XFree(formats);
  return plain;
}

static inline void playhead_direct_close(PlayheadDirect *direct) {
  if (direct->window) XDestroyWindow(direct->display, direct->window);
  if (direct->gc) XFreeGC(direct->display, direct->gc);
  // Requests to a window that was destroyed in the meantime must not end the program.
  XErrorHandler before = XSetErrorHandler(playhead_direct_note_failure);
  XSync(direct->display, True);
  XSetErrorHandler(before);
  XCloseDisplay(direct->display);
  free(direct);
}

// A hidden window inside `parent`, a window of the connection `host`, invisible to pointers. NULL if the server is on
// another machine, or has another format of pixels.
static inline PlayheadDirect *playhead_direct_open_in(Display *host, Window parent) {
  PlayheadDirect *direct = calloc(1, sizeof *direct);
  if (direct == NULL) return NULL;
  direct->host = host;
  direct->parent = parent;
  XSync(direct->host, False);
  direct->display = XOpenDisplay(DisplayString(direct->host));
  if (direct->display == NULL) return free(direct), NULL;
  XWindowAttributes attributes;
  int event = 0, error = 0;
  if (!XShmQueryExtension(direct->display) || !XShapeQueryExtension(direct->display, &event, &error) ||
      !XGetWindowAttributes(direct->display, direct->parent, &attributes) ||
      !playhead_direct_is_plain(direct->display, attributes.visual, attributes.depth))
    return playhead_direct_close(direct), NULL;
  int major = 0, minor = 0;
  Bool has_pixmaps = False;
  XShmQueryVersion(direct->display, &major, &minor, &has_pixmaps);
  direct->shares_memory = has_pixmaps && XShmPixmapFormat(direct->display) == ZPixmap;
  direct->visual = attributes.visual;
  direct->depth = attributes.depth;
  XSetWindowAttributes wanted = {.background_pixmap = None, .border_pixel = 0, .event_mask = ExposureMask,
                                 .colormap = attributes.colormap};
  direct->window = XCreateWindow(direct->display, direct->parent, 0, 0, 1, 1, 0, attributes.depth, InputOutput,
                                 attributes.visual, CWBackPixmap | CWBorderPixel | CWEventMask | CWColormap, &wanted);
  direct->gc = XCreateGC(direct->display, direct->window, 0, NULL);
  XShapeCombineRectangles(direct->display, direct->window, ShapeInput, 0, 0, NULL, 0, ShapeSet, Unsorted);
  return direct;
}

// The same inside the window of `surface`; NULL also if that is no X11 window.
static inline PlayheadDirect *playhead_direct_open(GdkSurface *surface) {
  if (surface == NULL || !GDK_IS_X11_SURFACE(surface)) return NULL;
  return playhead_direct_open_in(
    gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface)), gdk_x11_surface_get_xid(surface));
}

// Lets the server map memory. 0 if it cannot: it runs on another machine, or in another container.
static inline ShmSeg playhead_direct_attach(PlayheadDirect *direct, int identifier) {
  // Servers refuse pixmaps in memory that they may only read.
  XShmSegmentInfo info = {.shmid = identifier, .readOnly = !direct->shares_memory};
  XErrorHandler before = playhead_direct_begin_requests(direct->display);
  bool attached = XShmAttach(direct->display, &info);
  return playhead_direct_end_requests(direct->display, before) && attached ? info.shmseg : 0;
}

static inline void playhead_direct_detach(PlayheadDirect *direct, ShmSeg segment) {
  XShmSegmentInfo info = {.shmseg = segment};
  XShmDetach(direct->display, &info);
}

// Draws a part of a frame into the window, or into a pixmap if it is not 0. It has that part's size.
static inline void playhead_direct_put(PlayheadDirect *direct, Pixmap pixmap, ShmSeg segment, void *address,
                                       int row_bytes, int rows, int x, int y, int width, int height) {
  XShmSegmentInfo info = {.shmseg = segment, .shmaddr = address};
  XImage image = {.width = row_bytes / 4, .height = rows, .format = ZPixmap, .data = address, .byte_order = LSBFirst,
                  .bitmap_unit = 32, .bitmap_bit_order = LSBFirst, .bitmap_pad = 32, .depth = direct->depth,
                  .bytes_per_line = row_bytes, .bits_per_pixel = 32, .red_mask = 0xff0000, .green_mask = 0xff00,
                  .blue_mask = 0xff, .obdata = (char *)&info};
  XInitImage(&image);
  Drawable target = pixmap ? pixmap : direct->window;
  XShmPutImage(direct->display, target, direct->gc, &image, x, y, 0, 0, width, height, False);
  XFlush(direct->display);
}

// Waits until the server has processed all requests.
static inline void playhead_direct_wait(PlayheadDirect *direct) { XSync(direct->display, False); }

static inline void playhead_direct_place(PlayheadDirect *direct, int x, int y, int width, int height) {
  XMoveResizeWindow(direct->display, direct->window, x, y, width, height);
}

static inline void playhead_direct_set_shown(PlayheadDirect *direct, bool shown) {
  if (shown) {
    XMapRaised(direct->display, direct->window);
  } else {
    // GTK's latest drawing must be complete before this window disappears.
    XSync(direct->host, False);
    XUnmapWindow(direct->display, direct->window);
    XFlush(direct->display);
  }
}

// Waits until the server has processed GTK's requests.
static inline void playhead_direct_wait_for_host(PlayheadDirect *direct) { XSync(direct->host, False); }

static inline int playhead_direct_descriptor(PlayheadDirect *direct) { return ConnectionNumber(direct->display); }

// Whether events were read while the process waited for the server: its descriptor does not announce them any more.
static inline bool playhead_direct_has_events(PlayheadDirect *direct) {
  return XEventsQueued(direct->display, QueuedAlready) > 0;
}

// Whether a part of the window was exposed and must be redrawn.
static inline bool playhead_direct_was_exposed(PlayheadDirect *direct) {
  bool exposed = false;
  while (XPending(direct->display)) {
    XEvent event;
    XNextEvent(direct->display, &event);
    exposed |= event.type == Expose;
  }
  return exposed;
}
#endif

#endif
