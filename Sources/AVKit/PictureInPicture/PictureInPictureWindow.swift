import AVFoundation
import CPlayheadGTK
import PlayheadBasics

/// An undecorated small window with a player's video: it can be dragged, and closed with its button, a double click or
/// Escape.
@MainActor final class PictureInPictureWindow: SmallWindow {
  var onClose: (() -> Void)?
  /// The view inside the window, with minimal controls.
  private let view = AVPlayerView()
  /// The GTK window. GTK owns it until it is closed.
  private let window: Widget

  /// In GTK units: about a quarter of a typical screen's width.
  private static let width = 400.0

  /// - Parameters:
  ///   - picture: The size of the video; zero while unknown.
  ///   - isLinear: Whether the controls disable seeking.
  init?(_ player: AVPlayer, videoSize: CGSize, isLinear: Bool = false) {
    guard let window = gtk_window_new(), let handle = gtk_window_handle_new() else { return nil }
    self.window = window
    let shape =
      videoSize.width > 0 && videoSize.height > 0 ? Double(videoSize.height) / Double(videoSize.width) : 9.0 / 16
    let top: UnsafeMutablePointer<GtkWindow> = cast(window)
    gtk_window_set_default_size(
      top, Int32(saturating: Self.width), Int32(saturating: max(120, min(700, Self.width * shape))))
    gtk_window_set_decorated(top, 0)
    gtk_window_set_title(top, translated("Picture in picture"))
    view.controlsStyle = .minimal
    view.updatesNowPlayingInfoCenter = false
    view.isSmall = true
    view.controls.driver.isLinear = isLinear
    gtk_window_handle_set_child(OpaquePointer(handle), cast(view.gtkWidget))
    gtk_window_set_child(top, handle)
    view.onQuit = { [weak self] in self?.close() }
    Signal.connect(window, "unmap") { [weak self] in self?.ended() }
    view.player = player
    gtk_window_present(top)
    _ = playhead_gtk_keep_above(OpaquePointer(window), true)
  }

  /// Closes the window; `onClose` follows when it is unmapped.
  func close() { gtk_window_close(cast(window)) }

  /// Releases the player and reports the end once.
  private func ended() {
    view.player = nil
    onClose?()
    onClose = nil
  }
}
