// Enumerations as GObject types, and the error domain.
#include <playhead-gtk/playhead-types.h>

#define VALUE(name, nick) {name, #name, nick}

#define ENUMERATION(Type, function, ...)                                  \
  GType function(void) {                                                  \
    static gsize type;                                                    \
    if (g_once_init_enter(&type)) {                                       \
      static const GEnumValue values[] = {__VA_ARGS__, {0, NULL, NULL}};  \
      g_once_init_leave(&type, g_enum_register_static(#Type, values));    \
    }                                                                     \
    return type;                                                          \
  }

ENUMERATION(PlayheadState, playhead_state_get_type, VALUE(PLAYHEAD_STATE_EMPTY, "empty"),
            VALUE(PLAYHEAD_STATE_LOADING, "loading"), VALUE(PLAYHEAD_STATE_PAUSED, "paused"),
            VALUE(PLAYHEAD_STATE_BUFFERING, "buffering"), VALUE(PLAYHEAD_STATE_PLAYING, "playing"),
            VALUE(PLAYHEAD_STATE_ENDED, "ended"), VALUE(PLAYHEAD_STATE_FAILED, "failed"))

ENUMERATION(PlayheadTrackKind, playhead_track_kind_get_type, VALUE(PLAYHEAD_TRACK_KIND_AUDIO, "audio"),
            VALUE(PLAYHEAD_TRACK_KIND_SUBTITLE, "subtitle"))

ENUMERATION(PlayheadSeekMode, playhead_seek_mode_get_type, VALUE(PLAYHEAD_SEEK_MODE_EXACT, "exact"),
            VALUE(PLAYHEAD_SEEK_MODE_FAST, "fast"))

ENUMERATION(PlayheadError, playhead_error_get_type, VALUE(PLAYHEAD_ERROR_FAILED, "failed"),
            VALUE(PLAYHEAD_ERROR_INVALID_URI, "invalid-uri"), VALUE(PLAYHEAD_ERROR_NOT_FOUND, "not-found"),
            VALUE(PLAYHEAD_ERROR_PERMISSION_DENIED, "permission-denied"), VALUE(PLAYHEAD_ERROR_NETWORK, "network"),
            VALUE(PLAYHEAD_ERROR_UNSUPPORTED, "unsupported"), VALUE(PLAYHEAD_ERROR_DAMAGED, "damaged"),
            VALUE(PLAYHEAD_ERROR_PROTECTED, "protected"), VALUE(PLAYHEAD_ERROR_INTERRUPTED, "interrupted"),
            VALUE(PLAYHEAD_ERROR_NO_ITEM, "no-item"))

G_DEFINE_QUARK(playhead-error-quark, playhead_error)
