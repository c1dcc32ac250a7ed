// Cairo: draws paths, clips, groups and images into memory. Its functions are loaded on first use: only programs that
// draw need the library. Types and constants are those of its binary interface (cairo.h), under names of
// their own, because programs with GTK import the library's too.
#ifndef CPLAYHEAD_CAIRO_SHIM_H
#define CPLAYHEAD_CAIRO_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct PlayheadCairo PlayheadCairo;                // cairo_t
typedef struct PlayheadCairoSurface PlayheadCairoSurface;  // cairo_surface_t
typedef struct PlayheadCairoPattern PlayheadCairoPattern;  // cairo_pattern_t
typedef void (*PlayheadCairoRelease)(void *data);          // cairo_destroy_func_t

// cairo_user_data_key_t
typedef struct {
  int unused;
} PlayheadCairoKey;

// cairo_matrix_t
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} PlayheadCairoMatrix;

enum { playhead_cairo_success = 0 };
enum { playhead_cairo_argb32 = 0, playhead_cairo_rgb24 = 1 };
enum { playhead_cairo_winding = 0, playhead_cairo_even_odd = 1 };
enum { playhead_cairo_extend_pad = 3, playhead_cairo_filter_good = 1, playhead_cairo_filter_nearest = 3 };
enum { playhead_cairo_antialias_default = 0, playhead_cairo_antialias_none = 1 };

// A function of the library, found once; NULL without the library.
static inline void *playhead_cairo_find(const char *name, void **known) {
  void *found = __atomic_load_n(known, __ATOMIC_ACQUIRE);
  if (found) return found;
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library) found = dlsym(library, name);
  __atomic_store_n(known, found, __ATOMIC_RELEASE);
  return found;
}

// Whether the library is there. Without it nothing else may be called.
static inline bool playhead_cairo_is_available(void) {
  static void *known;
  return playhead_cairo_find("cairo_create", &known) != NULL;
}

// A function with the prefix playhead_ and the parameters of the library's.
#define PLAYHEAD_CAIRO(result, name, parameters, arguments) \
  static inline result playhead_##name parameters { \
    static void *known; \
    return ((result(*) parameters)playhead_cairo_find(#name, &known)) arguments; \
  }

PLAYHEAD_CAIRO(void, cairo_arc,
               (PlayheadCairo *cr, double xc, double yc, double radius, double angle1, double angle2), (cr, xc, yc, radius, angle1, angle2))
PLAYHEAD_CAIRO(void, cairo_clip, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_clip_extents,
               (PlayheadCairo *cr, double *x1, double *y1, double *x2, double *y2), (cr, x1, y1, x2, y2))
PLAYHEAD_CAIRO(void, cairo_close_path, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(PlayheadCairo *, cairo_create, (PlayheadCairoSurface *target), (target))
PLAYHEAD_CAIRO(void, cairo_curve_to,
               (PlayheadCairo *cr, double x1, double y1, double x2, double y2, double x3, double y3), (cr, x1, y1, x2, y2, x3, y3))
PLAYHEAD_CAIRO(void, cairo_destroy, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_fill, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_get_matrix, (PlayheadCairo *cr, PlayheadCairoMatrix *matrix), (cr, matrix))
PLAYHEAD_CAIRO(PlayheadCairoPattern *, cairo_get_source, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_identity_matrix, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(PlayheadCairoSurface *, cairo_image_surface_create,
               (int format, int width, int height), (format, width, height))
PLAYHEAD_CAIRO(PlayheadCairoSurface *, cairo_image_surface_create_for_data,
               (unsigned char *data, int format, int width, int height, int stride), (data, format, width, height, stride))
PLAYHEAD_CAIRO(void, cairo_line_to, (PlayheadCairo *cr, double x, double y), (cr, x, y))
PLAYHEAD_CAIRO(void, cairo_mask, (PlayheadCairo *cr, PlayheadCairoPattern *pattern), (cr, pattern))
PLAYHEAD_CAIRO(void, cairo_move_to, (PlayheadCairo *cr, double x, double y), (cr, x, y))
PLAYHEAD_CAIRO(void, cairo_new_path, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_new_sub_path, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_paint, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_paint_with_alpha, (PlayheadCairo *cr, double alpha), (cr, alpha))
PLAYHEAD_CAIRO(void, cairo_pattern_destroy, (PlayheadCairoPattern *pattern), (pattern))
PLAYHEAD_CAIRO(void, cairo_pattern_set_extend, (PlayheadCairoPattern *pattern, int extend), (pattern, extend))
PLAYHEAD_CAIRO(void, cairo_pattern_set_filter, (PlayheadCairoPattern *pattern, int filter), (pattern, filter))
PLAYHEAD_CAIRO(void, cairo_pattern_set_matrix,
               (PlayheadCairoPattern *pattern, const PlayheadCairoMatrix *matrix), (pattern, matrix))
PLAYHEAD_CAIRO(PlayheadCairoPattern *, cairo_pop_group, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_pop_group_to_source, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_push_group, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_rectangle,
               (PlayheadCairo *cr, double x, double y, double width, double height), (cr, x, y, width, height))
PLAYHEAD_CAIRO(void, cairo_restore, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_save, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_scale, (PlayheadCairo *cr, double sx, double sy), (cr, sx, sy))
PLAYHEAD_CAIRO(void, cairo_set_antialias, (PlayheadCairo *cr, int antialias), (cr, antialias))
PLAYHEAD_CAIRO(void, cairo_set_dash,
               (PlayheadCairo *cr, const double *dashes, int count, double offset), (cr, dashes, count, offset))
PLAYHEAD_CAIRO(void, cairo_set_fill_rule, (PlayheadCairo *cr, int fill_rule), (cr, fill_rule))
PLAYHEAD_CAIRO(void, cairo_set_line_cap, (PlayheadCairo *cr, int cap), (cr, cap))
PLAYHEAD_CAIRO(void, cairo_set_line_join, (PlayheadCairo *cr, int join), (cr, join))
PLAYHEAD_CAIRO(void, cairo_set_line_width, (PlayheadCairo *cr, double width), (cr, width))
PLAYHEAD_CAIRO(void, cairo_set_matrix, (PlayheadCairo *cr, const PlayheadCairoMatrix *matrix), (cr, matrix))
PLAYHEAD_CAIRO(void, cairo_set_miter_limit, (PlayheadCairo *cr, double limit), (cr, limit))
PLAYHEAD_CAIRO(void, cairo_set_operator, (PlayheadCairo *cr, int value), (cr, value))
PLAYHEAD_CAIRO(void, cairo_set_source, (PlayheadCairo *cr, PlayheadCairoPattern *source), (cr, source))
PLAYHEAD_CAIRO(void, cairo_set_source_rgba,
               (PlayheadCairo *cr, double red, double green, double blue, double alpha), (cr, red, green, blue, alpha))
PLAYHEAD_CAIRO(void, cairo_set_source_surface,
               (PlayheadCairo *cr, PlayheadCairoSurface *surface, double x, double y), (cr, surface, x, y))
PLAYHEAD_CAIRO(int, cairo_status, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_stroke, (PlayheadCairo *cr), (cr))
PLAYHEAD_CAIRO(void, cairo_surface_destroy, (PlayheadCairoSurface *surface), (surface))
PLAYHEAD_CAIRO(void, cairo_surface_flush, (PlayheadCairoSurface *surface), (surface))
PLAYHEAD_CAIRO(void, cairo_surface_mark_dirty, (PlayheadCairoSurface *surface), (surface))
PLAYHEAD_CAIRO(int, cairo_surface_set_user_data,
               (PlayheadCairoSurface *surface, const PlayheadCairoKey *key, void *user_data, PlayheadCairoRelease destroy), (surface, key, user_data, destroy))
PLAYHEAD_CAIRO(void, cairo_transform, (PlayheadCairo *cr, const PlayheadCairoMatrix *matrix), (cr, matrix))
PLAYHEAD_CAIRO(void, cairo_translate, (PlayheadCairo *cr, double tx, double ty), (cr, tx, ty))

#undef PLAYHEAD_CAIRO

#endif
