#include "private.h"

/**
 * PlayheadPaintable:
 *
 * The frames of a player as a #GdkPaintable, for #GtkPicture, #GtkImage or a widget's own drawing.
 *
 * Its contents are invalidated with each frame. Its size is that of the video in square pixels, in which frames are
 * converted: a #PlayheadVideo, which converts to the size on the screen, draws a large video in a small widget with
 * less work.
 */
struct _PlayheadPaintable {
  GObject parent_instance;
  void *engine;  // Swift's object; NULL after dispose
  PlayheadPlayer *player;
};

enum { PROP_0, PROP_PLAYER, PROP_COUNT };

static GParamSpec *properties[PROP_COUNT];

static void playhead_paintable_interface_init(GdkPaintableInterface *interface);

G_DEFINE_TYPE_WITH_CODE(PlayheadPaintable, playhead_paintable, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, playhead_paintable_interface_init))

static void playhead_paintable_snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
  playhead_engine_paintable_snapshot(PLAYHEAD_PAINTABLE(paintable)->engine, snapshot, width, height);
}

static int playhead_paintable_get_intrinsic_width(GdkPaintable *paintable) {
  return playhead_engine_paintable_width(PLAYHEAD_PAINTABLE(paintable)->engine);
}

static int playhead_paintable_get_intrinsic_height(GdkPaintable *paintable) {
  return playhead_engine_paintable_height(PLAYHEAD_PAINTABLE(paintable)->engine);
}

static GdkPaintable *playhead_paintable_get_current_image(GdkPaintable *paintable) {
  int width = playhead_paintable_get_intrinsic_width(paintable);
  int height = playhead_paintable_get_intrinsic_height(paintable);
  if (width <= 0 || height <= 0) return gdk_paintable_new_empty(0, 0);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  playhead_paintable_snapshot(paintable, snapshot, width, height);
  graphene_size_t size = GRAPHENE_SIZE_INIT(width, height);
  GdkPaintable *image = gtk_snapshot_free_to_paintable(snapshot, &size);
  return image ? image : gdk_paintable_new_empty(width, height);
}

static void playhead_paintable_interface_init(GdkPaintableInterface *interface) {
  interface->snapshot = playhead_paintable_snapshot;
  interface->get_intrinsic_width = playhead_paintable_get_intrinsic_width;
  interface->get_intrinsic_height = playhead_paintable_get_intrinsic_height;
  interface->get_current_image = playhead_paintable_get_current_image;
}

static void playhead_paintable_dispose(GObject *object) {
  PlayheadPaintable *self = PLAYHEAD_PAINTABLE(object);
  g_clear_pointer(&self->engine, playhead_engine_paintable_close);
  g_clear_object(&self->player);
  G_OBJECT_CLASS(playhead_paintable_parent_class)->dispose(object);
}

static void playhead_paintable_get_property(GObject *object, guint number, GValue *value, GParamSpec *spec) {
  switch (number) {
    case PROP_PLAYER: g_value_set_object(value, PLAYHEAD_PAINTABLE(object)->player); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_paintable_set_property(GObject *object, guint number, const GValue *value, GParamSpec *spec) {
  switch (number) {
    case PROP_PLAYER: playhead_paintable_set_player(PLAYHEAD_PAINTABLE(object), g_value_get_object(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void playhead_paintable_class_init(PlayheadPaintableClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  object_class->dispose = playhead_paintable_dispose;
  object_class->get_property = playhead_paintable_get_property;
  object_class->set_property = playhead_paintable_set_property;
  /**
   * PlayheadPaintable:player: (getter get_player) (setter set_player)
   *
   * The player whose frames are drawn.
   */
  properties[PROP_PLAYER] = g_param_spec_object("player", NULL, NULL, PLAYHEAD_TYPE_PLAYER, PLAYHEAD_PROPERTY_FLAGS);
  g_object_class_install_properties(object_class, PROP_COUNT, properties);
}

static void playhead_paintable_init(PlayheadPaintable *self) {
  if (playhead_object_is_main_thread("playhead_paintable_new")) self->engine = playhead_engine_paintable_new(self);
}

void playhead_object_paintable_changed(void *object, bool size) {
  g_object_ref(object);
  if (size) gdk_paintable_invalidate_size(object);
  gdk_paintable_invalidate_contents(object);
  g_object_unref(object);
}

/**
 * playhead_paintable_new:
 * @player: (nullable): the player whose frames are drawn
 *
 * Creates a paintable for the frames of a player.
 *
 * Returns: (transfer full): the paintable
 */
GdkPaintable *playhead_paintable_new(PlayheadPlayer *player) {
  g_return_val_if_fail(player == NULL || PLAYHEAD_IS_PLAYER(player), NULL);
  return g_object_new(PLAYHEAD_TYPE_PAINTABLE, "player", player, NULL);
}

/**
 * playhead_paintable_set_player: (set-property player)
 * @self: a paintable
 * @player: (nullable): a player
 *
 * Sets the player whose frames are drawn.
 */
void playhead_paintable_set_player(PlayheadPaintable *self, PlayheadPlayer *player) {
  g_return_if_fail(PLAYHEAD_IS_PAINTABLE(self));
  g_return_if_fail(player == NULL || PLAYHEAD_IS_PLAYER(player));
  if (!g_set_object(&self->player, player)) return;
  playhead_engine_paintable_set_player(self->engine, playhead_object_player_engine(player));
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PLAYER]);
}

/**
 * playhead_paintable_get_player: (get-property player)
 * @self: a paintable
 *
 * Returns the player whose frames are drawn.
 *
 * Returns: (nullable) (transfer none): the player
 */
PlayheadPlayer *playhead_paintable_get_player(PlayheadPaintable *self) {
  g_return_val_if_fail(PLAYHEAD_IS_PAINTABLE(self), NULL);
  return self->player;
}
