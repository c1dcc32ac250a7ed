// The first program of Apple's guides: a view whose layer is a player layer, and a button that is enabled when the item
// is ready and shows its action. At the end it starts over.
import AVKit
import CPlayheadGTK
import Foundation

final class PlayerView: LayerHostView {
  override func makeBackingLayer() -> CALayer { AVPlayerLayer() }

  var player: AVPlayer? {
    get { (layer as? AVPlayerLayer)?.player }
    set { (layer as? AVPlayerLayer)?.player = newValue }
  }
}

@MainActor final class Controller {
  let view = PlayerView()
  let button: UnsafeMutablePointer<GtkWidget>?
  private let player: AVPlayer
  private var observations: [NSKeyValueObservation] = []
  private var endToken: (any NSObjectProtocol)?
  private var said = ""

  init(url: URL) {
    let item = AVPlayerItem(url: url)
    player = AVPlayer()
    button = gtk_button_new_with_label("Play")
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(button, GTK_ALIGN_END)
    gtk_widget_set_margin_bottom(button, 24)
    // Observers first, then the player's item: no change is missed.
    observations = [
      player.observe(\.currentItem?.status, options: [.initial]) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.follow() }
      },
      player.observe(\.timeControlStatus) { [weak self] _, _ in MainActor.assumeIsolated { self?.follow() } },
    ]
    endToken = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil)
    {
      [weak self] _ in MainActor.assumeIsolated { _ = self?.player.seek(to: .zero) { _ in } }
    }
    player.replaceCurrentItem(with: item)
    view.layer.backgroundColor = .black
    view.player = player
  }

  /// Updates the button with the player's state.
  private func follow() {
    let isReady = player.currentItem?.status == .readyToPlay
    gtk_widget_set_sensitive(button, isReady ? 1 : 0)
    let text =
      player.currentItem?.error?.localizedDescription ?? (player.timeControlStatus == .paused ? "Play" : "Pause")
    UnsafeMutableRawPointer(button).map { gtk_button_set_label($0.assumingMemoryBound(to: GtkButton.self), text) }
    say(isReady ? text : "\(text), not yet")
  }

  /// Sets the button's accessible label.
  private func say(_ text: String) {
    guard text != said else { return }
    said = text
    print(text)
    fflush(nil)
  }

  func press() {
    if player.timeControlStatus == .paused { player.play() } else { player.pause() }
  }
}

gtk_init()
let controller = Controller(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
let press: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, _ in
  MainActor.assumeIsolated { controller.press() }
}
g_signal_connect_data(
  controller.button, "clicked", unsafeBitCast(press, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))

let overlay = gtk_overlay_new()
let overlayPointer = UnsafeMutableRawPointer(overlay).map { OpaquePointer($0) }
gtk_overlay_set_child(overlayPointer, controller.view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
gtk_overlay_add_overlay(overlayPointer, controller.button)
let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_title(window, "Play")
gtk_window_set_default_size(window, 960, 540)
gtk_window_set_child(window, overlay)
gtk_window_present(window)

while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
