@_spi(Playhead) import AVFoundation
import Foundation

extension WindowOptions {
  /// Creates the item of a file, with the options, the user's settings and the caption files.
  ///
  /// - Parameters:
  ///   - file: The path or URL of the file.
  ///   - isFirst: Whether it is the first file that is played.
  ///   - settings: The user's settings.
  ///   - onFailure: Receives the sentence for a caption file that cannot be read.
  @MainActor func makeItem(
    of file: String, isFirst: Bool, _ settings: SettingsController, onFailure: @escaping @MainActor (String) -> Void
  ) -> AVPlayerItem {
    let assetOptions = networkTimeout.map { [AVURLAssetNetworkTimeoutKey: $0] }
    let item = AVPlayerItem(asset: AVURLAsset(url: MediaList.url(of: file), options: assetOptions))
    applyCaptions(to: item, of: file, isFirst: isFirst, settings.values, onFailure: onFailure)
    settings.apply(to: item)
    return item
  }
}
