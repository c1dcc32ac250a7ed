// X11's extension Present for a direct window: frames are shown at a refresh of the display, and the server reports at
// which one, and when it no longer reads a pixmap.
#ifndef CPLAYHEAD_GTK_PRESENT_H
#define CPLAYHEAD_GTK_PRESENT_H

#include "direct.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib-xcb.h>
#include <xcb/present.h>

typedef struct {
  PlayheadDirect *direct;       // the window, which must live longer
  xcb_connection_t *connection; // that of the window
  xcb_special_event_t *events;  // the server's reports, separate from Xlib's events
} PlayheadPresent;

// A report about a pixmap that was presented.
typedef struct {
  uint32_t serial;   // the number that was passed with the pixmap
  bool is_idle;      // whether the server no longer reads the pixmap; else the presentation is complete
  bool is_shown;     // of a complete presentation: whether it was shown, and not skipped
  uint64_t refresh;  // the number of the refresh
  uint64_t time;     // its time in microseconds of the server's clock
} PlayheadPresentReport;

// Whether a request was performed.
static inline bool playhead_present_is_done(PlayheadPresent *present, xcb_void_cookie_t request) {
  xcb_generic_error_t *error = xcb_request_check(present->connection, request);
  free(error);
  return error == NULL && !xcb_connection_has_error(present->connection);
}

static inline void playhead_present_close(PlayheadPresent *present) {
  if (present->events) xcb_unregister_for_special_event(present->connection, present->events);
  free(present);
}

// NULL if the server does not have the extension.
static inline PlayheadPresent *playhead_present_open(PlayheadDirect *direct) {
  PlayheadPresent *present = calloc(1, sizeof *present);
  if (present == NULL) return NULL;
  present->direct = direct;
  xcb_connection_t *connection = present->connection = XGetXCBConnection(direct->display);
  const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &xcb_present_id);
  if (extension == NULL || !extension->present) return playhead_present_close(present), NULL;
  xcb_present_query_version_reply_t *version =
    xcb_present_query_version_reply(connection, xcb_present_query_version(connection, 1, 0), NULL);
  bool is_known = version != NULL && version->major_version == 1;
  free(version);
  if (!is_known) return playhead_present_close(present), NULL;
  uint32_t identifier = xcb_generate_id(connection);
  present->events = xcb_register_for_special_xge(connection, &xcb_present_id, identifier, NULL);
  uint32_t mask = XCB_PRESENT_EVENT_MASK_COMPLETE_NOTIFY | XCB_PRESENT_EVENT_MASK_IDLE_NOTIFY;
  if (present->events == NULL ||
      !playhead_present_is_done(
        present, xcb_present_select_input_checked(connection, identifier, direct->window, mask)))
    return playhead_present_close(present), NULL;
  return present;
}

// A pixmap whose pixels are those of attached memory; 0 if the server cannot make it.
static inline Pixmap playhead_present_share_memory(PlayheadPresent *present, ShmSeg segment, int row_bytes, int rows) {
  PlayheadDirect *direct = present->direct;
  if (!direct->shares_memory) return 0;
  XShmSegmentInfo info = {.shmseg = segment};
  XErrorHandler before = playhead_direct_begin_requests(direct->display);
  Pixmap pixmap = XShmCreatePixmap(direct->display, direct->window, NULL, &info, row_bytes / 4, rows, direct->depth);
  return playhead_direct_end_requests(direct->display, before) ? pixmap : 0;
}

// A pixmap in the server's own memory; 0 if it cannot make one.
static inline Pixmap playhead_present_make_pixmap(PlayheadPresent *present, int width, int height) {
  uint32_t pixmap = xcb_generate_id(present->connection);
  bool made = playhead_present_is_done(
    present, xcb_create_pixmap_checked(present->connection, present->direct->depth, pixmap, present->direct->window,
                                       width, height));
  return made ? pixmap : 0;
}

static inline void playhead_present_free_pixmap(PlayheadPresent *present, Pixmap pixmap) {
  XFreePixmap(present->direct->display, pixmap);
}

// Shows a pixmap at the next refresh, or at once. Its point (x, y) is shown in the corner of the window. It replaces a
// pixmap that waits for the same refresh. Returns false if the server refuses it, which is known only if `checks` is
// true: that waits for the server.
static inline bool playhead_present_show(PlayheadPresent *present, Pixmap pixmap, uint32_t serial, int x, int y,
                                         bool at_once, bool checks) {
  xcb_void_cookie_t request = xcb_present_pixmap_checked(
    present->connection, present->direct->window, pixmap, serial, XCB_NONE, XCB_NONE, -x, -y, XCB_NONE, XCB_NONE,
    XCB_NONE, at_once ? XCB_PRESENT_OPTION_ASYNC : XCB_PRESENT_OPTION_NONE, 0, 0, 0, 0, NULL);
  if (checks) return playhead_present_is_done(present, request);
  // Errors must not reach GTK's error handler. The report is missing then.
  xcb_discard_reply(present->connection, request.sequence);
  xcb_flush(present->connection);
  return true;
}

// The next report, without waiting; false if there is none.
static inline bool playhead_present_next_report(PlayheadPresent *present, PlayheadPresentReport *report) {
  xcb_generic_event_t *event;
  while ((event = xcb_poll_for_special_event(present->connection, present->events))) {
    uint16_t type = ((xcb_present_generic_event_t *)event)->evtype;
    bool is_report = true;
    *report = (PlayheadPresentReport){0};
    if (type == XCB_PRESENT_EVENT_IDLE_NOTIFY) {
      report->is_idle = true;
      report->serial = ((xcb_present_idle_notify_event_t *)event)->serial;
    } else if (type == XCB_PRESENT_EVENT_COMPLETE_NOTIFY) {
      xcb_present_complete_notify_event_t *complete = (xcb_present_complete_notify_event_t *)event;
      is_report = complete->kind == XCB_PRESENT_COMPLETE_KIND_PIXMAP;
      report->serial = complete->serial;
      report->is_shown = complete->mode != XCB_PRESENT_COMPLETE_MODE_SKIP;
      report->refresh = complete->msc;
      report->time = complete->ust;
    } else {
      is_report = false;
    }
    free(event);
    if (is_report) return true;
  }
  return false;
}
#endif

#endif
