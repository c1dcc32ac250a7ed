import PlayheadMedia
import PlayheadStreaming

extension VariantInfo {
  /// All variants of a playlist that have a URL, in its order.
  static func variants(of playlist: MultivariantPlaylist) -> [VariantInfo] {
    playlist.variants.enumerated().compactMap { VariantInfo($0.element, index: $0.offset, in: playlist) }
  }

  /// The description of a variant (RFC 8216 §4.3.4.2); nil if it has no valid URL.
  private init?(_ variant: Variant, index: Int, in playlist: MultivariantPlaylist) {
    guard let url = variant.url else { return nil }
    self.init(
      index: index, url: url, peakBitRate: variant.bandwidth > 0 ? Double(variant.bandwidth) : nil,
      averageBitRate: variant.averageBandwidth.map(Double.init), codecs: variant.codecs,
      width: variant.resolution?.width ?? 0, height: variant.resolution?.height ?? 0, frameRate: variant.frameRate,
      videoRange: variant.videoRange, hasVideo: VariantSelection.hasVideo(variant),
      audioRenditions: playlist.renditions(.audio, of: variant).map(AudioRendition.init))
  }
}

extension VariantInfo.AudioRendition {
  /// `CHANNELS`: the channel count, spatial codings, and special usages, separated by slashes (RFC 8216bis §4.4.6.1).
  fileprivate init(_ rendition: Rendition) {
    let parts = rendition.channels?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
    let usages = parts.count > 2 ? parts[2].split(separator: ",").map(String.init) : []
    self.init(
      name: rendition.name, channelCount: parts.first.flatMap { Int($0) }, isBinaural: usages.contains("BINAURAL"),
      isImmersive: usages.contains("IMMERSIVE"), isDownmix: usages.contains("DOWNMIX"))
  }
}
