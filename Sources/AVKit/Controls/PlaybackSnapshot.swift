import CoreMedia

/// A snapshot of the player for the controls. A value type, so that their content can be computed and tested without a
/// player.
struct PlaybackSnapshot: Equatable {
  var hasItem = false
  /// Whether playback is requested, even if no frame has been shown yet.
  var isPlaying = false
  /// Whether the item's status is still unknown.
  var isOpening = false
  /// Whether the item is being opened, or playback is requested and waits for media.
  var isWaiting = false
  /// Seconds; nil while unknown.
  var position: Double?
  /// Seconds; nil while unknown, and for live streams.
  var duration: Double?
  /// The range that can be sought to, in seconds.
  var seekable: ClosedRange<Double>?
  /// The ranges that can be played without waiting, in seconds.
  var buffered: [ClosedRange<Double>] = []
  /// 0 to 1; 0 while muted.
  var volume = 1.0
  /// The rate of playback, or the one at which it resumes.
  var rate: Float = 1
  /// Why the item cannot be played, as a message for users.
  var failure: String?
  /// The name of the device that plays in place of this computer; nil while this computer plays.
  var externalDevice: String?
  /// Whether the queue has an item before the current one. False without a queue.
  var hasPrevious = false
  /// Whether the queue has an item after the current one. False without a queue.
  var hasNext = false
  /// Whether the controls must not seek.
  var isLinear = false

  /// A seekable range without a duration: a live stream.
  var isLive: Bool { hasItem && duration == nil && seekable != nil }

  /// The range of the seek bar in seconds; nil if the bar would have no use.
  var reach: ClosedRange<Double>? {
    if let duration, duration > 0 { return 0...duration }
    guard let seekable, seekable.upperBound > seekable.lowerBound else { return nil }
    return seekable
  }

  /// Whether playback stopped at the end, so that only a restart is possible.
  var isAtEnd: Bool {
    guard !isPlaying, let position, let duration, duration > 0 else { return false }
    return position >= duration
  }

  /// The distance from the live edge in seconds; nil for on-demand items.
  var distanceFromLive: Double? {
    guard isLive, let seekable, let position else { return nil }
    return max(0, seekable.upperBound - position)
  }

  /// The distance that still counts as live: servers publish live streams in segments, and a player stays a few of them
  /// behind.
  static let liveTolerance = 15.0

  /// Whether a live stream is played close enough to the live edge.
  var isAtLiveEdge: Bool { (distanceFromLive ?? .infinity) <= Self.liveTolerance }
}

extension PlaybackSnapshot {
  /// Takes a snapshot of a driver's player; the default values if it has none.
  @MainActor init(_ driver: PlayerDriver) {
    guard let player = driver.player else { return }
    hasItem = player.hasItem
    isPlaying = player.rate != 0
    isOpening = player.isOpening
    isWaiting = player.isWaiting
    position = driver.position.isNumeric ? driver.position.seconds : nil
    duration = player.duration.isNumeric ? player.duration.seconds : nil
    let ranges = player.seekable.compactMap(Self.seconds)
    if let first = ranges.first, let last = ranges.last {
      seekable = first.lowerBound...max(first.lowerBound, last.upperBound)
    }
    buffered = player.loaded.compactMap(Self.seconds)
    volume = player.isMuted ? 0 : Double(player.volume)
    rate = driver.selectedRate
    failure = player.failure
    externalDevice = player.externalDevice
    hasPrevious = driver.queue?.hasPrevious ?? false
    hasNext = driver.queue?.hasNext ?? false
    isLinear = driver.isLinear
  }

  /// A time range in seconds; nil if it is not finite.
  private static func seconds(_ range: CMTimeRange) -> ClosedRange<Double>? {
    let (start, end) = (range.start.seconds, range.end.seconds)
    return start.isFinite && end.isFinite && start <= end ? start...end : nil
  }
}
