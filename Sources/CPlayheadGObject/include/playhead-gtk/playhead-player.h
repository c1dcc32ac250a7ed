#ifndef PLAYHEAD_PLAYER_H
#define PLAYHEAD_PLAYER_H

#include <playhead-gtk/playhead-track.h>
#include <playhead-gtk/playhead-types.h>

G_BEGIN_DECLS

#define PLAYHEAD_TYPE_PLAYER (playhead_player_get_type())
G_DECLARE_FINAL_TYPE(PlayheadPlayer, playhead_player, PLAYHEAD, PLAYER, GObject)

PlayheadPlayer *playhead_player_new(void);

void playhead_player_set_uri(PlayheadPlayer *self, const char *uri);
char *playhead_player_get_uri(PlayheadPlayer *self);
void playhead_player_set_file(PlayheadPlayer *self, GFile *file);

void playhead_player_enqueue_uri(PlayheadPlayer *self, const char *uri);
void playhead_player_enqueue_file(PlayheadPlayer *self, GFile *file);
void playhead_player_next(PlayheadPlayer *self);
void playhead_player_clear_queue(PlayheadPlayer *self);
guint playhead_player_get_queue_length(PlayheadPlayer *self);

void playhead_player_play(PlayheadPlayer *self);
void playhead_player_pause(PlayheadPlayer *self);
void playhead_player_set_playing(PlayheadPlayer *self, gboolean playing);
gboolean playhead_player_get_playing(PlayheadPlayer *self);
void playhead_player_set_rate(PlayheadPlayer *self, double rate);
double playhead_player_get_rate(PlayheadPlayer *self);
PlayheadState playhead_player_get_state(PlayheadPlayer *self);
GError *playhead_player_get_error(PlayheadPlayer *self);

gint64 playhead_player_get_position(PlayheadPlayer *self);
gint64 playhead_player_get_duration(PlayheadPlayer *self);
gboolean playhead_player_get_seekable(PlayheadPlayer *self);
void playhead_player_seek(PlayheadPlayer *self, gint64 position);
void playhead_player_seek_async(PlayheadPlayer *self, gint64 position, PlayheadSeekMode mode,
                                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean playhead_player_seek_finish(PlayheadPlayer *self, GAsyncResult *result, GError **error);
void playhead_player_step(PlayheadPlayer *self, int frames);

void playhead_player_set_volume(PlayheadPlayer *self, double volume);
double playhead_player_get_volume(PlayheadPlayer *self);
void playhead_player_set_muted(PlayheadPlayer *self, gboolean muted);
gboolean playhead_player_get_muted(PlayheadPlayer *self);
void playhead_player_set_loop(PlayheadPlayer *self, gboolean loop);
gboolean playhead_player_get_loop(PlayheadPlayer *self);

char *playhead_player_get_title(PlayheadPlayer *self);
int playhead_player_get_width(PlayheadPlayer *self);
int playhead_player_get_height(PlayheadPlayer *self);

GListModel *playhead_player_get_tracks(PlayheadPlayer *self, PlayheadTrackKind kind);
PlayheadTrack *playhead_player_get_selected_track(PlayheadPlayer *self, PlayheadTrackKind kind);
void playhead_player_set_audio_track(PlayheadPlayer *self, PlayheadTrack *track);
void playhead_player_set_subtitle_track(PlayheadPlayer *self, PlayheadTrack *track);
void playhead_player_add_subtitles(PlayheadPlayer *self, GFile *file);

G_END_DECLS

#endif
