// What the C files share; not installed.
#ifndef CPLAYHEAD_GOBJECT_PRIVATE_H
#define CPLAYHEAD_GOBJECT_PRIVATE_H

#include <playhead-gtk/playhead-gtk.h>

#include "engine.h"

// A track that a player lists.
PlayheadTrack *playhead_object_track_new(PlayheadTrackKind kind, const char *name, const char *language);
// Swift's object of a player; NULL without a player.
void *playhead_object_player_engine(PlayheadPlayer *player);
// Reports a call from another thread, and returns whether this is the main thread.
gboolean playhead_object_is_main_thread(const char *function);

#define PLAYHEAD_PROPERTY_FLAGS (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)
#define PLAYHEAD_READABLE_FLAGS (G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

#endif
