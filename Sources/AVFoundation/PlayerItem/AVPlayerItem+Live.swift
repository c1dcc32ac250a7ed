import Foundation
import PlayheadEngine

/// Live streams: the distance of playback from the live edge.
extension AVPlayerItem {
  /// The distance from the live edge at which playback starts, also after `seek(to: .positiveInfinity)`; `.invalid`,
  /// the default, for the server's recommendation. Less than one segment is raised to one segment.
  nonisolated public var configuredTimeOffsetFromLive: CMTime {
    get { engineItem.liveConfiguration.offset.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid }
    set {
      engineItem.changeLiveConfiguration {
        $0.offset = newValue.isNumeric && newValue >= .zero ? newValue.seconds : nil
      }
    }
  }

  /// The distance from the live edge that the server recommends, or else three segments; `.invalid` for content that is
  /// not live, and until the item is ready. Changes are reported by
  /// `recommendedTimeOffsetFromLiveDidChangeNotification`.
  nonisolated public var recommendedTimeOffsetFromLive: CMTime {
    state.withLock { $0.snapshot.recommendedOffset }.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid
  }

  /// Whether the distance from the live edge is preserved: time lost to stalls is recovered by playing up to a quarter
  /// faster or, if it is too long for that, by seeking. False by default. `rate` remains 1; only playback at that rate
  /// is adjusted.
  nonisolated public var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { engineItem.liveConfiguration.keepsOffset }
    set { engineItem.changeLiveConfiguration { $0.keepsOffset = newValue } }
  }

  // MARK: Dates

  /// The date at the current position of a stream with dates (`EXT-X-PROGRAM-DATE-TIME`); otherwise nil.
  nonisolated public func currentDate() -> Date? { engineItem.playlistTimeline?.date(at: currentTime()) }

  /// Seeks to a date. Returns false, without calling the handler, if the stream has no dates or does not currently
  /// contain this one.
  @discardableResult
  nonisolated public func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard let time = engineItem.playlistTimeline?.time(of: date) else { return false }
    seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    return true
  }
}
