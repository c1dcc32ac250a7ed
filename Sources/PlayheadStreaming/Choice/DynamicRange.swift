import PlayheadBasics

/// The dynamic range of a variant's video, for the choice among variants.
package enum DynamicRange: Sendable, Equatable {
  /// Standard dynamic range.
  case standard
  /// HDR that displays show without tone mapping, if they support its transfer function.
  case high(HDRTransfers)
  /// HDR that is always tone-mapped: Dolby Vision without a base layer for other players, and unknown ranges.
  case mapped

  /// The range that a variant declares with VIDEO-RANGE (draft-pantos-hls-rfc8216bis §4.4.6.2).
  init(_ variant: Variant) {
    if VariantSelection.isStandardRange(variant) {
      self = .standard
    } else if variant.codecs.contains(where: VariantSelection.isDolbyVision) {
      self = .mapped
    } else {
      switch variant.videoRange {
      case "PQ": self = .high(.pq)
      case "HLG": self = .high(.hlg)
      default: self = .mapped
      }
    }
  }
}

extension HDRTransfers {
  /// The candidates in the dynamic range of a display that shows these transfer functions.
  ///
  ///     bit rate ─────────────────────────────►
  ///     SDR      ●   ●   ○   ○                   ● selected   ○ excluded
  ///     HDR              ●       ●   ●
  ///
  /// HDR that the display shows, and SDR below the lowest bit rate of it, for slow links. Without such HDR the
  /// candidates in SDR; without these all.
  func select(from candidates: [VariantSelector.Candidate]) -> [VariantSelector.Candidate] {
    func isShown(_ candidate: VariantSelector.Candidate) -> Bool {
      if case .high(let transfers) = candidate.range { isSuperset(of: transfers) } else { false }
    }
    let standard = candidates.filter { $0.range == .standard }
    guard let lowest = candidates.filter(isShown).map(\.average).min() else {
      return standard.isEmpty ? candidates : standard
    }
    return candidates.filter { isShown($0) || $0.range == .standard && $0.average < lowest }
  }
}
