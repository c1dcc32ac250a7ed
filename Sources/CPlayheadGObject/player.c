#include "private.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * PlayheadPlayer:
 *
 * Plays one item after the other: controls playback, position, volume and tracks.
 *
 * A player shows no video by itself: #PlayheadVideo is a widget for it, and #PlayheadPaintable draws it anywhere. A
 * player without either plays audio only.
 *
 * All calls return immediately; their effects are reported by #GObject::notify and the player's signals, which are
 * emitted by the default #GMainContext. A player is used on the main thread only. Playback ends with its last
 * reference.
 *
 * Positions and durations are in microseconds, as those of #GtkMediaStream.
 */
struct _PlayheadPlayer {
  GObject parent_instance;
  void *engine;          // Swift's object; NULL after dispose
  GListStore *tracks[2]; // one list for each kind
  GError *error;         // the value that get_error returned last
};

enum { SIGNAL_ENDED, SIGNAL_ERROR, SIGNAL_COUNT };

static GParamSpec *properties[PLAYHEAD_PROPERTY_COUNT];
static guint signals[SIGNAL_COUNT];

G_DEFINE_TYPE(PlayheadPlayer, playhead_player, G_TYPE_OBJECT)

gboolean playhead_object_is_main_thread(const char *function) {
  if (syscall(SYS_gettid) == getpid()) return TRUE;
  g_critical("%s() was called on another thread than the main thread, on which all objects of Playhead live.", function);
  return FALSE;
}

void *playhead_object_player_engine(PlayheadPlayer *player) { return player ? player->engine : NULL; }

// The functions of a player are called on the main thread with a player.
#define REQUIRE(self)                          \
  g_return_if_fail(PLAYHEAD_IS_PLAYER(self));  \
  if (!playhead_object_is_main_thread(G_STRFUNC)) return
#define REQUIRE_ELSE(self, value)                        \
  g_return_val_if_fail(PLAYHEAD_IS_PLAYER(self), value); \
  if (!playhead_object_is_main_thread(G_STRFUNC)) return value


// MARK: Object

static void playhead_player_dispose(GObject *object) {
  PlayheadPlayer *self = PLAYHEAD_PLAYER(object);
  // Cleared first: closing the engine object may end seeks, whose callbacks see a disposed player.
  g_clear_pointer(&self->engine, playhead_engine_player_close);
  G_OBJECT_CLASS(playhead_player_parent_class)->dispose(object);
}

static void playhead_player_finalize(GObject *object) {
  PlayheadPlayer *self = PLAYHEAD_PLAYER(object);
  for (guint kind = 0; kind < G_N_ELEMENTS(self->tracks); kind++) g_clear_object(&self->tracks[kind]);
  g_clear_error(&self->error);
  G_OBJECT_CLASS(playhead_player_parent_class)->finalize(object);
}

static void playhead_player_get_property(GObject *object, guint number, GValue *value, GParamSpec *spec) {
  PlayheadPlayer *self = PLAYHEAD_PLAYER(object);
  switch (number) {
    case PLAYHEAD_PROPERTY_URI: g_value_take_string(value, playhead_player_get_uri(self)); break;
    case PLAYHEAD_PROPERTY_PLAYING: g_value_set_boolean(value, playhead_player_get_playing(self)); break;
    case PLAYHEAD_PROPERTY_RATE: g_value_set_double(value, playhead_player_get_rate(self)); break;
    case PLAYHEAD_PROPERTY_STATE: g_value_set_enum(value, playhead_player_get_state(self)); break;
    case PLAYHEAD_PROPERTY_POSITION: g_value_set_int64(value, playhead_player_get_position(self)); break;
    case PLAYHEAD_PROPERTY_DURATION: g_value_set_int64(value, playhead_player_get_duration(self)); break;
    case PLAYHEAD_PROPERTY_SEEKABLE: g_value_set_boolean(value, playhead_player_get_seekable(self)); break;
    case PLAYHEAD_PROPERTY_VOLUME: g_value_set_double(value, playhead_player_get_volume(self)); break;
    case PLAYHEAD_PROPERTY_MUTED: g_value_set_boolean(value, playhead_player_get_muted(self)); break;
    case PLAYHEAD_PROPERTY_LOOP: g_value_set_boolean(value, playhead_player_get_loop(self)); break;
    case PLAYHEAD_PROPERTY_TITLE: g_value_take_string(value, playhead_player_get_title(self)); break;
    case PLAYHEAD_PROPERTY_WIDTH: g_value_set_int(value, playhead_player_get_width(self)); break;
    case PLAYHEAD_PROPERTY_HEIGHT: g_value_set_int(value, playhead_player_get_height(self)); break;
    case PLAYHEAD_PROPERTY_QUEUE_LENGTH: g_value_set_uint(value, playhead_player_get_queue_length(self)); break;
    case PLAYHEAD_PROPERTY_ERROR: g_value_set_boxed(value, playhead_player_get_error(self)); break;
    case PLAYHEAD_PROPERTY_AUDIO_TRACKS: g_value_set_object(value, self->tracks[PLAYHEAD_TRACK_KIND_AUDIO]); break;
    case PLAYHEAD_PROPERTY_SUBTITLE_TRACKS:
      g_value_set_object(value, self->tracks[PLAYHEAD_TRACK_KIND_SUBTITLE]);
      break;
    case PLAYHEAD_PROPERTY_AUDIO_TRACK:
      g_value_set_object(value, playhead_player_get_selected_track(self, PLAYHEAD_TRACK_KIND_AUDIO));
      break;
    case PLAYHEAD_PROPERTY_SUBTITLE_TRACK:
      g_value_set_object(value, playhead_player_get_selected_track(self, PLAYHEAD_TRACK_KIND_SUBTITLE));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_player_set_property(GObject *object, guint number, const GValue *value, GParamSpec *spec) {
  PlayheadPlayer *self = PLAYHEAD_PLAYER(object);
  switch (number) {
    case PLAYHEAD_PROPERTY_URI: playhead_player_set_uri(self, g_value_get_string(value)); break;
    case PLAYHEAD_PROPERTY_PLAYING: playhead_player_set_playing(self, g_value_get_boolean(value)); break;
    case PLAYHEAD_PROPERTY_RATE: playhead_player_set_rate(self, g_value_get_double(value)); break;
    case PLAYHEAD_PROPERTY_VOLUME: playhead_player_set_volume(self, g_value_get_double(value)); break;
    case PLAYHEAD_PROPERTY_MUTED: playhead_player_set_muted(self, g_value_get_boolean(value)); break;
    case PLAYHEAD_PROPERTY_LOOP: playhead_player_set_loop(self, g_value_get_boolean(value)); break;
    case PLAYHEAD_PROPERTY_AUDIO_TRACK: playhead_player_set_audio_track(self, g_value_get_object(value)); break;
    case PLAYHEAD_PROPERTY_SUBTITLE_TRACK: playhead_player_set_subtitle_track(self, g_value_get_object(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void install_playback_properties(void) {
  /**
   * PlayheadPlayer:uri: (getter get_uri) (setter set_uri)
   *
   * The URI of the current item; %NULL without one. Setting it replaces the item and the queue.
   */
  properties[PLAYHEAD_PROPERTY_URI] = g_param_spec_string("uri", NULL, NULL, NULL, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:playing: (getter get_playing) (setter set_playing)
   *
   * Whether the player plays, or does so as soon as it can. #PlayheadPlayer:state tells whether it has to wait.
   */
  properties[PLAYHEAD_PROPERTY_PLAYING] = g_param_spec_boolean("playing", NULL, NULL, FALSE, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:rate: (getter get_rate) (setter set_rate)
   *
   * The speed of playback: 1 for the natural speed, negative for backward. Pitch is unchanged. Values are clamped to
   * −8…16, and 0 is ignored: pausing is another property.
   */
  properties[PLAYHEAD_PROPERTY_RATE] = g_param_spec_double("rate", NULL, NULL, -8, 16, 1, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:state: (getter get_state)
   *
   * The state of playback.
   */
  properties[PLAYHEAD_PROPERTY_STATE] =
      g_param_spec_enum("state", NULL, NULL, PLAYHEAD_TYPE_STATE, PLAYHEAD_STATE_EMPTY, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:position: (getter get_position)
   *
   * The position in microseconds, rounded up, so that seeking to it shows the same frame. Notified ten times a second
   * during playback, and at jumps; reading it returns the current value at any time.
   */
  properties[PLAYHEAD_PROPERTY_POSITION] =
      g_param_spec_int64("position", NULL, NULL, 0, G_MAXINT64, 0, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:duration: (getter get_duration)
   *
   * The duration in microseconds; −1 if it is unknown, or unlimited as that of live streams.
   */
  properties[PLAYHEAD_PROPERTY_DURATION] =
      g_param_spec_int64("duration", NULL, NULL, -1, G_MAXINT64, -1, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:seekable: (getter get_seekable)
   *
   * Whether the item can be seeked.
   */
  properties[PLAYHEAD_PROPERTY_SEEKABLE] =
      g_param_spec_boolean("seekable", NULL, NULL, FALSE, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:volume: (getter get_volume) (setter set_volume)
   *
   * The volume from 0 to 1, relative to the volume of the system.
   */
  properties[PLAYHEAD_PROPERTY_VOLUME] = g_param_spec_double("volume", NULL, NULL, 0, 1, 1, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:muted: (getter get_muted) (setter set_muted)
   *
   * Whether audio is muted, independent of the volume.
   */
  properties[PLAYHEAD_PROPERTY_MUTED] = g_param_spec_boolean("muted", NULL, NULL, FALSE, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:loop: (getter get_loop) (setter set_loop)
   *
   * Whether the current item starts again at its end.
   */
  properties[PLAYHEAD_PROPERTY_LOOP] = g_param_spec_boolean("loop", NULL, NULL, FALSE, PLAYHEAD_PROPERTY_FLAGS);
}

static void install_item_properties(void) {
  /**
   * PlayheadPlayer:title: (getter get_title)
   *
   * The title in the metadata of the item; %NULL without one.
   */
  properties[PLAYHEAD_PROPERTY_TITLE] = g_param_spec_string("title", NULL, NULL, NULL, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:width: (getter get_width)
   *
   * The width of the video in square pixels; 0 without video.
   */
  properties[PLAYHEAD_PROPERTY_WIDTH] =
      g_param_spec_int("width", NULL, NULL, 0, G_MAXINT, 0, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:height: (getter get_height)
   *
   * The height of the video in square pixels; 0 without video.
   */
  properties[PLAYHEAD_PROPERTY_HEIGHT] =
      g_param_spec_int("height", NULL, NULL, 0, G_MAXINT, 0, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:queue-length: (getter get_queue_length)
   *
   * The number of items that follow the current one.
   */
  properties[PLAYHEAD_PROPERTY_QUEUE_LENGTH] =
      g_param_spec_uint("queue-length", NULL, NULL, 0, G_MAXUINT, 0, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:error: (getter get_error)
   *
   * The reason why the current item cannot be played, in the domain %PLAYHEAD_ERROR; %NULL without one.
   */
  properties[PLAYHEAD_PROPERTY_ERROR] =
      g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:audio-tracks:
   *
   * The audio tracks of the item, a list of #PlayheadTrack.
   */
  properties[PLAYHEAD_PROPERTY_AUDIO_TRACKS] =
      g_param_spec_object("audio-tracks", NULL, NULL, G_TYPE_LIST_MODEL, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:subtitle-tracks:
   *
   * The subtitle tracks of the item, and files that were added to it, a list of #PlayheadTrack.
   */
  properties[PLAYHEAD_PROPERTY_SUBTITLE_TRACKS] =
      g_param_spec_object("subtitle-tracks", NULL, NULL, G_TYPE_LIST_MODEL, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadPlayer:audio-track: (setter set_audio_track)
   *
   * The selected audio track; %NULL without one.
   */
  properties[PLAYHEAD_PROPERTY_AUDIO_TRACK] =
      g_param_spec_object("audio-track", NULL, NULL, PLAYHEAD_TYPE_TRACK, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadPlayer:subtitle-track: (setter set_subtitle_track)
   *
   * The selected subtitle track; %NULL for no subtitles.
   */
  properties[PLAYHEAD_PROPERTY_SUBTITLE_TRACK] =
      g_param_spec_object("subtitle-track", NULL, NULL, PLAYHEAD_TYPE_TRACK, PLAYHEAD_PROPERTY_FLAGS);
}

static void playhead_player_class_init(PlayheadPlayerClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  object_class->dispose = playhead_player_dispose;
  object_class->finalize = playhead_player_finalize;
  object_class->get_property = playhead_player_get_property;
  object_class->set_property = playhead_player_set_property;
  install_playback_properties();
  install_item_properties();
  g_object_class_install_properties(object_class, PLAYHEAD_PROPERTY_COUNT, properties);

  /**
   * PlayheadPlayer::ended:
   * @self: the player
   *
   * Emitted when the last item has played to its end and is not repeated. The item remains, and its last frame stays
   * visible; playback starts it again.
   */
  signals[SIGNAL_ENDED] = g_signal_new("ended", PLAYHEAD_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
  /**
   * PlayheadPlayer::error:
   * @self: the player
   * @error: the reason, in the domain %PLAYHEAD_ERROR
   *
   * Emitted when an item cannot be played. An item of the queue is skipped; the current item remains without playing
   * if none follows.
   */
  signals[SIGNAL_ERROR] = g_signal_new("error", PLAYHEAD_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void playhead_player_init(PlayheadPlayer *self) {
  for (guint kind = 0; kind < G_N_ELEMENTS(self->tracks); kind++) {
    self->tracks[kind] = g_list_store_new(PLAYHEAD_TYPE_TRACK);
  }
  if (playhead_object_is_main_thread("playhead_player_new")) self->engine = playhead_engine_player_new(self);
}

// MARK: From Swift

void playhead_object_player_changed(void *object, PlayheadEngineProperty property) {
  g_object_notify_by_pspec(object, properties[property]);
}

void playhead_object_player_ended(void *object) {
  // A handler may release the last reference of the program.
  g_object_ref(object);
  g_signal_emit(object, signals[SIGNAL_ENDED], 0);
  g_object_unref(object);
}

void playhead_object_player_failed(void *object, int32_t code, const char *message) {
  GError *error = g_error_new_literal(PLAYHEAD_ERROR, code, message);
  g_object_ref(object);
  g_signal_emit(object, signals[SIGNAL_ERROR], 0, error);
  g_object_unref(object);
  g_error_free(error);
}

void playhead_object_player_set_tracks(
    void *object, int32_t kind, int32_t count, const char *const *names, const char *const *languages) {
  PlayheadPlayer *self = object;
  GPtrArray *tracks = g_ptr_array_new_with_free_func(g_object_unref);
  for (int32_t index = 0; index < count; index++) {
    g_ptr_array_add(tracks, playhead_object_track_new(kind, names[index], languages[index]));
  }
  g_list_store_splice(self->tracks[kind], 0, g_list_model_get_n_items(G_LIST_MODEL(self->tracks[kind])), tracks->pdata,
                      tracks->len);
  g_ptr_array_unref(tracks);
}

// MARK: Items

/**
 * playhead_player_new:
 *
 * Creates a player without an item.
 *
 * Returns: (transfer full): the player
 */
PlayheadPlayer *playhead_player_new(void) { return g_object_new(PLAYHEAD_TYPE_PLAYER, NULL); }

/**
 * playhead_player_set_uri: (set-property uri)
 * @self: a player
 * @uri: (nullable): a URI such as `file:///tmp/a.mp4` or `https://example.org/a.m3u8`; %NULL removes the item
 *
 * Replaces the item and the queue. The new item starts to open; a playing player plays it as soon as it is ready.
 */
void playhead_player_set_uri(PlayheadPlayer *self, const char *uri) {
  REQUIRE(self);
  playhead_engine_player_set_uri(self->engine, uri);
}

/**
 * playhead_player_get_uri: (get-property uri)
 * @self: a player
 *
 * Returns the URI of the current item.
 *
 * Returns: (nullable) (transfer full): the URI, or %NULL without an item
 */
char *playhead_player_get_uri(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, NULL);
  return playhead_engine_player_copy_uri(self->engine);
}

/**
 * playhead_player_set_file:
 * @self: a player
 * @file: a file
 *
 * Replaces the item and the queue by a file, as playhead_player_set_uri() does.
 */
void playhead_player_set_file(PlayheadPlayer *self, GFile *file) {
  REQUIRE(self);
  g_return_if_fail(G_IS_FILE(file));
  char *uri = g_file_get_uri(file);
  playhead_engine_player_set_uri(self->engine, uri);
  g_free(uri);
}

/**
 * playhead_player_enqueue_uri:
 * @self: a player
 * @uri: a URI
 *
 * Appends an item to the queue. Without an item it becomes the current one. Audio continues from one item to the next
 * without a gap.
 */
void playhead_player_enqueue_uri(PlayheadPlayer *self, const char *uri) {
  REQUIRE(self);
  g_return_if_fail(uri != NULL);
  playhead_engine_player_enqueue(self->engine, uri);
}

/**
 * playhead_player_enqueue_file:
 * @self: a player
 * @file: a file
 *
 * Appends a file to the queue.
 */
void playhead_player_enqueue_file(PlayheadPlayer *self, GFile *file) {
  REQUIRE(self);
  g_return_if_fail(G_IS_FILE(file));
  char *uri = g_file_get_uri(file);
  playhead_engine_player_enqueue(self->engine, uri);
  g_free(uri);
}

/**
 * playhead_player_next:
 * @self: a player
 *
 * Ends the current item and continues with the next one of the queue. Does nothing if the queue is empty.
 */
void playhead_player_next(PlayheadPlayer *self) {
  REQUIRE(self);
  playhead_engine_player_next(self->engine);
}

/**
 * playhead_player_clear_queue:
 * @self: a player
 *
 * Removes the items that follow the current one.
 */
void playhead_player_clear_queue(PlayheadPlayer *self) {
  REQUIRE(self);
  playhead_engine_player_clear_queue(self->engine);
}

/**
 * playhead_player_get_queue_length: (get-property queue-length)
 * @self: a player
 *
 * Returns the number of items that follow the current one.
 *
 * Returns: the number of items
 */
guint playhead_player_get_queue_length(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 0);
  return playhead_engine_player_queue_length(self->engine);
}

// MARK: Playback

/**
 * playhead_player_play:
 * @self: a player
 *
 * Starts playback at #PlayheadPlayer:rate. An item that has ended starts again.
 */
void playhead_player_play(PlayheadPlayer *self) { playhead_player_set_playing(self, TRUE); }

/**
 * playhead_player_pause:
 * @self: a player
 *
 * Pauses playback.
 */
void playhead_player_pause(PlayheadPlayer *self) { playhead_player_set_playing(self, FALSE); }

/**
 * playhead_player_set_playing: (set-property playing)
 * @self: a player
 * @playing: whether to play
 *
 * Starts or pauses playback.
 */
void playhead_player_set_playing(PlayheadPlayer *self, gboolean playing) {
  REQUIRE(self);
  playhead_engine_player_set_playing(self->engine, playing != FALSE);
}

/**
 * playhead_player_get_playing: (get-property playing)
 * @self: a player
 *
 * Returns whether the player plays, or does so as soon as it can.
 *
 * Returns: whether it plays
 */
gboolean playhead_player_get_playing(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, FALSE);
  return playhead_engine_player_is_playing(self->engine);
}

/**
 * playhead_player_set_rate: (set-property rate)
 * @self: a player
 * @rate: 1 for the natural speed
 *
 * Sets the speed of playback. It does not start playback.
 */
void playhead_player_set_rate(PlayheadPlayer *self, double rate) {
  REQUIRE(self);
  playhead_engine_player_set_rate(self->engine, rate);
}

/**
 * playhead_player_get_rate: (get-property rate)
 * @self: a player
 *
 * Returns the speed of playback.
 *
 * Returns: the speed
 */
double playhead_player_get_rate(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 1);
  return playhead_engine_player_rate(self->engine);
}

/**
 * playhead_player_get_state: (get-property state)
 * @self: a player
 *
 * Returns the state of playback.
 *
 * Returns: the state
 */
PlayheadState playhead_player_get_state(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, PLAYHEAD_STATE_EMPTY);
  return (PlayheadState)playhead_engine_player_state(self->engine);
}

/**
 * playhead_player_get_error: (get-property error)
 * @self: a player
 *
 * Returns the reason why the current item cannot be played.
 *
 * Returns: (nullable) (transfer none): the error, or %NULL without one; valid until the next call
 */
GError *playhead_player_get_error(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, NULL);
  char *message = NULL;
  int32_t code = playhead_engine_player_copy_error(self->engine, &message);
  g_clear_error(&self->error);
  if (code >= 0) self->error = g_error_new_literal(PLAYHEAD_ERROR, code, message);
  free(message);
  return self->error;
}

// MARK: Time

/**
 * playhead_player_get_position: (get-property position)
 * @self: a player
 *
 * Returns the position of the item.
 *
 * Returns: the position in microseconds
 */
gint64 playhead_player_get_position(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 0);
  return playhead_engine_player_position(self->engine);
}

/**
 * playhead_player_get_duration: (get-property duration)
 * @self: a player
 *
 * Returns the duration of the item.
 *
 * Returns: the duration in microseconds; −1 if it is unknown or unlimited
 */
gint64 playhead_player_get_duration(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, -1);
  return playhead_engine_player_duration(self->engine);
}

/**
 * playhead_player_get_seekable: (get-property seekable)
 * @self: a player
 *
 * Returns whether the item can be seeked.
 *
 * Returns: whether it can be seeked
 */
gboolean playhead_player_get_seekable(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, FALSE);
  return playhead_engine_player_is_seekable(self->engine);
}

static void ignore_seek_end(void *data, bool finished) {}

/**
 * playhead_player_seek:
 * @self: a player
 * @position: the position in microseconds, clamped to the item's duration
 *
 * Seeks to the frame that contains a position. Playback continues there, a paused player shows the frame.
 */
void playhead_player_seek(PlayheadPlayer *self, gint64 position) {
  REQUIRE(self);
  playhead_engine_player_seek(self->engine, position, true, ignore_seek_end, NULL);
}

// A seek in progress. The task is NULL after it has been answered.
typedef struct {
  GTask *task;
  GSource *cancellation;
} Seek;

static void answer_seek(Seek *seek, GError *error) {
  GTask *task = g_steal_pointer(&seek->task);
  if (seek->cancellation) {
    g_source_destroy(seek->cancellation);
    g_clear_pointer(&seek->cancellation, g_source_unref);
  }
  if (error) {
    g_task_return_error(task, error);
  } else {
    g_task_return_boolean(task, TRUE);
  }
  g_object_unref(task);
}

static gboolean seek_cancelled(GCancellable *cancellable, gpointer data) {
  Seek *seek = data;
  if (!seek->task) return G_SOURCE_REMOVE;
  PlayheadPlayer *self = g_task_get_source_object(seek->task);
  // Its end arrives later, with nothing left to answer.
  playhead_engine_player_cancel_seeks(self->engine);
  GError *error = NULL;
  g_cancellable_set_error_if_cancelled(cancellable, &error);
  answer_seek(seek, error);
  return G_SOURCE_REMOVE;
}

static void seek_ended(void *data, bool finished) {
  Seek *seek = data;
  if (seek->task) {
    PlayheadPlayer *self = g_task_get_source_object(seek->task);
    gboolean is_empty = playhead_engine_player_state(self->engine) == PLAYHEAD_STATE_EMPTY;
    GError *error = NULL;
    if (!finished && is_empty) {
      error = g_error_new_literal(PLAYHEAD_ERROR, PLAYHEAD_ERROR_NO_ITEM, "The player has no item to seek in.");
    } else if (!finished) {
      error = g_error_new_literal(
          PLAYHEAD_ERROR, PLAYHEAD_ERROR_INTERRUPTED, "Another seek or another item came first.");
    }
    answer_seek(seek, error);
  }
  g_free(seek);
}

/**
 * playhead_player_seek_async:
 * @self: a player
 * @position: the position in microseconds, clamped to the item's duration
 * @mode: the precision
 * @cancellable: (nullable): cancels the seek
 * @callback: (scope async) (closure user_data): called when the seek has ended
 * @user_data: data for @callback
 *
 * Seeks to a position. The callback is called when the frame at that position has been decoded and sent to the
 * widgets, or when another seek came first.
 */
void playhead_player_seek_async(PlayheadPlayer *self, gint64 position, PlayheadSeekMode mode,
                                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
  REQUIRE(self);
  g_return_if_fail(cancellable == NULL || G_IS_CANCELLABLE(cancellable));
  GTask *task = g_task_new(self, cancellable, callback, user_data);
  g_task_set_source_tag(task, playhead_player_seek_async);
  if (g_task_return_error_if_cancelled(task)) {
    g_object_unref(task);
    return;
  }
  Seek *seek = g_new0(Seek, 1);
  seek->task = task;
  if (cancellable) {
    seek->cancellation = g_cancellable_source_new(cancellable);
    // The type of this source's callbacks is GCancellableSourceFunc.
    g_source_set_callback(seek->cancellation, (GSourceFunc)(void (*)(void))seek_cancelled, seek, NULL);
    g_source_attach(seek->cancellation, g_task_get_context(task));
  }
  playhead_engine_player_seek(self->engine, position, mode == PLAYHEAD_SEEK_MODE_EXACT, seek_ended, seek);
}

/**
 * playhead_player_seek_finish:
 * @self: a player
 * @result: the result of the callback
 * @error: return location for an error: %G_IO_ERROR_CANCELLED, %PLAYHEAD_ERROR_INTERRUPTED or %PLAYHEAD_ERROR_NO_ITEM
 *
 * Finishes playhead_player_seek_async().
 *
 * Returns: whether the position has been reached
 */
gboolean playhead_player_seek_finish(PlayheadPlayer *self, GAsyncResult *result, GError **error) {
  g_return_val_if_fail(PLAYHEAD_IS_PLAYER(self), FALSE);
  g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
  return g_task_propagate_boolean(G_TASK(result), error);
}

/**
 * playhead_player_step:
 * @self: a player
 * @frames: the number of frames; negative for backward
 *
 * Moves a paused player by frames.
 */
void playhead_player_step(PlayheadPlayer *self, int frames) {
  REQUIRE(self);
  playhead_engine_player_step(self->engine, frames);
}

// MARK: Audio

/**
 * playhead_player_set_volume: (set-property volume)
 * @self: a player
 * @volume: the volume from 0 to 1
 *
 * Sets the volume, relative to that of the system.
 */
void playhead_player_set_volume(PlayheadPlayer *self, double volume) {
  REQUIRE(self);
  playhead_engine_player_set_volume(self->engine, volume);
}

/**
 * playhead_player_get_volume: (get-property volume)
 * @self: a player
 *
 * Returns the volume.
 *
 * Returns: the volume from 0 to 1
 */
double playhead_player_get_volume(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 1);
  return playhead_engine_player_volume(self->engine);
}

/**
 * playhead_player_set_muted: (set-property muted)
 * @self: a player
 * @muted: whether to mute audio
 *
 * Mutes audio, independent of the volume.
 */
void playhead_player_set_muted(PlayheadPlayer *self, gboolean muted) {
  REQUIRE(self);
  playhead_engine_player_set_muted(self->engine, muted != FALSE);
}

/**
 * playhead_player_get_muted: (get-property muted)
 * @self: a player
 *
 * Returns whether audio is muted.
 *
 * Returns: whether audio is muted
 */
gboolean playhead_player_get_muted(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, FALSE);
  return playhead_engine_player_is_muted(self->engine);
}

/**
 * playhead_player_set_loop: (set-property loop)
 * @self: a player
 * @loop: whether the item starts again at its end
 *
 * Sets whether the current item is repeated.
 */
void playhead_player_set_loop(PlayheadPlayer *self, gboolean loop) {
  REQUIRE(self);
  playhead_engine_player_set_loops(self->engine, loop != FALSE);
}

/**
 * playhead_player_get_loop: (get-property loop)
 * @self: a player
 *
 * Returns whether the current item is repeated.
 *
 * Returns: whether it is repeated
 */
gboolean playhead_player_get_loop(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, FALSE);
  return playhead_engine_player_loops(self->engine);
}

// MARK: Description

/**
 * playhead_player_get_title: (get-property title)
 * @self: a player
 *
 * Returns the title in the metadata of the item.
 *
 * Returns: (nullable) (transfer full): the title, or %NULL without one
 */
char *playhead_player_get_title(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, NULL);
  return playhead_engine_player_copy_title(self->engine);
}

/**
 * playhead_player_get_width: (get-property width)
 * @self: a player
 *
 * Returns the width of the video.
 *
 * Returns: the width in square pixels; 0 without video
 */
int playhead_player_get_width(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 0);
  return playhead_engine_player_width(self->engine);
}

/**
 * playhead_player_get_height: (get-property height)
 * @self: a player
 *
 * Returns the height of the video.
 *
 * Returns: the height in square pixels; 0 without video
 */
int playhead_player_get_height(PlayheadPlayer *self) {
  REQUIRE_ELSE(self, 0);
  return playhead_engine_player_height(self->engine);
}

// MARK: Tracks

/**
 * playhead_player_get_tracks:
 * @self: a player
 * @kind: the kind of the tracks
 *
 * Returns the tracks of the item, a list of #PlayheadTrack that changes with the item.
 *
 * Returns: (transfer none): the list
 */
GListModel *playhead_player_get_tracks(PlayheadPlayer *self, PlayheadTrackKind kind) {
  g_return_val_if_fail(PLAYHEAD_IS_PLAYER(self), NULL);
  g_return_val_if_fail(kind == PLAYHEAD_TRACK_KIND_AUDIO || kind == PLAYHEAD_TRACK_KIND_SUBTITLE, NULL);
  return G_LIST_MODEL(self->tracks[kind]);
}

/**
 * playhead_player_get_selected_track:
 * @self: a player
 * @kind: the kind of the track
 *
 * Returns the selected track of a kind.
 *
 * Returns: (nullable) (transfer none): the track, or %NULL without one
 */
PlayheadTrack *playhead_player_get_selected_track(PlayheadPlayer *self, PlayheadTrackKind kind) {
  REQUIRE_ELSE(self, NULL);
  g_return_val_if_fail(kind == PLAYHEAD_TRACK_KIND_AUDIO || kind == PLAYHEAD_TRACK_KIND_SUBTITLE, NULL);
  int32_t index = playhead_engine_player_selected_track(self->engine, kind);
  if (index < 0) return NULL;
  PlayheadTrack *track = g_list_model_get_item(G_LIST_MODEL(self->tracks[kind]), (guint)index);
  // The list owns it.
  if (track) g_object_unref(track);
  return track;
}

static void select_track(PlayheadPlayer *self, PlayheadTrackKind kind, PlayheadTrack *track) {
  guint index = 0;
  if (!track) {
    playhead_engine_player_select_track(self->engine, kind, -1);
  } else if (g_list_store_find(self->tracks[kind], track, &index)) {
    playhead_engine_player_select_track(self->engine, kind, (int32_t)index);
  }
}

/**
 * playhead_player_set_audio_track: (set-property audio-track)
 * @self: a player
 * @track: (nullable): a track of the item; others are ignored. %NULL is ignored if the item needs one
 *
 * Selects an audio track.
 */
void playhead_player_set_audio_track(PlayheadPlayer *self, PlayheadTrack *track) {
  REQUIRE(self);
  g_return_if_fail(track == NULL || PLAYHEAD_IS_TRACK(track));
  select_track(self, PLAYHEAD_TRACK_KIND_AUDIO, track);
}

/**
 * playhead_player_set_subtitle_track: (set-property subtitle-track)
 * @self: a player
 * @track: (nullable): a track of the item; others are ignored. %NULL for no subtitles
 *
 * Selects a subtitle track.
 */
void playhead_player_set_subtitle_track(PlayheadPlayer *self, PlayheadTrack *track) {
  REQUIRE(self);
  g_return_if_fail(track == NULL || PLAYHEAD_IS_TRACK(track));
  select_track(self, PLAYHEAD_TRACK_KIND_SUBTITLE, track);
}

/**
 * playhead_player_add_subtitles:
 * @self: a player
 * @file: a subtitle file: WebVTT, SRT, SSA, ASS, TTML or SCC
 *
 * Adds a subtitle file to the current item and selects it. #PlayheadPlayer::error reports a file that cannot be read;
 * playback continues.
 */
void playhead_player_add_subtitles(PlayheadPlayer *self, GFile *file) {
  REQUIRE(self);
  g_return_if_fail(G_IS_FILE(file));
  char *uri = g_file_get_uri(file);
  playhead_engine_player_add_subtitles(self->engine, uri);
  g_free(uri);
}
