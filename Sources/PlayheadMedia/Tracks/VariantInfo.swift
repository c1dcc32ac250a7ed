import Foundation

/// A variant of a stream, as its playlist describes it.
package struct VariantInfo: Sendable, Hashable {
  /// The index in the playlist.
  package var index: Int
  /// The absolute URL of the media playlist.
  package var url: URL
  /// Peak bits per second; nil if undeclared.
  package var peakBitRate: Double?
  /// Average bits per second; nil if undeclared.
  package var averageBitRate: Double?
  /// Codec identifiers (RFC 6381).
  package var codecs: [String]
  /// The width in pixels; 0 if undeclared.
  package var width: Int
  /// The height in pixels; 0 if undeclared.
  package var height: Int
  /// Frames per second; nil if undeclared.
  package var frameRate: Double?
  /// `SDR`, `HLG`, `PQ`; nil if undeclared, which means SDR.
  package var videoRange: String?
  /// Whether the variant has video, by its declared codecs and resolution.
  package var hasVideo: Bool
  /// The audio renditions of the variant.
  package var audioRenditions: [AudioRendition]

  /// An audio rendition of the variant.
  package struct AudioRendition: Sendable, Hashable {
    /// The name for users, unique within the group.
    package var name: String
    /// nil if undeclared.
    package var channelCount: Int?
    /// Whether it is declared as binaural: mixed for headphones.
    package var isBinaural: Bool
    /// Whether it is declared as immersive: processed for spatial playback.
    package var isImmersive: Bool
    /// Whether it is declared as a downmix of another rendition.
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
