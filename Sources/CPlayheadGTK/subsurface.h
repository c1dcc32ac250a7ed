// A Wayland subsurface over GTK's own surface for frames in shared memory: the parts that Swift's importer cannot see.
// Everything runs on GTK's thread; responses arrive with GTK's own events.
#ifndef CPLAYHEAD_GTK_SUBSURFACE_H
#define CPLAYHEAD_GTK_SUBSURFACE_H

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
#include <unistd.h>
#include <wayland-client.h>

typedef struct {
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_compositor *compositor; // GDK's
  struct wl_subcompositor *subcompositor;
  struct wl_shm *shm;
  struct wl_surface *parent;        // GDK's
  struct wl_surface *surface;       // NULL if hidden
  struct wl_subsurface *place;
  bool in_step;
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

static inline void playhead_subsurface_global(void *data, struct wl_registry *registry, uint32_t name,
                                              const char *interface, uint32_t version) {
  PlayheadSubsurface *sub = data;
  if (strcmp(interface, wl_shm_interface.name) == 0)
    sub->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  else if (strcmp(interface, wl_subcompositor_interface.name) == 0)
    sub->subcompositor = wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
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
  if (sub->place) wl_subsurface_destroy(sub->place);
  if (sub->surface) wl_surface_destroy(sub->surface);
  sub->place = NULL;
  sub->surface = NULL;
}

static inline void playhead_subsurface_close(PlayheadSubsurface *sub) {
  playhead_subsurface_hide(sub);
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
  struct wl_shm_pool *pool, int offset, int width, int height, int row_bytes, const struct wl_buffer_listener *listener,
  void *data) {
  struct wl_buffer *buffer =
    wl_shm_pool_create_buffer(pool, offset, width, height, row_bytes, WL_SHM_FORMAT_XRGB8888);
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
  wl_surface_commit(sub->surface);
  if (!in_step) wl_display_flush(sub->display);
}
#endif

#endif
