#ifndef PLAYHEAD_PAINTABLE_H
#define PLAYHEAD_PAINTABLE_H

#include <playhead-gtk/playhead-player.h>

G_BEGIN_DECLS

#define PLAYHEAD_TYPE_PAINTABLE (playhead_paintable_get_type())
G_DECLARE_FINAL_TYPE(PlayheadPaintable, playhead_paintable, PLAYHEAD, PAINTABLE, GObject)

GdkPaintable *playhead_paintable_new(PlayheadPlayer *player);

void playhead_paintable_set_player(PlayheadPaintable *self, PlayheadPlayer *player);
PlayheadPlayer *playhead_paintable_get_player(PlayheadPaintable *self);

G_END_DECLS

#endif
