#ifndef PLAYHEAD_TYPES_H
#define PLAYHEAD_TYPES_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * PlayheadState:
 * @PLAYHEAD_STATE_EMPTY: there is no item.
 * @PLAYHEAD_STATE_LOADING: the item is being opened.
 * @PLAYHEAD_STATE_PAUSED: the item is ready, and playback is paused.
 * @PLAYHEAD_STATE_BUFFERING: playback waits for data.
 * @PLAYHEAD_STATE_PLAYING: playback is in progress.
 * @PLAYHEAD_STATE_ENDED: the last item has played to its end and remains.
 * @PLAYHEAD_STATE_FAILED: the item cannot be played; #PlayheadPlayer:error has the reason.
 *
 * The state of a player.
 */
typedef enum {
  PLAYHEAD_STATE_EMPTY,
  PLAYHEAD_STATE_LOADING,
  PLAYHEAD_STATE_PAUSED,
  PLAYHEAD_STATE_BUFFERING,
  PLAYHEAD_STATE_PLAYING,
  PLAYHEAD_STATE_ENDED,
  PLAYHEAD_STATE_FAILED
} PlayheadState;

#define PLAYHEAD_TYPE_STATE (playhead_state_get_type())
GType playhead_state_get_type(void) G_GNUC_CONST;

/**
 * PlayheadTrackKind:
 * @PLAYHEAD_TRACK_KIND_AUDIO: audio.
 * @PLAYHEAD_TRACK_KIND_SUBTITLE: subtitles or captions.
 *
 * The kind of a track that a user selects.
 */
typedef enum {
  PLAYHEAD_TRACK_KIND_AUDIO,
  PLAYHEAD_TRACK_KIND_SUBTITLE
} PlayheadTrackKind;

#define PLAYHEAD_TYPE_TRACK_KIND (playhead_track_kind_get_type())
GType playhead_track_kind_get_type(void) G_GNUC_CONST;

/**
 * PlayheadSeekMode:
 * @PLAYHEAD_SEEK_MODE_EXACT: to the frame that contains the position.
 * @PLAYHEAD_SEEK_MODE_FAST: to a nearby sync sample, which is shown fastest.
 *
 * The precision of a seek.
 */
typedef enum {
  PLAYHEAD_SEEK_MODE_EXACT,
  PLAYHEAD_SEEK_MODE_FAST
} PlayheadSeekMode;

#define PLAYHEAD_TYPE_SEEK_MODE (playhead_seek_mode_get_type())
GType playhead_seek_mode_get_type(void) G_GNUC_CONST;

/**
 * PLAYHEAD_ERROR:
 *
 * The domain of errors of Playhead. Their codes are those of #PlayheadError.
 */
#define PLAYHEAD_ERROR (playhead_error_quark())

/**
 * PlayheadError:
 * @PLAYHEAD_ERROR_FAILED: any other reason; the message names it.
 * @PLAYHEAD_ERROR_INVALID_URI: the string is not a URI.
 * @PLAYHEAD_ERROR_NOT_FOUND: there is no such file or address.
 * @PLAYHEAD_ERROR_PERMISSION_DENIED: the file or address may not be read.
 * @PLAYHEAD_ERROR_NETWORK: the server cannot be reached, or answers with an error.
 * @PLAYHEAD_ERROR_UNSUPPORTED: the format or the codec is unknown.
 * @PLAYHEAD_ERROR_DAMAGED: the file is damaged or cannot be decoded.
 * @PLAYHEAD_ERROR_PROTECTED: the content is encrypted, and there is no key.
 * @PLAYHEAD_ERROR_INTERRUPTED: another seek or another item came first.
 * @PLAYHEAD_ERROR_NO_ITEM: the player has no item.
 *
 * The codes of %PLAYHEAD_ERROR.
 */
typedef enum {
  PLAYHEAD_ERROR_FAILED,
  PLAYHEAD_ERROR_INVALID_URI,
  PLAYHEAD_ERROR_NOT_FOUND,
  PLAYHEAD_ERROR_PERMISSION_DENIED,
  PLAYHEAD_ERROR_NETWORK,
  PLAYHEAD_ERROR_UNSUPPORTED,
  PLAYHEAD_ERROR_DAMAGED,
  PLAYHEAD_ERROR_PROTECTED,
  PLAYHEAD_ERROR_INTERRUPTED,
  PLAYHEAD_ERROR_NO_ITEM
} PlayheadError;

GQuark playhead_error_quark(void);

#define PLAYHEAD_TYPE_ERROR (playhead_error_get_type())
GType playhead_error_get_type(void) G_GNUC_CONST;

G_END_DECLS

#endif
