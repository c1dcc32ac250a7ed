#ifndef PLAYHEAD_VIDEO_H
#define PLAYHEAD_VIDEO_H

#include <playhead-gtk/playhead-player.h>

G_BEGIN_DECLS

#define PLAYHEAD_TYPE_VIDEO (playhead_video_get_type())
G_DECLARE_FINAL_TYPE(PlayheadVideo, playhead_video, PLAYHEAD, VIDEO, GtkWidget)

GtkWidget *playhead_video_new(PlayheadPlayer *player);

void playhead_video_set_player(PlayheadVideo *self, PlayheadPlayer *player);
PlayheadPlayer *playhead_video_get_player(PlayheadVideo *self);
void playhead_video_set_show_controls(PlayheadVideo *self, gboolean show_controls);
gboolean playhead_video_get_show_controls(PlayheadVideo *self);
void playhead_video_set_content_fit(PlayheadVideo *self, GtkContentFit fit);
GtkContentFit playhead_video_get_content_fit(PlayheadVideo *self);
void playhead_video_set_media_keys(PlayheadVideo *self, gboolean media_keys);
gboolean playhead_video_get_media_keys(PlayheadVideo *self);

G_END_DECLS

#endif
