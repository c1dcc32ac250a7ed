// The interface between the GObject types in C and their implementation in Swift (PlayheadGObject). Not installed.
//
// An engine object is a reference to a Swift object, which its GObject owns until it closes it. All calls, in both
// directions, are made on the main thread. Engine functions accept NULL, for objects that are disposed, and return the
// value of an empty player then. Strings that the engine returns are released with free().
#ifndef CPLAYHEAD_GOBJECT_ENGINE_H
#define CPLAYHEAD_GOBJECT_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

// The properties of a player that change by themselves.
typedef enum {
  PLAYHEAD_PROPERTY_NONE,
  PLAYHEAD_PROPERTY_URI,
  PLAYHEAD_PROPERTY_PLAYING,
  PLAYHEAD_PROPERTY_RATE,
  PLAYHEAD_PROPERTY_STATE,
  PLAYHEAD_PROPERTY_POSITION,
  PLAYHEAD_PROPERTY_DURATION,
  PLAYHEAD_PROPERTY_SEEKABLE,
  PLAYHEAD_PROPERTY_VOLUME,
  PLAYHEAD_PROPERTY_MUTED,
  PLAYHEAD_PROPERTY_LOOP,
  PLAYHEAD_PROPERTY_TITLE,
  PLAYHEAD_PROPERTY_WIDTH,
  PLAYHEAD_PROPERTY_HEIGHT,
  PLAYHEAD_PROPERTY_QUEUE_LENGTH,
  PLAYHEAD_PROPERTY_ERROR,
  PLAYHEAD_PROPERTY_AUDIO_TRACKS,
  PLAYHEAD_PROPERTY_SUBTITLE_TRACKS,
  PLAYHEAD_PROPERTY_AUDIO_TRACK,
  PLAYHEAD_PROPERTY_SUBTITLE_TRACK,
  PLAYHEAD_PROPERTY_COUNT
} PlayheadEngineProperty;

// Called once when a seek has ended.
typedef void (*PlayheadEngineSeekEnd)(void *data, bool finished);

// MARK: Called by C, implemented in Swift

// `object`: the PlayheadPlayer, which is not retained.
void *playhead_engine_player_new(void *object);
// Stops playback and releases the engine object. No call reaches the GObject afterwards.
void playhead_engine_player_close(void *engine);
// NULL removes all items.
void playhead_engine_player_set_uri(void *engine, const char *uri);
char *playhead_engine_player_copy_uri(void *engine);
void playhead_engine_player_enqueue(void *engine, const char *uri);
void playhead_engine_player_next(void *engine);
void playhead_engine_player_clear_queue(void *engine);
uint32_t playhead_engine_player_queue_length(void *engine);
void playhead_engine_player_set_playing(void *engine, bool playing);
bool playhead_engine_player_is_playing(void *engine);
void playhead_engine_player_set_rate(void *engine, double rate);
double playhead_engine_player_rate(void *engine);
int32_t playhead_engine_player_state(void *engine);
// Microseconds.
int64_t playhead_engine_player_position(void *engine);
// Microseconds; -1 if it is unknown or unlimited.
int64_t playhead_engine_player_duration(void *engine);
bool playhead_engine_player_is_seekable(void *engine);
// `end` is called before the return without an item, else later.
void playhead_engine_player_seek(
    void *engine, int64_t position, bool exact, PlayheadEngineSeekEnd end, void *data);
void playhead_engine_player_cancel_seeks(void *engine);
void playhead_engine_player_step(void *engine, int32_t frames);
void playhead_engine_player_set_volume(void *engine, double volume);
double playhead_engine_player_volume(void *engine);
void playhead_engine_player_set_muted(void *engine, bool muted);
bool playhead_engine_player_is_muted(void *engine);
void playhead_engine_player_set_loops(void *engine, bool loops);
bool playhead_engine_player_loops(void *engine);
char *playhead_engine_player_copy_title(void *engine);
int32_t playhead_engine_player_width(void *engine);
int32_t playhead_engine_player_height(void *engine);
// The code of the current error, and its message in `message`; -1 without one.
int32_t playhead_engine_player_copy_error(void *engine, char **message);
// The index of the selected track of a kind; -1 if there is none.
int32_t playhead_engine_player_selected_track(void *engine, int32_t kind);
void playhead_engine_player_select_track(void *engine, int32_t kind, int32_t index);
void playhead_engine_player_add_subtitles(void *engine, const char *uri);

// The widget that shows the video, a GtkWidget that the engine object owns, in `widget`.
void *playhead_engine_video_new(void **widget);
void playhead_engine_video_close(void *engine);
// `player`: the engine object of a player, or NULL.
void playhead_engine_video_set_player(void *engine, void *player);
void playhead_engine_video_set_shows_controls(void *engine, bool shows);
void playhead_engine_video_set_fit(void *engine, int32_t fit);
void playhead_engine_video_set_media_keys(void *engine, bool enabled);

// `object`: the PlayheadPaintable, which is not retained.
void *playhead_engine_paintable_new(void *object);
void playhead_engine_paintable_close(void *engine);
void playhead_engine_paintable_set_player(void *engine, void *player);
void playhead_engine_paintable_snapshot(void *engine, void *snapshot, double width, double height);
// The size of the current frame in square pixels; zero without one.
int32_t playhead_engine_paintable_width(void *engine);
int32_t playhead_engine_paintable_height(void *engine);

// MARK: Called by Swift, implemented in C

// A property has another value.
void playhead_object_player_changed(void *object, PlayheadEngineProperty property);
// The last item has played to its end.
void playhead_object_player_ended(void *object);
// An item cannot be played.
void playhead_object_player_failed(void *object, int32_t code, const char *message);
// The tracks of a kind have been replaced. The strings are copied; languages may be NULL.
void playhead_object_player_set_tracks(
    void *object, int32_t kind, int32_t count, const char *const *names, const char *const *languages);
// The paintable has another frame, or none.
void playhead_object_paintable_changed(void *object, bool size);

#endif
