// A video with a button for selecting the audio output device: PickDevice FILE
import AVKit
import CPlayheadGTK

gtk_init()
let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
let view = AVPlayerView()
view.player = player
let picker = AVRoutePickerView()
picker.player = player

func widget(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GtkWidget> {
  pointer.assumingMemoryBound(to: GtkWidget.self)
}

guard let window = gtk_window_new(), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else { exit(1) }
let box = UnsafeMutableRawPointer(column).assumingMemoryBound(to: GtkBox.self)
gtk_box_append(box, widget(view.gtkWidget))
gtk_box_append(box, widget(picker.gtkWidget))
let top = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_default_size(top, 960, 600)
gtk_window_set_child(top, column)
gtk_window_present(top)
// The window closes at the end of the item.
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in
  print("the end")
  MainActor.assumeIsolated { gtk_window_destroy(top) }
}
player.play()

while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
