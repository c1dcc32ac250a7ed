import AVFoundation

/// The content of the small window.
@MainActor enum PictureInPictureContent {
  /// A player's video, and its size; zero while unknown.
  case player(AVPlayer, videoSize: CGSize)
  /// Samples that a program enqueues, and the program's part of their playback.
  case samples(AVSampleBufferDisplayLayer, SamplePlaybackClient)

  /// The video of a player; nil without an item, or with one that has failed.
  init?(_ player: AVPlayer?) {
    guard let player, let item = player.currentItem, item.status != .failed else { return nil }
    self = .player(player, videoSize: item.presentationSize)
  }

  /// Opens a window with the content; nil if GTK cannot create it.
  ///
  /// - Parameter isLinear: Whether the controls disable seeking.
  func makeWindow(isLinear: Bool) -> (any SmallWindow)? {
    switch self {
    case .player(let player, let size): PictureInPictureWindow(player, videoSize: size, isLinear: isLinear)
    case .samples(let layer, let client): SampleBufferWindow(layer, client, isLinear: isLinear)
    }
  }
}
