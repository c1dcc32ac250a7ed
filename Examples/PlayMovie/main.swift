// A movie player of programs from the time before AVPlayer: MPMoviePlayerViewController in a GTK window.
import AVKit
import CPlayheadGTK
import MediaPlayer

gtk_init()
let controller: MPMoviePlayerViewController = MPMoviePlayerViewController(
  contentURL: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))

let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_default_size(window, 960, 540)
gtk_window_set_child(window, controller.view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
gtk_window_present(window)
// The window closes at the end of the movie.
let end = NotificationCenter.default.addObserver(
  forName: .MPMoviePlayerPlaybackDidFinish, object: controller.moviePlayer, queue: .main
) { note in
  let reason = note.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? Int
  print(reason == MPMovieFinishReason.playbackEnded.rawValue ? "the end" : "the movie cannot be played")
  MainActor.assumeIsolated { gtk_window_destroy(window) }
}

while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
