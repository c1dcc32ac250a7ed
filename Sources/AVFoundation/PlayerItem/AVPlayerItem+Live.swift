import Foundation
import PlayheadEngine

/// Live streams: how far from the newest media playing is to be.
extension AVPlayerItem {
  /// How far behind the newest media playing is to begin, and to go on after `seek(to: .positiveInfinity)`; `.invalid`, the default,
  /// for what the server recommends. Nearer than one segment is brought to one segment.
  nonisolated public var configuredTimeOffsetFromLive: CMTime {
    get { engineItem.liveWishes.offset.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid }
    set { engineItem.changeLiveWishes { $0.offset = newValue.isNumeric && newValue >= .zero ? newValue.seconds : nil } }
  }

  /// How far behind the newest media the server wants players to stay, or three segments where it says nothing; `.invalid` for what is
  /// not live, and before it is ready. A change is told by `recommendedTimeOffsetFromLiveDidChangeNotification`.
  nonisolated public var recommendedTimeOffsetFromLive: CMTime {
    state.withLock { $0.snapshot.recommendedOffset }.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid
  }

  /// Whether the distance from the newest media is kept: what a wait has lost is regained by playing up to a quarter faster, or, where it
  /// is too much for that, by a jump. False by default. `rate` stays 1 all the while; only playing at that rate is steered.
  nonisolated public var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { engineItem.liveWishes.keepsOffset }
    set { engineItem.changeLiveWishes { $0.keepsOffset = newValue } }
  }

  // MARK: Dates

  /// The date at the position, where the stream has dates (`EXT-X-PROGRAM-DATE-TIME`); nil for everything else.
  nonisolated public func currentDate() -> Date? { engineItem.playlistTimeline?.date(at: currentTime()) }

  /// Moves to a date. False, without a call of the handler, where the stream has no dates or does not hold this one now.
  @discardableResult
  nonisolated public func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard let time = engineItem.playlistTimeline?.time(of: date) else { return false }
    seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    return true
  }
}
