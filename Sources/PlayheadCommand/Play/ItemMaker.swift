@_spi(Playhead) import AVFoundation
import PlayheadMedia
import PlayheadSettings

/// Creates the items of files, with the decoders, the filters and the captions of the command line.
@MainActor struct ItemMaker {
  /// The options of the command line.
  let options: PlayOptions
  /// Selects the captions of each item.
  let captions: CaptionSelector
  /// The caption files of the command line, added to every item.
  let captionFiles: CaptionFiles

  /// Creates the item of a file, without a player.
  func item(of file: MediaLocation) -> AVPlayerItem {
    let assetOptions = options.networkTimeout.map { [AVURLAssetNetworkTimeoutKey: $0] }
    let item = AVPlayerItem(asset: AVURLAsset(url: file.url, options: assetOptions))
    captions.prepare(item)
    if let decoding = options.hardwareDecoding {
      item.hardwareDecoding = HardwareDecodingPreference(rawValue: decoding.rawValue) ?? .automatic
    }
    if let deinterlacing = options.deinterlacing {
      item.videoFilters.deinterlacing = VideoFilters.Deinterlacing(rawValue: deinterlacing.rawValue) ?? .automatic
    }
    if options.debands { item.videoFilters.debands = true }
    if let passthrough = options.passthrough {
      item.passthroughCodecs = Set(passthrough.names.compactMap(AudioPassthroughCodec.init(rawValue:)))
    }
    captionFiles.add(to: item)
    return item
  }
}
