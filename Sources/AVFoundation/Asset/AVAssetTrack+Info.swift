import Foundation
import PlayheadMedia

extension AVAssetTrack {
  /// The tracks of the public API. Cover art and attachments, which containers also store as streams, are omitted.
  static func tracks(of info: MediaInfo, asset: AVAsset) -> [AVAssetTrack] {
    info.tracks.compactMap { track in
      guard let mediaType = track.mediaType else { return nil }
      // In containers without default flags every track is enabled.
      let isFlagged = info.tracks.contains { $0.kind == track.kind && $0.isDefault && !$0.isAttachedPicture }
      var track = track
      if info.duration.isNumeric { track.timeRange = info.timeRange(of: track) }
      return AVAssetTrack(track, mediaType: mediaType, isEnabled: track.isDefault || !isFlagged, asset: asset)
    }
  }
}

extension TrackInfo {
  fileprivate var mediaType: AVMediaType? {
    switch kind {
    case .video: isAttachedPicture ? nil : .video
    case .audio: .audio
    case .text: isClosedCaptions ? .closedCaption : .subtitle
    case .metadata: isChapterList ? .text : .metadata
    case .other: codecTag == 0x746D_6364 ? .timecode : nil  // tmcd
    }
  }

  var naturalSize: CGSize {
    guard let video else { return .zero }
    return CGSize(width: (Double(video.width) * video.pixelAspect.ratio).rounded(), height: Double(video.height))
  }

  var videoCharacteristics: [AVMediaCharacteristic] {
    guard let color = video?.color else { return [] }
    let isDolbyVision = video?.dolbyVision?.needsMetadata == true
    var found: [AVMediaCharacteristic] = []
    // ITU-T H.273: transfer 16 is PQ, 18 is HLG; primaries 9 are BT.2020, 11 and 12 P3.
    if color.isHDR || isDolbyVision { found.append(.containsHDRVideo) }
    if [9, 11, 12].contains(color.primaries) || isDolbyVision { found.append(.usesWideGamutColorSpace) }
    return found
  }
}

extension CGAffineTransform {
  /// Mirrors horizontally if requested, then rotates clockwise (the y axis points down), and translates the result back
  /// to the origin.
  init(_ transform: DisplayTransform, of size: CGSize) {
    var (a, b, c, d): (CGFloat, CGFloat, CGFloat, CGFloat) =
      switch transform.rotation {
      case 90: (0, 1, -1, 0)
      case 180: (-1, 0, 0, -1)
      case 270: (0, -1, 1, 0)
      default: (1, 0, 0, 1)
      }
    if transform.isMirrored { (a, b) = (-a, -b) }
    (c, d) = (c, d)
    let left = min(0, a * size.width) + min(0, c * size.height)
    let top = min(0, b * size.width) + min(0, d * size.height)
    self.init(a: a, b: b, c: c, d: d, tx: -left, ty: -top)
  }
}
