// The protocol `color-management-v1` of wayland-protocols, version 1: the colors that a compositor prefers for a
// window, and those of a surface with HDR video. Only the used part is declared. Everything runs on GTK's thread;
// responses arrive with GTK's own events, and nothing waits for them.
#ifndef CPLAYHEAD_GTK_COLORS_H
#define CPLAYHEAD_GTK_COLORS_H

#include <gtk/gtk.h>

#ifdef GDK_WINDOWING_WAYLAND
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>

enum {
  PLAYHEAD_FEATURE_PARAMETRIC = 1,
  PLAYHEAD_FEATURE_MASTERING = 5,
  PLAYHEAD_PRIMARIES_BT2020 = 6,
  PLAYHEAD_TRANSFER_PQ = 11,
  PLAYHEAD_TRANSFER_HLG = 13,
  PLAYHEAD_DESCRIPTION_COUNT = 3,
};

// The colors that a compositor prefers for a surface. Zero is unknown. Light is in cd/m², minima in 0.0001 cd/m².
typedef struct {
  uint32_t transfer;
  uint32_t primaries;
  uint32_t minimum, maximum, reference;
  uint32_t target_minimum, target_maximum;
} PlayheadColorInfo;

// An image description that is requested, ready, or unused (NULL).
typedef struct {
  struct wl_proxy *proxy;
  uint32_t transfer;
  uint32_t peak;                    // 0: without mastering metadata
  bool is_ready;
  bool has_failed;
  struct PlayheadColors *colors;
} PlayheadDescription;

typedef struct PlayheadColors {
  struct wl_proxy *manager;         // NULL if the compositor does not manage colors
  struct wl_display *display;
  struct wl_surface *window;        // GDK's
  uint32_t features, transfers, primaries; // sets of the numbers below 32
  bool is_done;
  struct wl_proxy *feedback;
  struct wl_proxy *preferred;       // NULL unless its information is awaited
  struct wl_proxy *information;
  PlayheadColorInfo pending, current;
  bool is_known;                    // whether `current` has been received
  PlayheadDescription descriptions[PLAYHEAD_DESCRIPTION_COUNT]; // PQ, HLG, one with metadata
  struct wl_proxy *surface;         // of the video's surface; NULL before a description was set
  uint32_t set_transfer, set_peak;  // of the surface; 0 without a description
  void (*changed)(void *data);
  void *data;                       // of `changed`
} PlayheadColors;

static const struct wl_interface playhead_color_manager_interface;
static const struct wl_interface playhead_color_surface_interface;
static const struct wl_interface playhead_color_feedback_interface;
static const struct wl_interface playhead_color_creator_interface;
static const struct wl_interface playhead_color_description_interface;
static const struct wl_interface playhead_color_information_interface;

static const struct wl_interface *const playhead_color_plain[] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
#define PLAYHEAD_PLAIN ((const struct wl_interface **)playhead_color_plain)
static const struct wl_interface *const playhead_color_of_surface[] = {&playhead_color_surface_interface,
                                                                       &wl_surface_interface};
static const struct wl_interface *const playhead_color_feedback_of[] = {&playhead_color_feedback_interface,
                                                                        &wl_surface_interface};
static const struct wl_interface *const playhead_color_new_creator[] = {&playhead_color_creator_interface};
static const struct wl_interface *const playhead_color_new_description[] = {&playhead_color_description_interface};
static const struct wl_interface *const playhead_color_set[] = {&playhead_color_description_interface, NULL};
static const struct wl_interface *const playhead_color_new_information[] = {&playhead_color_information_interface};

// Requests that are not used have no types: only their position matters.
static const struct wl_message playhead_color_manager_requests[] = {
  {"destroy", "", PLAYHEAD_PLAIN},
  {"get_output", "no", PLAYHEAD_PLAIN},
  {"get_surface", "no", (const struct wl_interface **)playhead_color_of_surface},
  {"get_surface_feedback", "no", (const struct wl_interface **)playhead_color_feedback_of},
  {"create_icc_creator", "n", PLAYHEAD_PLAIN},
  {"create_parametric_creator", "n", (const struct wl_interface **)playhead_color_new_creator},
};
static const struct wl_message playhead_color_manager_events[] = {
  {"supported_intent", "u", PLAYHEAD_PLAIN},   {"supported_feature", "u", PLAYHEAD_PLAIN},
  {"supported_tf_named", "u", PLAYHEAD_PLAIN}, {"supported_primaries_named", "u", PLAYHEAD_PLAIN},
  {"done", "", PLAYHEAD_PLAIN},
};
static const struct wl_interface playhead_color_manager_interface = {
  "wp_color_manager_v1", 1, 6, playhead_color_manager_requests, 5, playhead_color_manager_events};
static const struct wl_message playhead_color_surface_requests[] = {
  {"destroy", "", PLAYHEAD_PLAIN},
  {"set_image_description", "ou", (const struct wl_interface **)playhead_color_set},
  {"unset_image_description", "", PLAYHEAD_PLAIN},
};
static const struct wl_interface playhead_color_surface_interface = {
  "wp_color_management_surface_v1", 1, 3, playhead_color_surface_requests, 0, NULL};
static const struct wl_message playhead_color_feedback_requests[] = {
  {"destroy", "", PLAYHEAD_PLAIN},
  {"get_preferred", "n", (const struct wl_interface **)playhead_color_new_description},
  {"get_preferred_parametric", "n", (const struct wl_interface **)playhead_color_new_description},
};
static const struct wl_message playhead_color_feedback_events[] = {{"preferred_changed", "u", PLAYHEAD_PLAIN}};
static const struct wl_interface playhead_color_feedback_interface = {
  "wp_color_management_surface_feedback_v1", 1, 3, playhead_color_feedback_requests, 1,
  playhead_color_feedback_events};
static const struct wl_message playhead_color_creator_requests[] = {
  {"create", "n", (const struct wl_interface **)playhead_color_new_description},
  {"set_tf_named", "u", PLAYHEAD_PLAIN},
  {"set_tf_power", "u", PLAYHEAD_PLAIN},
  {"set_primaries_named", "u", PLAYHEAD_PLAIN},
  {"set_primaries", "iiiiiiii", PLAYHEAD_PLAIN},
  {"set_luminances", "uuu", PLAYHEAD_PLAIN},
  {"set_mastering_display_primaries", "iiiiiiii", PLAYHEAD_PLAIN},
  {"set_mastering_luminance", "uu", PLAYHEAD_PLAIN},
};
static const struct wl_interface playhead_color_creator_interface = {
  "wp_image_description_creator_params_v1", 1, 8, playhead_color_creator_requests, 0, NULL};
static const struct wl_message playhead_color_description_requests[] = {
  {"destroy", "", PLAYHEAD_PLAIN},
  {"get_information", "n", (const struct wl_interface **)playhead_color_new_information},
};
static const struct wl_message playhead_color_description_events[] = {
  {"failed", "us", PLAYHEAD_PLAIN},
  {"ready", "u", PLAYHEAD_PLAIN},
};
static const struct wl_interface playhead_color_description_interface = {
  "wp_image_description_v1", 1, 2, playhead_color_description_requests, 2, playhead_color_description_events};
static const struct wl_message playhead_color_information_events[] = {
  {"done", "", PLAYHEAD_PLAIN},
  {"icc_file", "hu", PLAYHEAD_PLAIN},
  {"primaries", "iiiiiiii", PLAYHEAD_PLAIN},
  {"primaries_named", "u", PLAYHEAD_PLAIN},
  {"tf_power", "u", PLAYHEAD_PLAIN},
  {"tf_named", "u", PLAYHEAD_PLAIN},
  {"luminances", "uuu", PLAYHEAD_PLAIN},
  {"target_primaries", "iiiiiiii", PLAYHEAD_PLAIN},
  {"target_luminance", "uu", PLAYHEAD_PLAIN},
  {"target_max_cll", "u", PLAYHEAD_PLAIN},
  {"target_max_fall", "u", PLAYHEAD_PLAIN},
};
static const struct wl_interface playhead_color_information_interface = {
  "wp_image_description_info_v1", 1, 0, NULL, 11, playhead_color_information_events};

static inline bool playhead_colors_has(uint32_t set, uint32_t number) { return number < 32 && (set >> number & 1); }

// Destroys an object whose first request is its destructor.
static inline void playhead_colors_destroy(struct wl_proxy **proxy) {
  if (*proxy) {
    wl_proxy_marshal(*proxy, 0);
    wl_proxy_destroy(*proxy);
  }
  *proxy = NULL;
}

// Abandons the awaited information about the preferred colors. An information object has no destructor: libwayland
// drops its later events, and the compositor ends it.
static inline void playhead_colors_end_query(PlayheadColors *colors) {
  playhead_colors_destroy(&colors->preferred);
  if (colors->information) wl_proxy_destroy(colors->information);
  colors->information = NULL;
}

static inline void playhead_colors_report(PlayheadColors *colors) {
  if (colors->changed) colors->changed(colors->data);
}

// The information about the preferred colors.

static inline void playhead_information_done(void *data, struct wl_proxy *proxy) {
  PlayheadColors *colors = data;
  colors->current = colors->pending;
  colors->is_known = true;
  playhead_colors_end_query(colors);
  playhead_colors_report(colors);
}
static inline void playhead_information_profile(void *data, struct wl_proxy *proxy, int32_t file, uint32_t size) {
  close(file);
}
static inline void playhead_information_chromaticities(void *data, struct wl_proxy *proxy, int32_t rx, int32_t ry,
                                                       int32_t gx, int32_t gy, int32_t bx, int32_t by, int32_t wx,
                                                       int32_t wy) {}
static inline void playhead_information_primaries(void *data, struct wl_proxy *proxy, uint32_t primaries) {
  ((PlayheadColors *)data)->pending.primaries = primaries;
}
static inline void playhead_information_ignored(void *data, struct wl_proxy *proxy, uint32_t value) {}
static inline void playhead_information_transfer(void *data, struct wl_proxy *proxy, uint32_t transfer) {
  ((PlayheadColors *)data)->pending.transfer = transfer;
}
static inline void playhead_information_luminances(void *data, struct wl_proxy *proxy, uint32_t minimum,
                                                   uint32_t maximum, uint32_t reference) {
  PlayheadColorInfo *info = &((PlayheadColors *)data)->pending;
  info->minimum = minimum;
  info->maximum = maximum;
  info->reference = reference;
}
static inline void playhead_information_target(void *data, struct wl_proxy *proxy, uint32_t minimum,
                                               uint32_t maximum) {
  PlayheadColorInfo *info = &((PlayheadColors *)data)->pending;
  info->target_minimum = minimum;
  info->target_maximum = maximum;
}

// The preferred description. Without one, or if it cannot be described, the last known colors do not apply any more.

static inline void playhead_preferred_failed(void *data, struct wl_proxy *proxy, uint32_t cause, const char *text) {
  PlayheadColors *colors = data;
  colors->is_known = false;
  playhead_colors_end_query(colors);
  playhead_colors_report(colors);
}
static inline void playhead_preferred_ready(void *data, struct wl_proxy *proxy, uint32_t identity) {
  static void (*const listener[])(void) = {
    (void (*)(void))playhead_information_done,       (void (*)(void))playhead_information_profile,
    (void (*)(void))playhead_information_chromaticities, (void (*)(void))playhead_information_primaries,
    (void (*)(void))playhead_information_ignored,    (void (*)(void))playhead_information_transfer,
    (void (*)(void))playhead_information_luminances, (void (*)(void))playhead_information_chromaticities,
    (void (*)(void))playhead_information_target,     (void (*)(void))playhead_information_ignored,
    (void (*)(void))playhead_information_ignored};
  PlayheadColors *colors = data;
  if (colors->information) return;
  memset(&colors->pending, 0, sizeof colors->pending);
  colors->information =
    wl_proxy_marshal_constructor(colors->preferred, 1, &playhead_color_information_interface, NULL);
  if (colors->information) wl_proxy_add_listener(colors->information, (void (**)(void))listener, colors);
  if (colors->information) wl_display_flush(colors->display);
}

static inline void playhead_colors_query(PlayheadColors *colors) {
  static void (*const listener[])(void) = {(void (*)(void))playhead_preferred_failed,
                                           (void (*)(void))playhead_preferred_ready};
  playhead_colors_end_query(colors);
  colors->preferred =
    wl_proxy_marshal_constructor(colors->feedback, 2, &playhead_color_description_interface, NULL);
  if (colors->preferred == NULL) return;
  wl_proxy_add_listener(colors->preferred, (void (**)(void))listener, colors);
  wl_display_flush(colors->display);
}

static inline void playhead_feedback_preferred(void *data, struct wl_proxy *proxy, uint32_t identity) {
  playhead_colors_query(data);
}

// The descriptions of video.

static inline void playhead_description_failed(void *data, struct wl_proxy *proxy, uint32_t cause, const char *text) {
  PlayheadDescription *description = data;
  playhead_colors_destroy(&description->proxy);
  description->has_failed = true;
}
static inline void playhead_description_ready(void *data, struct wl_proxy *proxy, uint32_t identity) {
  PlayheadDescription *description = data;
  description->is_ready = true;
  if (description->peak == 0) playhead_colors_report(description->colors);
}

// Requests a description of BT.2020 with a transfer function that the compositor supports.
static inline void playhead_colors_describe(PlayheadColors *colors, PlayheadDescription *description, uint32_t transfer,
                                            uint32_t peak) {
  static void (*const listener[])(void) = {(void (*)(void))playhead_description_failed,
                                           (void (*)(void))playhead_description_ready};
  playhead_colors_destroy(&description->proxy);
  *description = (PlayheadDescription){.transfer = transfer, .peak = peak, .colors = colors};
  struct wl_proxy *creator =
    wl_proxy_marshal_constructor(colors->manager, 5, &playhead_color_creator_interface, NULL);
  if (creator == NULL) return;
  wl_proxy_marshal(creator, 1, transfer);
  wl_proxy_marshal(creator, 3, (uint32_t)PLAYHEAD_PRIMARIES_BT2020);
  // 0.005 cd/m², the minimum that the protocol assumes for both transfer functions.
  if (peak > 0) wl_proxy_marshal(creator, 7, (uint32_t)50, peak);
  description->proxy = wl_proxy_marshal_constructor(creator, 0, &playhead_color_description_interface, NULL);
  wl_proxy_destroy(creator);
  if (description->proxy) wl_proxy_add_listener(description->proxy, (void (**)(void))listener, description);
  wl_display_flush(colors->display);
}

static inline void playhead_manager_intent(void *data, struct wl_proxy *proxy, uint32_t intent) {}
static inline void playhead_manager_feature(void *data, struct wl_proxy *proxy, uint32_t feature) {
  if (feature < 32) ((PlayheadColors *)data)->features |= 1u << feature;
}
static inline void playhead_manager_transfer(void *data, struct wl_proxy *proxy, uint32_t transfer) {
  if (transfer < 32) ((PlayheadColors *)data)->transfers |= 1u << transfer;
}
static inline void playhead_manager_primaries(void *data, struct wl_proxy *proxy, uint32_t primaries) {
  if (primaries < 32) ((PlayheadColors *)data)->primaries |= 1u << primaries;
}
static inline void playhead_manager_done(void *data, struct wl_proxy *proxy) {
  static void (*const listener[])(void) = {(void (*)(void))playhead_feedback_preferred};
  PlayheadColors *colors = data;
  if (colors->is_done || !playhead_colors_has(colors->features, PLAYHEAD_FEATURE_PARAMETRIC) ||
      !playhead_colors_has(colors->primaries, PLAYHEAD_PRIMARIES_BT2020))
    return;
  colors->is_done = true;
  if (playhead_colors_has(colors->transfers, PLAYHEAD_TRANSFER_PQ))
    playhead_colors_describe(colors, &colors->descriptions[0], PLAYHEAD_TRANSFER_PQ, 0);
  if (playhead_colors_has(colors->transfers, PLAYHEAD_TRANSFER_HLG))
    playhead_colors_describe(colors, &colors->descriptions[1], PLAYHEAD_TRANSFER_HLG, 0);
  colors->feedback = wl_proxy_marshal_constructor(colors->manager, 3, &playhead_color_feedback_interface, NULL,
                                                  colors->window);
  if (colors->feedback == NULL) return;
  wl_proxy_add_listener(colors->feedback, (void (**)(void))listener, colors);
  playhead_colors_query(colors);
}

// Binds the manager, and requests the preferred colors of a window as soon as its capabilities are known.
static inline void playhead_colors_bind(PlayheadColors *colors, struct wl_display *display,
                                        struct wl_registry *registry, uint32_t name, struct wl_surface *window) {
  static void (*const listener[])(void) = {
    (void (*)(void))playhead_manager_intent, (void (*)(void))playhead_manager_feature,
    (void (*)(void))playhead_manager_transfer, (void (*)(void))playhead_manager_primaries,
    (void (*)(void))playhead_manager_done};
  if (colors->manager) return;
  colors->display = display;
  colors->window = window;
  colors->manager = wl_registry_bind(registry, name, &playhead_color_manager_interface, 1);
  if (colors->manager) wl_proxy_add_listener(colors->manager, (void (**)(void))listener, colors);
}

// Whether surfaces can be described with a transfer function.
static inline bool playhead_colors_can_show(PlayheadColors *colors, uint32_t transfer) {
  for (int i = 0; i < 2; i++)
    if (colors->descriptions[i].transfer == transfer && colors->descriptions[i].is_ready) return true;
  return false;
}

// Describes the frames of a surface from its next commit on; 0: frames without a description. A description with
// mastering metadata is used when the compositor has made it, and one without until then. False if there is none.
static inline bool playhead_colors_set(PlayheadColors *colors, struct wl_surface *surface, uint32_t transfer,
                                       uint32_t peak) {
  if (transfer == 0) {
    if (colors->surface && colors->set_transfer != 0) wl_proxy_marshal(colors->surface, 2);
    colors->set_transfer = colors->set_peak = 0;
    return true;
  }
  if (!playhead_colors_can_show(colors, transfer)) return false;
  if (!playhead_colors_has(colors->features, PLAYHEAD_FEATURE_MASTERING)) peak = 0;
  PlayheadDescription *detailed = &colors->descriptions[2];
  bool matches = detailed->transfer == transfer && detailed->peak == peak;
  // One request at a time, whatever a stream declares.
  bool is_pending = detailed->proxy && !detailed->is_ready;
  if (peak > 0 && !matches && !is_pending) playhead_colors_describe(colors, detailed, transfer, peak);
  PlayheadDescription *chosen = &colors->descriptions[transfer == PLAYHEAD_TRANSFER_PQ ? 0 : 1];
  if (peak > 0 && matches && detailed->is_ready) chosen = detailed;
  if (colors->set_transfer == transfer && colors->set_peak == chosen->peak) return true;
  if (colors->surface == NULL)
    colors->surface =
      wl_proxy_marshal_constructor(colors->manager, 2, &playhead_color_surface_interface, NULL, surface);
  if (colors->surface == NULL) return false;
  // The perceptual intent, which all compositors support.
  wl_proxy_marshal(colors->surface, 1, chosen->proxy, (uint32_t)0);
  colors->set_transfer = transfer;
  colors->set_peak = chosen->peak;
  return true;
}

// Call it before the video's surface is destroyed.
static inline void playhead_colors_release_surface(PlayheadColors *colors) {
  playhead_colors_destroy(&colors->surface);
  colors->set_transfer = colors->set_peak = 0;
}

static inline void playhead_colors_close(PlayheadColors *colors) {
  playhead_colors_end_query(colors);
  for (int i = 0; i < PLAYHEAD_DESCRIPTION_COUNT; i++) playhead_colors_destroy(&colors->descriptions[i].proxy);
  playhead_colors_destroy(&colors->feedback);
  playhead_colors_destroy(&colors->manager);
}
#endif

#endif
