#ifndef PLAYHEAD_TRACK_H
#define PLAYHEAD_TRACK_H

#include <playhead-gtk/playhead-types.h>

G_BEGIN_DECLS

#define PLAYHEAD_TYPE_TRACK (playhead_track_get_type())
G_DECLARE_FINAL_TYPE(PlayheadTrack, playhead_track, PLAYHEAD, TRACK, GObject)

PlayheadTrackKind playhead_track_get_kind(PlayheadTrack *self);
const char *playhead_track_get_name(PlayheadTrack *self);
const char *playhead_track_get_language(PlayheadTrack *self);

G_END_DECLS

#endif
