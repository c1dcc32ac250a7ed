// A Wayland subsurface over GTK's own surface for frames in shared memory: the parts that Swift's importer cannot see.
// Everything runs on GTK's thread; responses arrive with GTK's own events.
#ifndef CPLAYHEAD_GTK_SUBSURFACE_H
#define CPLAYHEAD_GTK_SUBSURFACE_H

#include "colors.h"
#include <gtk/gtk.h>

#ifdef GDK_WINDOWING_WAYLAND
#include <fcntl.h>
#include <linux/memfd.h>
#include <gdk/wayland/gdkwayland.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

// Called with the times of a frame that was shown, in nanoseconds of CLOCK_MONOTONIC: when it was submitted, when the
// display showed it, and the interval of its refreshes, 0 if that is unknown or varies.
typedef void (*PlayheadPresented)(void *data, int64_t submitted, int64_t presented, int64_t interval);

enum { PLAYHEAD_FEEDBACK_COUNT = 4 };

struct PlayheadSubsurface;

// A frame whose time of presentation is awaited.
typedef struct {
  struct PlayheadSubsurface *sub;
  struct wl_proxy *proxy;           // NULL if unused
  int64_t submitted;
} PlayheadFeedback;

typedef struct PlayheadSubsurface {
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_compositor *compositor; // GDK's
  struct wl_subcompositor *subcompositor;
  struct wl_shm *shm;
  struct wl_surface *parent;        // GDK's
  struct wl_surface *surface;       // NULL if hidden
  struct wl_subsurface *place;
  bool in_step;
  struct wl_proxy *presentation;    // NULL if the compositor does not report times
  clockid_t clock;                  // of the reported times; -1 if it is not known yet
  PlayheadFeedback feedback[PLAYHEAD_FEEDBACK_COUNT];
  PlayheadPresented presented;
  void *data;                       // of `presented`
  bool has_deep_color;              // whether the compositor reads pixels of 10 bits
  PlayheadColors colors;
} PlayheadSubsurface;

static inline bool playhead_subsurface_is_wayland(GdkDisplay *display) { return GDK_IS_WAYLAND_DISPLAY(display); }

// From Linux's own header, which cannot be included together with the C library's; that one has them for GNU programs
// only.
enum { PLAYHEAD_ADD_SEALS = 1024 + 9, PLAYHEAD_SEAL_SEAL = 1, PLAYHEAD_SEAL_SHRINK = 2 };

// Memory that a compositor can map; NULL if it is not available. An anonymous file, sealed against shrinking.
static inline void *playhead_subsurface_allocate(size_t size, int *descriptor) {
  *descriptor = (int)syscall(SYS_memfd_create, "playhead-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (*descriptor < 0) return NULL;
  void *address = MAP_FAILED;
  // Detects a lack of memory here, instead of by a signal at the first pixel.
  if (posix_fallocate(*descriptor, 0, (off_t)size) == 0)
    address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
  if (address == MAP_FAILED) return close(*descriptor), NULL;
  fcntl(*descriptor, PLAYHEAD_ADD_SEALS, PLAYHEAD_SEAL_SHRINK | PLAYHEAD_SEAL_SEAL);
  return address;
}

static inline void playhead_subsurface_free(void *address, size_t size, int descriptor) {
  munmap(address, size);
  close(descriptor);
}

// The protocol `presentation-time` of wayland-protocols, version 1: wayland-scanner is not needed for two interfaces.
static const struct wl_interface playhead_feedback_interface;
static const struct wl_interface *const playhead_feedback_types[] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static const struct wl_interface *const playhead_output_types[] = {&wl_output_interface};
static const struct wl_interface *const playhead_request_types[] = {&wl_surface_interface,
                                                                    &playhead_feedback_interface};
static const struct wl_message playhead_feedback_events[] = {
  {"sync_output", "o", (const struct wl_interface **)playhead_output_types},
  {"presented", "uuuuuuu", (const struct wl_interface **)playhead_feedback_types},
  {"discarded", "", (const struct wl_interface **)playhead_feedback_types},
};
static const struct wl_interface playhead_feedback_interface = {
  "wp_presentation_feedback", 1, 0, NULL, 3, playhead_feedback_events};
static const struct wl_message playhead_presentation_requests[] = {
  {"destroy", "", (const struct wl_interface **)playhead_feedback_types},
  {"feedback", "on", (const struct wl_interface **)playhead_request_types},
};
static const struct wl_message playhead_presentation_events[] = {
  {"clock_id", "u", (const struct wl_interface **)playhead_feedback_types}};
static const struct wl_interface playhead_presentation_interface = {
  "wp_presentation", 1, 2, playhead_presentation_requests, 1, playhead_presentation_events};

static inline int64_t playhead_subsurface_now(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (int64_t)now.tv_sec * 1000000000 + now.tv_nsec : 0;
}

static inline void playhead_subsurface_end_feedback(PlayheadFeedback *feedback) {
  if (feedback->proxy) wl_proxy_destroy(feedback->proxy);
  feedback->proxy = NULL;
}

static inline void playhead_feedback_synced(void *data, struct wl_proxy *proxy, struct wl_output *output) {}

static inline void playhead_feedback_presented(void *data, struct wl_proxy *proxy, uint32_t seconds_high,
                                               uint32_t seconds, uint32_t nanoseconds, uint32_t refresh,
                                               uint32_t count_high, uint32_t count, uint32_t flags) {
  PlayheadFeedback *feedback = data;
  PlayheadSubsurface *sub = feedback->sub;
  playhead_subsurface_end_feedback(feedback);
  int64_t now = playhead_subsurface_now(sub->clock);
  // A time after more than a century, or of a clock that does not exist here, is an error of the compositor.
  if (seconds_high != 0 || nanoseconds >= 1000000000 || now == 0 || sub->presented == NULL) return;
  int64_t age = now - ((int64_t)seconds * 1000000000 + nanoseconds);
  sub->presented(sub->data, feedback->submitted, playhead_subsurface_now(CLOCK_MONOTONIC) - age, refresh);
}

static inline void playhead_feedback_discarded(void *data, struct wl_proxy *proxy) {
  playhead_subsurface_end_feedback(data);
}

static inline void playhead_presentation_clock(void *data, struct wl_proxy *proxy, uint32_t clock) {
  ((PlayheadSubsurface *)data)->clock = (clockid_t)clock;
}

// Requests the time of presentation of the surface's next commit.
static inline void playhead_subsurface_request_feedback(PlayheadSubsurface *sub) {
  static void (*const listener[])(void) = {(void (*)(void))playhead_feedback_synced,
                                           (void (*)(void))playhead_feedback_presented,
                                           (void (*)(void))playhead_feedback_discarded};
  if (sub->presentation == NULL || sub->clock < 0) return;
  for (int i = 0; i < PLAYHEAD_FEEDBACK_COUNT; i++) {
    PlayheadFeedback *feedback = &sub->feedback[i];
    if (feedback->proxy) continue;
    feedback->sub = sub;
    feedback->submitted = playhead_subsurface_now(CLOCK_MONOTONIC);
    feedback->proxy =
      wl_proxy_marshal_constructor(sub->presentation, 1, &playhead_feedback_interface, sub->surface, NULL);
    if (feedback->proxy) wl_proxy_add_listener(feedback->proxy, (void (**)(void))listener, feedback);
    return;
  }
}

// Calls `changed` when the preferred colors or the descriptions for video have changed, on GTK's thread.
static inline void playhead_subsurface_on_colors(PlayheadSubsurface *sub, void (*changed)(void *data), void *data) {
  sub->colors.changed = changed;
  sub->colors.data = data;
}

// Describes the frames from the next commit on; see playhead_colors_set. Call it while the surface exists.
static inline bool playhead_subsurface_describe(PlayheadSubsurface *sub, uint32_t transfer, uint32_t peak) {
  return playhead_colors_set(&sub->colors, sub->surface, transfer, peak);
}

// Calls `presented` with the times of later frames, on GTK's thread.
static inline void playhead_subsurface_on_presented(PlayheadSubsurface *sub, PlayheadPresented presented, void *data) {
  sub->presented = presented;
  sub->data = data;
}

static inline void playhead_subsurface_format(void *data, struct wl_shm *shm, uint32_t format) {
  if (format == WL_SHM_FORMAT_XRGB2101010) ((PlayheadSubsurface *)data)->has_deep_color = true;
}

static inline void playhead_subsurface_global(void *data, struct wl_registry *registry, uint32_t name,
                                              const char *interface, uint32_t version) {
  PlayheadSubsurface *sub = data;
  if (strcmp(interface, wl_shm_interface.name) == 0) {
    static const struct wl_shm_listener listener = {playhead_subsurface_format};
    sub->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    wl_shm_add_listener(sub->shm, &listener, sub);
  } else if (strcmp(interface, playhead_color_manager_interface.name) == 0)
    playhead_colors_bind(&sub->colors, sub->display, registry, name, sub->parent);
  else if (strcmp(interface, wl_subcompositor_interface.name) == 0)
    sub->subcompositor = wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
  else if (strcmp(interface, playhead_presentation_interface.name) == 0 && sub->presentation == NULL) {
    static void (*const listener[])(void) = {(void (*)(void))playhead_presentation_clock};
    sub->presentation = wl_registry_bind(registry, name, &playhead_presentation_interface, 1);
    if (sub->presentation) wl_proxy_add_listener(sub->presentation, (void (**)(void))listener, sub);
  }
}

static inline void playhead_subsurface_global_gone(void *data, struct wl_registry *registry, uint32_t name) {}

// Requests the compositor's globals without waiting for the response: GTK may be about to read from the same
// connection.
static inline void playhead_subsurface_ask(PlayheadSubsurface *sub) {
  static const struct wl_registry_listener listener = {playhead_subsurface_global, playhead_subsurface_global_gone};
  sub->registry = wl_display_get_registry(sub->display);
  wl_registry_add_listener(sub->registry, &listener, sub);
  wl_display_flush(sub->display);
}

// Whether the response has arrived and contains the required globals.
static inline bool playhead_subsurface_is_ready(PlayheadSubsurface *sub) { return sub->shm != NULL && sub->subcompositor != NULL; }

// Removes the surface: GTK's drawing beneath becomes visible again.
static inline void playhead_subsurface_hide(PlayheadSubsurface *sub) {
  playhead_colors_release_surface(&sub->colors);
  if (sub->place) wl_subsurface_destroy(sub->place);
  if (sub->surface) wl_surface_destroy(sub->surface);
  sub->place = NULL;
  sub->surface = NULL;
}

static inline void playhead_subsurface_close(PlayheadSubsurface *sub) {
  playhead_subsurface_hide(sub);
  for (int i = 0; i < PLAYHEAD_FEEDBACK_COUNT; i++) playhead_subsurface_end_feedback(&sub->feedback[i]);
  playhead_colors_close(&sub->colors);
  if (sub->presentation) {
    wl_proxy_marshal(sub->presentation, 0);
    wl_proxy_destroy(sub->presentation);
  }
  if (sub->subcompositor) wl_subcompositor_destroy(sub->subcompositor);
  if (sub->shm) wl_shm_destroy(sub->shm);
  if (sub->registry) wl_registry_destroy(sub->registry);
  free(sub);
}

// NULL if `surface` is not a Wayland surface.
static inline PlayheadSubsurface *playhead_subsurface_open(GdkSurface *surface) {
  if (surface == NULL || !GDK_IS_WAYLAND_SURFACE(surface)) return NULL;
  GdkDisplay *display = gdk_surface_get_display(surface);
  PlayheadSubsurface *sub = calloc(1, sizeof *sub);
  sub->clock = -1;
  sub->display = gdk_wayland_display_get_wl_display(display);
  sub->compositor = gdk_wayland_display_get_wl_compositor(display);
  sub->parent = gdk_wayland_surface_get_wl_surface(surface);
  if (sub->parent == NULL) return playhead_subsurface_close(sub), NULL;
  playhead_subsurface_ask(sub);
  return sub;
}

// Creates the surface. It becomes visible with GTK's next frame, and never receives pointer events.
static inline void playhead_subsurface_show(PlayheadSubsurface *sub, int x, int y) {
  sub->surface = wl_compositor_create_surface(sub->compositor);
  sub->place = wl_subcompositor_get_subsurface(sub->subcompositor, sub->surface, sub->parent);
  sub->in_step = true;
  wl_subsurface_set_position(sub->place, x, y);
  struct wl_region *nothing = wl_compositor_create_region(sub->compositor);
  wl_surface_set_input_region(sub->surface, nothing);
  wl_region_destroy(nothing);
}

// Moves it, from GTK's next frame on.
static inline void playhead_subsurface_move(PlayheadSubsurface *sub, int x, int y) {
  wl_subsurface_set_position(sub->place, x, y);
}

static inline struct wl_shm_pool *playhead_subsurface_attach_memory(PlayheadSubsurface *sub, int descriptor, size_t size) {
  return wl_shm_create_pool(sub->shm, descriptor, (int32_t)size);
}

// A part of a frame. `released` is notified when the compositor no longer reads it.
static inline struct wl_buffer *playhead_subsurface_make_buffer(
  struct wl_shm_pool *pool, int offset, int width, int height, int row_bytes, bool is_deep,
  const struct wl_buffer_listener *listener, void *data) {
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(
    pool, offset, width, height, row_bytes, is_deep ? WL_SHM_FORMAT_XRGB2101010 : WL_SHM_FORMAT_XRGB8888);
  wl_buffer_add_listener(buffer, listener, data);
  return buffer;
}

// Shows a buffer; `in_step`: together with GTK's next frame, otherwise at once. Sizes are in pixels of the buffer.
static inline void playhead_subsurface_put(PlayheadSubsurface *sub, struct wl_buffer *buffer, int width, int height, int scale,
                                           bool in_step) {
  if (in_step != sub->in_step) {
    sub->in_step = in_step;
    if (in_step) wl_subsurface_set_sync(sub->place); else wl_subsurface_set_desync(sub->place);
  }
  struct wl_region *all = wl_compositor_create_region(sub->compositor);
  wl_region_add(all, 0, 0, width / scale, height / scale);
  wl_surface_set_opaque_region(sub->surface, all);
  wl_region_destroy(all);
  wl_surface_set_buffer_scale(sub->surface, scale);
  wl_surface_attach(sub->surface, buffer, 0, 0);
  wl_surface_damage(sub->surface, 0, 0, width / scale, height / scale);
  // With GTK's next frame, the time of the submission is not known.
  if (!in_step) playhead_subsurface_request_feedback(sub);
  wl_surface_commit(sub->surface);
  if (!in_step) wl_display_flush(sub->display);
}
#endif

#endif
