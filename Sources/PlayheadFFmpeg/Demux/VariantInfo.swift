import Foundation

/// A variant of a stream, as its playlist describes it.
package struct VariantInfo: Sendable, Hashable {
  /// The index in the playlist.
  package var index: Int
  package var url: URL
  /// Peak bits per second; nil if undeclared.
  package var peakBitRate: Double?
  package var averageBitRate: Double?
  /// Codec identifiers (RFC 6381).
  package var codecs: [String]
  package var width: Int
  package var height: Int
  package var frameRate: Double?
  /// `SDR`, `HLG`, `PQ`; nil if undeclared, which means SDR.
  package var videoRange: String?
  package var hasVideo: Bool
  /// The audio renditions of the variant.
  package var audioRenditions: [AudioRendition]

  /// An audio rendition of the variant.
  package struct AudioRendition: Sendable, Hashable {
    package var name: String
    /// nil if undeclared.
    package var channelCount: Int?
    package var isBinaural: Bool
    package var isImmersive: Bool
    package var isDownmix: Bool

    package init(name: String, channelCount: Int?, isBinaural: Bool, isImmersive: Bool, isDownmix: Bool) {
      self.name = name
      self.channelCount = channelCount
      self.isBinaural = isBinaural
      self.isImmersive = isImmersive
      self.isDownmix = isDownmix
    }
  }

  package init(
    index: Int, url: URL, peakBitRate: Double?, averageBitRate: Double?, codecs: [String], width: Int, height: Int,
    frameRate: Double?, videoRange: String?, hasVideo: Bool, audioRenditions: [AudioRendition]
  ) {
    self.index = index
    self.url = url
    self.peakBitRate = peakBitRate
    self.averageBitRate = averageBitRate
    self.codecs = codecs
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.videoRange = videoRange
    self.hasVideo = hasVideo
    self.audioRenditions = audioRenditions
  }
}
