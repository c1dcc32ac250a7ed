// A video in a window of a C program:
//
//     gcc player.c -o player $(pkg-config --cflags --libs playhead-gtk-1) && ./player video.mp4
#include <playhead-gtk/playhead-gtk.h>

static void ended(PlayheadPlayer *player, GtkWindow *window) {
  g_print("the end\n");
  gtk_window_destroy(window);
}

static void failed(PlayheadPlayer *player, GError *error, GtkWindow *window) {
  g_print("%s\n", error->message);
  gtk_window_destroy(window);
}

int main(int argc, char **argv) {
  gtk_init();
  g_autoptr(PlayheadPlayer) player = playhead_player_new();
  g_autoptr(GFile) file = g_file_new_for_commandline_arg(argv[argc - 1]);
  GtkWindow *window = GTK_WINDOW(gtk_window_new());
  gtk_window_set_default_size(window, 960, 540);
  gtk_window_set_child(window, playhead_video_new(player));
  g_signal_connect(player, "ended", G_CALLBACK(ended), window);
  g_signal_connect(player, "error", G_CALLBACK(failed), window);
  playhead_player_set_file(player, file);
  playhead_player_play(player);
  gtk_window_present(window);
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) g_main_context_iteration(NULL, TRUE);
}
