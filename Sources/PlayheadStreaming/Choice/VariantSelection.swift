/// Selects the playable variants and the default renditions.
package enum VariantSelection {
  /// Whether all declared codecs of a variant can be decoded. A variant without declared codecs counts as playable.
  ///
  /// - Parameter canDecode: Whether a codec, by its RFC 6381 name, can be decoded.
  package static func isPlayable(_ variant: Variant, canDecode: (String) -> Bool) -> Bool {
    variant.codecs.allSatisfy(canDecode)
  }

  /// Whether a codec is video, by its name in ISO/IEC 14496-15 and others up to the first period.
  package static func isVideo(_ codec: String) -> Bool {
    ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp09", "vp08", "mp4v", "vvc1"].contains(
      String(codec.prefix { $0 != "." }).lowercased())
  }

  /// Whether the video of a variant is in SDR, which a playlist need not declare.
  package static func isStandardRange(_ variant: Variant) -> Bool {
    variant.videoRange == nil || variant.videoRange == "SDR"
  }

  /// Whether a codec is Dolby Vision without a base layer for other players, by its name up to the first period.
  static func isDolbyVision(_ codec: String) -> Bool {
    ["dvh1", "dvhe"].contains(String(codec.prefix { $0 != "." }).lowercased())
  }

  /// Whether a codec is audio, by its name up to the first period.
  package static func isAudio(_ codec: String) -> Bool {
    ["mp4a", "ac-3", "ec-3", "ac-4", "flac", "fLaC", "opus", "Opus", "alac", "mp3"].contains(
      String(codec.prefix { $0 != "." }))
  }

  /// Whether a variant has video, as far as it declares that.
  package static func hasVideo(_ variant: Variant) -> Bool {
    variant.resolution != nil || variant.codecs.contains(where: isVideo) || variant.codecs.isEmpty
  }

  /// The variants to choose from, in playlist order: those with video if there are any, and without undecodable ones
  /// unless there are no others. Dolby Vision comes last: pixel buffers in the decoder's format have no colours that
  /// programs could interpret.
  ///
  /// Each filter is skipped if it would exclude all remaining variants.
  ///
  /// - Parameter includesHDR: Whether HDR variants are included although there are others in SDR.
  /// - Returns: Indexes into `variants`, in ascending order; empty only for an empty array.
  package static func eligible(
    _ variants: [Variant], includesHDR: Bool = false, canDecode: (String) -> Bool
  ) -> [Int] {
    var indexes = Array(variants.indices)
    func filter(_ condition: (Variant) -> Bool) {
      let usable = indexes.filter { condition(variants[$0]) }
      if !usable.isEmpty { indexes = usable }
    }
    filter { $0.url != nil }
    filter { isPlayable($0, canDecode: canDecode) }
    filter { hasVideo($0) && ($0.resolution != nil || !variants.contains { $0.resolution != nil }) }
    if !includesHDR { filter(isStandardRange) }
    filter { !$0.codecs.contains(where: isDolbyVision) }
    return indexes
  }

  /// The default rendition: the one marked as default, otherwise the first with AUTOSELECT, otherwise the first.
  ///
  /// - Parameter language: A preferred language tag: an AUTOSELECT rendition in exactly this language comes first.
  /// - Returns: nil only for an empty array.
  package static func preferred(_ renditions: [Rendition], language: String? = nil) -> Rendition? {
    if let language, let match = renditions.first(where: { $0.language == language && $0.isAutoselect }) {
      return match
    }
    return renditions.first(where: \.isDefault) ?? renditions.first(where: \.isAutoselect) ?? renditions.first
  }
}
