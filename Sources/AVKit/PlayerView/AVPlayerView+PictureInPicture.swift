import AVFoundation
import CPlayheadGTK
import Foundation

/// Is told when a view's picture goes into a small window and comes back. Every method may be left out.
@MainActor public protocol AVPlayerViewPictureInPictureDelegate: NSObjectProtocol {
  func playerViewWillStartPicture(inPicture playerView: AVPlayerView)
  func playerViewDidStartPicture(inPicture playerView: AVPlayerView)
  func playerViewWillStopPicture(inPicture playerView: AVPlayerView)
  func playerViewDidStopPicture(inPicture playerView: AVPlayerView)
}

extension AVPlayerViewPictureInPictureDelegate {
  public func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {}
  public func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {}
  public func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {}
  public func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {}
}

extension AVPlayerView {
  /// Whether there is a button that puts the picture into a small window, which stays above the others where the desktop lets
  /// programs ask for that (X11). False by default.
  public var allowsPictureInPicturePlayback: Bool {
    get { controls.wishes.showsPictureInPicture }
    set { controls.wishes.showsPictureInPicture = newValue }
  }

  func togglePictureInPicture() {
    if let small {
      small.close()
    } else {
      startPictureInPicture()
    }
  }

  private func startPictureInPicture() {
    guard let player,
      let window = PictureInPictureWindow(player, picture: player.currentItem?.presentationSize ?? .zero)
    else { return }
    pictureInPictureDelegate?.playerViewWillStartPicture(inPicture: self)
    small = window
    // The film goes on there; here a sentence stands for it.
    controls.ownSentence = translated("This plays in the small window.")
    window.onClose = { [weak self] in self?.pictureInPictureEnded() }
    pictureInPictureDelegate?.playerViewDidStartPicture(inPicture: self)
  }

  private func pictureInPictureEnded() {
    guard small != nil else { return }
    pictureInPictureDelegate?.playerViewWillStopPicture(inPicture: self)
    small = nil
    controls.ownSentence = nil
    pictureInPictureDelegate?.playerViewDidStopPicture(inPicture: self)
  }
}

/// A small window with a player's picture, without a frame: dragged where one likes, closed with its button, a double click or
/// Escape.
@MainActor final class PictureInPictureWindow {
  var onClose: (() -> Void)?
  private let view = AVPlayerView()
  private let window: Widget

  /// A quarter of a usual screen's width.
  private static let width = 400.0

  init?(_ player: AVPlayer, picture: CGSize) {
    guard let window = gtk_window_new(), let handle = gtk_window_handle_new() else { return nil }
    self.window = window
    let shape = picture.width > 0 && picture.height > 0 ? Double(picture.height) / Double(picture.width) : 9.0 / 16
    let top: UnsafeMutablePointer<GtkWindow> = cast(window)
    gtk_window_set_default_size(top, Int32(Self.width), Int32(max(120, min(700, Self.width * shape))))
    gtk_window_set_decorated(top, 0)
    gtk_window_set_title(top, translated("Picture in picture"))
    view.controlsStyle = .minimal
    view.updatesNowPlayingInfoCenter = false
    view.isSmall = true
    gtk_window_handle_set_child(OpaquePointer(handle), cast(view.gtkWidget))
    gtk_window_set_child(top, handle)
    view.onQuit = { [weak self] in self?.close() }
    Signal.connect(window, "unmap") { [weak self] in self?.ended() }
    view.player = player
    gtk_window_present(top)
    _ = playhead_gtk_keep_above(OpaquePointer(window), true)
  }

  func close() { gtk_window_close(cast(window)) }

  private func ended() {
    view.player = nil
    onClose?()
    onClose = nil
  }
}
