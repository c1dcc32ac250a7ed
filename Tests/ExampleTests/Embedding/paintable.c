// Prints the numbers of the frames that a paintable draws: at the start, after a seek to four seconds, of a still image
// from before the seek, and after one step. The argument is a fixture.
#include <playhead-gtk/playhead-gtk.h>

enum { width = 320, height = 180, side = width / 60 };

// The number is drawn as blocks in the upper left corner: white, black, then 16 bits.
static int frame_number(GskRenderer *renderer, GdkPaintable *paintable) {
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, GDK_SNAPSHOT(snapshot), width, height);
  g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
  if (node == NULL) return -1;
  g_autoptr(GdkTexture) texture = gsk_renderer_render_texture(renderer, node, NULL);
  static guchar pixels[width * height * 4];
  gdk_texture_download(texture, pixels, width * 4);
  int bits = 0;
  for (int block = 0; block < 18; block++) {
    guchar green = pixels[(side / 2 * width + block * side + side / 2) * 4 + 1];
    bits = bits << 1 | (green >= 128);
  }
  return bits >> 16 == 2 ? bits & 0xffff : -1;
}

static void run_until(int *flag) {
  while (!*flag) g_main_context_iteration(NULL, TRUE);
  *flag = 0;
}

static void invalidated(GdkPaintable *paintable, int *flag) { *flag = 1; }

static void sought(GObject *player, GAsyncResult *result, gpointer flag) {
  g_autoptr(GError) error = NULL;
  if (!playhead_player_seek_finish(PLAYHEAD_PLAYER(player), result, &error)) g_error("%s", error->message);
  *(int *)flag = 1;
}

int main(int argc, char **argv) {
  gtk_init();
  g_autoptr(GtkWidget) window = g_object_ref_sink(gtk_window_new());
  gtk_widget_realize(window);
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
  g_autoptr(PlayheadPlayer) player = playhead_player_new();
  g_autoptr(GdkPaintable) paintable = playhead_paintable_new(player);
  g_autoptr(GFile) file = g_file_new_for_path(argv[1]);
  int is_invalid = 0, has_sought = 0;
  g_signal_connect(paintable, "invalidate-contents", G_CALLBACK(invalidated), &is_invalid);
  g_print("%d\n", frame_number(renderer, paintable));
  playhead_player_set_file(player, file);
  run_until(&is_invalid);
  g_print("%d\n", frame_number(renderer, paintable));
  g_autoptr(GdkPaintable) image = gdk_paintable_get_current_image(paintable);
  playhead_player_seek_async(player, 4 * G_USEC_PER_SEC, PLAYHEAD_SEEK_MODE_EXACT, NULL, sought, &has_sought);
  run_until(&has_sought);
  if (!is_invalid) run_until(&is_invalid);
  is_invalid = 0;
  g_print("%d\n", frame_number(renderer, paintable));
  g_print("%d\n", frame_number(renderer, image));
  playhead_player_step(player, 1);
  run_until(&is_invalid);
  g_print("%d\n", frame_number(renderer, paintable));
  gtk_window_destroy(GTK_WINDOW(window));
}
