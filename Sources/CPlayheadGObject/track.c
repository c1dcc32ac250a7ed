#include "private.h"

/**
 * PlayheadTrack:
 *
 * An audio or subtitle track of a player's item.
 *
 * Tracks are listed by playhead_player_get_tracks(). A track belongs to one item: with the next item the list has
 * other tracks.
 */
struct _PlayheadTrack {
  GObject parent_instance;
  PlayheadTrackKind kind;
  char *name;
  char *language;
};

enum { PROP_0, PROP_KIND, PROP_NAME, PROP_LANGUAGE, PROP_COUNT };

static GParamSpec *properties[PROP_COUNT];

G_DEFINE_TYPE(PlayheadTrack, playhead_track, G_TYPE_OBJECT)

static void playhead_track_finalize(GObject *object) {
  PlayheadTrack *self = PLAYHEAD_TRACK(object);
  g_free(self->name);
  g_free(self->language);
  G_OBJECT_CLASS(playhead_track_parent_class)->finalize(object);
}

static void playhead_track_get_property(GObject *object, guint number, GValue *value, GParamSpec *spec) {
  PlayheadTrack *self = PLAYHEAD_TRACK(object);
  switch (number) {
    case PROP_KIND: g_value_set_enum(value, self->kind); break;
    case PROP_NAME: g_value_set_string(value, self->name); break;
    case PROP_LANGUAGE: g_value_set_string(value, self->language); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_track_class_init(PlayheadTrackClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  object_class->finalize = playhead_track_finalize;
  object_class->get_property = playhead_track_get_property;

  /**
   * PlayheadTrack:kind: (getter get_kind)
   *
   * Whether the track is audio or subtitles.
   */
  properties[PROP_KIND] = g_param_spec_enum(
      "kind", NULL, NULL, PLAYHEAD_TYPE_TRACK_KIND, PLAYHEAD_TRACK_KIND_AUDIO, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadTrack:name: (getter get_name)
   *
   * A name for users in the system language: the name in the file, or else the name of the language.
   */
  properties[PROP_NAME] = g_param_spec_string("name", NULL, NULL, NULL, PLAYHEAD_READABLE_FLAGS);
  /**
   * PlayheadTrack:language: (getter get_language)
   *
   * The language as BCP 47, such as `de` or `zh-Hans`; %NULL if the file declares none.
   */
  properties[PROP_LANGUAGE] = g_param_spec_string("language", NULL, NULL, NULL, PLAYHEAD_READABLE_FLAGS);
  g_object_class_install_properties(object_class, PROP_COUNT, properties);
}

static void playhead_track_init(PlayheadTrack *self) {}

PlayheadTrack *playhead_object_track_new(PlayheadTrackKind kind, const char *name, const char *language) {
  PlayheadTrack *self = g_object_new(PLAYHEAD_TYPE_TRACK, NULL);
  self->kind = kind;
  self->name = g_strdup(name);
  self->language = g_strdup(language);
  return self;
}

/**
 * playhead_track_get_kind: (get-property kind)
 * @self: a track
 *
 * Returns whether the track is audio or subtitles.
 *
 * Returns: the kind
 */
PlayheadTrackKind playhead_track_get_kind(PlayheadTrack *self) {
  g_return_val_if_fail(PLAYHEAD_IS_TRACK(self), PLAYHEAD_TRACK_KIND_AUDIO);
  return self->kind;
}

/**
 * playhead_track_get_name: (get-property name)
 * @self: a track
 *
 * Returns a name for users in the system language.
 *
 * Returns: the name
 */
const char *playhead_track_get_name(PlayheadTrack *self) {
  g_return_val_if_fail(PLAYHEAD_IS_TRACK(self), NULL);
  return self->name;
}

/**
 * playhead_track_get_language: (get-property language)
 * @self: a track
 *
 * Returns the language as BCP 47.
 *
 * Returns: (nullable): the language, or %NULL if the file declares none
 */
const char *playhead_track_get_language(PlayheadTrack *self) {
  g_return_val_if_fail(PLAYHEAD_IS_TRACK(self), NULL);
  return self->language;
}
