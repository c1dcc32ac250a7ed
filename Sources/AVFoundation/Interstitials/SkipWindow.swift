import CoreMedia

/// When an event may be skipped. Pure: how much of it was played goes in, what a button does comes out.
struct SkipWindow {
  let range: CMTimeRange

  /// `played`: how much of the event was played.
  func state(after played: CMTime) -> AVPlayerInterstitialEvent.SkippableEventState {
    guard range.start.isNumeric, range.duration.isNumeric || range.duration == .positiveInfinity else {
      return .notSkippable
    }
    if played < range.start { return .notYetEligible }
    return range.duration == .positiveInfinity || played < range.start + range.duration ? .eligible : .noLongerEligible
  }
}
