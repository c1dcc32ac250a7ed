// Types only, and the lookup of functions: the library itself is loaded when the first caption is drawn.
#ifndef CPLAYHEAD_ASS_SHIM_H
#define CPLAYHEAD_ASS_SHIM_H
#include <ass/ass.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>

/// libass's functions, with the types that the header declares.
typedef struct {
  __typeof__(&ass_library_init) library_init;
  __typeof__(&ass_library_done) library_done;
  __typeof__(&ass_set_extract_fonts) set_extract_fonts;
  __typeof__(&ass_add_font) add_font;
  __typeof__(&ass_renderer_init) renderer_init;
  __typeof__(&ass_renderer_done) renderer_done;
  __typeof__(&ass_set_frame_size) set_frame_size;
  __typeof__(&ass_set_storage_size) set_storage_size;
  __typeof__(&ass_set_margins) set_margins;
  __typeof__(&ass_set_use_margins) set_use_margins;
  __typeof__(&ass_set_font_scale) set_font_scale;
  __typeof__(&ass_set_line_position) set_line_position;
  __typeof__(&ass_set_fonts) set_fonts;
  __typeof__(&ass_set_cache_limits) set_cache_limits;
  __typeof__(&ass_new_track) new_track;
  __typeof__(&ass_free_track) free_track;
  __typeof__(&ass_process_codec_private) process_codec_private;
  __typeof__(&ass_process_chunk) process_chunk;
  __typeof__(&ass_flush_events) flush_events;
  __typeof__(&ass_render_frame) render_frame;
  void (*set_message_cb)(ASS_Library *, void (*)(int, const char *, va_list, void *), void *);
} PlayheadASSFunctions;

static inline void playhead_ass_say_nothing(int level, const char *format, va_list arguments, void *data) {
  (void)level, (void)format, (void)arguments, (void)data;
}

/// Looks up the functions in an opened library; false if one is missing.
static inline bool playhead_ass_load(PlayheadASSFunctions *functions, void *library) {
#define PLAYHEAD_FIND(name) \
  if (!(functions->name = (__typeof__(functions->name))dlsym(library, "ass_" #name))) return false;
  PLAYHEAD_FIND(library_init)
  PLAYHEAD_FIND(library_done)
  PLAYHEAD_FIND(set_extract_fonts)
  PLAYHEAD_FIND(add_font)
  PLAYHEAD_FIND(renderer_init)
  PLAYHEAD_FIND(renderer_done)
  PLAYHEAD_FIND(set_frame_size)
  PLAYHEAD_FIND(set_storage_size)
  PLAYHEAD_FIND(set_margins)
  PLAYHEAD_FIND(set_use_margins)
  PLAYHEAD_FIND(set_font_scale)
  PLAYHEAD_FIND(set_line_position)
  PLAYHEAD_FIND(set_fonts)
  PLAYHEAD_FIND(set_cache_limits)
  PLAYHEAD_FIND(new_track)
  PLAYHEAD_FIND(free_track)
  PLAYHEAD_FIND(process_codec_private)
  PLAYHEAD_FIND(process_chunk)
  PLAYHEAD_FIND(flush_events)
  PLAYHEAD_FIND(render_frame)
  PLAYHEAD_FIND(set_message_cb)
#undef PLAYHEAD_FIND
  return true;
}

/// Creates a library without log output: messages about fonts and scripts do not concern users on a terminal.
static inline ASS_Library *playhead_ass_make_library(const PlayheadASSFunctions *functions) {
  ASS_Library *library = functions->library_init();
  if (library) {
    functions->set_message_cb(library, playhead_ass_say_nothing, 0);
    functions->set_extract_fonts(library, 1);
  }
  return library;
}
#endif
