import CoreMedia

/// The time range in which an event can be skipped. A pure function from playback time to the state of a skip button.
struct SkipWindow {
  let range: CMTimeRange

  /// The state after a playback time of the event.
  func state(after played: CMTime) -> AVPlayerInterstitialEvent.SkippableEventState {
    guard range.start.isNumeric, range.duration.isNumeric || range.duration == .positiveInfinity else {
      return .notSkippable
    }
    if played < range.start { return .notYetEligible }
    return range.duration == .positiveInfinity || played < range.start + range.duration ? .eligible : .noLongerEligible
  }
}
