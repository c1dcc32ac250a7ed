import Foundation

/// One of several presentations of the same content in a stream, as its playlist describes it.
package struct VariantInfo: Sendable, Hashable {
  /// Its place in the playlist.
  package var index: Int
  package var url: URL
  /// Bits a second; nil where the playlist tells none.
  package var peakBitRate: Double?
  package var averageBitRate: Double?
  /// RFC 6381.
  package var codecs: [String]
  package var width: Int
  package var height: Int
  package var frameRate: Double?
  /// `SDR`, `HLG`, `PQ`; nil where the playlist is silent, which means SDR.
  package var videoRange: String?
  package var hasVideo: Bool
  package var sounds: [Sound]

  /// A sound that goes with it, by the name under which it can be chosen.
  package struct Sound: Sendable, Hashable {
    package var name: String
    /// nil where the playlist does not tell.
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
    frameRate: Double?, videoRange: String?, hasVideo: Bool, sounds: [Sound]
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
    self.sounds = sounds
  }
}
