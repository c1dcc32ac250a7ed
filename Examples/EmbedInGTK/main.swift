// A player in a plain GTK application: the widget can be placed like any other widget.
import AVKit
import CPlayheadGTK

gtk_init()
let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
let view = AVPlayerView()
view.player = player

let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_default_size(window, 960, 540)
gtk_window_set_child(window, view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
gtk_window_present(window)
// The window closes at the end of the item.
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in
  print("the end")
  MainActor.assumeIsolated { gtk_window_destroy(window) }
}
player.play()

while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
