#include "private.h"

/**
 * PlayheadVideo:
 *
 * A widget that shows the video of a player, with controls over it.
 *
 * The widget expands and has no minimum size. Its keys and gestures are those of the player application.
 */
struct _PlayheadVideo {
  GtkWidget parent_instance;
  void *engine;      // Swift's object; NULL after dispose
  GtkWidget *child;  // the view, which the engine object owns
  PlayheadPlayer *player;
  gboolean show_controls;
  gboolean media_keys;
  GtkContentFit fit;
};

enum { PROP_0, PROP_PLAYER, PROP_SHOW_CONTROLS, PROP_CONTENT_FIT, PROP_MEDIA_KEYS, PROP_COUNT };

static GParamSpec *properties[PROP_COUNT];

G_DEFINE_TYPE(PlayheadVideo, playhead_video, GTK_TYPE_WIDGET)

static void playhead_video_dispose(GObject *object) {
  PlayheadVideo *self = PLAYHEAD_VIDEO(object);
  g_clear_pointer(&self->child, gtk_widget_unparent);
  g_clear_pointer(&self->engine, playhead_engine_video_close);
  g_clear_object(&self->player);
  G_OBJECT_CLASS(playhead_video_parent_class)->dispose(object);
}

static void playhead_video_get_property(GObject *object, guint number, GValue *value, GParamSpec *spec) {
  PlayheadVideo *self = PLAYHEAD_VIDEO(object);
  switch (number) {
    case PROP_PLAYER: g_value_set_object(value, self->player); break;
    case PROP_SHOW_CONTROLS: g_value_set_boolean(value, self->show_controls); break;
    case PROP_CONTENT_FIT: g_value_set_enum(value, self->fit); break;
    case PROP_MEDIA_KEYS: g_value_set_boolean(value, self->media_keys); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_video_set_property(GObject *object, guint number, const GValue *value, GParamSpec *spec) {
  PlayheadVideo *self = PLAYHEAD_VIDEO(object);
  switch (number) {
    case PROP_PLAYER: playhead_video_set_player(self, g_value_get_object(value)); break;
    case PROP_SHOW_CONTROLS: playhead_video_set_show_controls(self, g_value_get_boolean(value)); break;
    case PROP_CONTENT_FIT: playhead_video_set_content_fit(self, g_value_get_enum(value)); break;
    case PROP_MEDIA_KEYS: playhead_video_set_media_keys(self, g_value_get_boolean(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_video_class_init(PlayheadVideoClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  object_class->dispose = playhead_video_dispose;
  object_class->get_property = playhead_video_get_property;
  object_class->set_property = playhead_video_set_property;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "playhead-video");

  /**
   * PlayheadVideo:player: (getter get_player) (setter set_player)
   *
   * The player whose video is shown.
   */
  properties[PROP_PLAYER] = g_param_spec_object("player", NULL, NULL, PLAYHEAD_TYPE_PLAYER, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadVideo:show-controls: (getter get_show_controls) (setter set_show_controls)
   *
   * Whether controls appear when the pointer moves over the video. Keys work nevertheless.
   */
  properties[PROP_SHOW_CONTROLS] =
      g_param_spec_boolean("show-controls", NULL, NULL, TRUE, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadVideo:content-fit: (getter get_content_fit) (setter set_content_fit)
   *
   * How the video fills the widget. %GTK_CONTENT_FIT_SCALE_DOWN is the same as %GTK_CONTENT_FIT_CONTAIN.
   */
  properties[PROP_CONTENT_FIT] = g_param_spec_enum(
      "content-fit", NULL, NULL, GTK_TYPE_CONTENT_FIT, GTK_CONTENT_FIT_CONTAIN, PLAYHEAD_PROPERTY_FLAGS);
  /**
   * PlayheadVideo:media-keys: (getter get_media_keys) (setter set_media_keys)
   *
   * Whether the desktop's media keys and panels (MPRIS) control the player.
   */
  properties[PROP_MEDIA_KEYS] = g_param_spec_boolean("media-keys", NULL, NULL, FALSE, PLAYHEAD_PROPERTY_FLAGS);
  g_object_class_install_properties(object_class, PROP_COUNT, properties);
}

static void playhead_video_init(PlayheadVideo *self) {
  self->show_controls = TRUE;
  self->fit = GTK_CONTENT_FIT_CONTAIN;
  gtk_widget_set_hexpand(GTK_WIDGET(self), TRUE);
  gtk_widget_set_vexpand(GTK_WIDGET(self), TRUE);
  if (!playhead_object_is_main_thread("playhead_video_new")) return;
  void *child = NULL;
  self->engine = playhead_engine_video_new(&child);
  self->child = child;
  playhead_engine_video_set_media_keys(self->engine, false);
  gtk_widget_set_parent(self->child, GTK_WIDGET(self));
}

/**
 * playhead_video_new:
 * @player: (nullable): the player whose video is shown
 *
 * Creates a widget for the video of a player. GTK must be initialized.
 *
 * Returns: (transfer none): the widget, with a floating reference
 */
GtkWidget *playhead_video_new(PlayheadPlayer *player) {
  g_return_val_if_fail(player == NULL || PLAYHEAD_IS_PLAYER(player), NULL);
  return g_object_new(PLAYHEAD_TYPE_VIDEO, "player", player, NULL);
}

/**
 * playhead_video_set_player: (set-property player)
 * @self: a widget
 * @player: (nullable): a player
 *
 * Sets the player whose video is shown. The widget does not start or stop it.
 */
void playhead_video_set_player(PlayheadVideo *self, PlayheadPlayer *player) {
  g_return_if_fail(PLAYHEAD_IS_VIDEO(self));
  g_return_if_fail(player == NULL || PLAYHEAD_IS_PLAYER(player));
  if (!g_set_object(&self->player, player)) return;
  playhead_engine_video_set_player(self->engine, playhead_object_player_engine(player));
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PLAYER]);
}

/**
 * playhead_video_get_player: (get-property player)
 * @self: a widget
 *
 * Returns the player whose video is shown.
 *
 * Returns: (nullable) (transfer none): the player
 */
PlayheadPlayer *playhead_video_get_player(PlayheadVideo *self) {
  g_return_val_if_fail(PLAYHEAD_IS_VIDEO(self), NULL);
  return self->player;
}

/**
 * playhead_video_set_show_controls: (set-property show-controls)
 * @self: a widget
 * @show_controls: whether there are controls
 *
 * Sets whether controls appear over the video.
 */
void playhead_video_set_show_controls(PlayheadVideo *self, gboolean show_controls) {
  g_return_if_fail(PLAYHEAD_IS_VIDEO(self));
  show_controls = show_controls != FALSE;
  if (self->show_controls == show_controls) return;
  self->show_controls = show_controls;
  playhead_engine_video_set_shows_controls(self->engine, show_controls);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_SHOW_CONTROLS]);
}

/**
 * playhead_video_get_show_controls: (get-property show-controls)
 * @self: a widget
 *
 * Returns whether controls appear over the video.
 *
 * Returns: whether there are controls
 */
gboolean playhead_video_get_show_controls(PlayheadVideo *self) {
  g_return_val_if_fail(PLAYHEAD_IS_VIDEO(self), TRUE);
  return self->show_controls;
}

/**
 * playhead_video_set_content_fit: (set-property content-fit)
 * @self: a widget
 * @fit: how the video fills the widget
 *
 * Sets how the video fills the widget.
 */
void playhead_video_set_content_fit(PlayheadVideo *self, GtkContentFit fit) {
  g_return_if_fail(PLAYHEAD_IS_VIDEO(self));
  if (self->fit == fit) return;
  self->fit = fit;
  playhead_engine_video_set_fit(self->engine, (int32_t)fit);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_CONTENT_FIT]);
}

/**
 * playhead_video_get_content_fit: (get-property content-fit)
 * @self: a widget
 *
 * Returns how the video fills the widget.
 *
 * Returns: the fit
 */
GtkContentFit playhead_video_get_content_fit(PlayheadVideo *self) {
  g_return_val_if_fail(PLAYHEAD_IS_VIDEO(self), GTK_CONTENT_FIT_CONTAIN);
  return self->fit;
}

/**
 * playhead_video_set_media_keys: (set-property media-keys)
 * @self: a widget
 * @media_keys: whether media keys control the player
 *
 * Sets whether the desktop's media keys and panels control the player. One widget of a program should have them.
 */
void playhead_video_set_media_keys(PlayheadVideo *self, gboolean media_keys) {
  g_return_if_fail(PLAYHEAD_IS_VIDEO(self));
  media_keys = media_keys != FALSE;
  if (self->media_keys == media_keys) return;
  self->media_keys = media_keys;
  playhead_engine_video_set_media_keys(self->engine, media_keys);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_MEDIA_KEYS]);
}

/**
 * playhead_video_get_media_keys: (get-property media-keys)
 * @self: a widget
 *
 * Returns whether the desktop's media keys control the player.
 *
 * Returns: whether they do
 */
gboolean playhead_video_get_media_keys(PlayheadVideo *self) {
  g_return_val_if_fail(PLAYHEAD_IS_VIDEO(self), FALSE);
  return self->media_keys;
}
