import CoreMedia

/// What the controls know of the player at one moment. Values only, so that what they show can be decided and tested without one.
struct PlaybackFacts: Equatable {
  var hasItem = false
  /// Playing is wanted, whether or not the picture moves yet.
  var isPlaying = false
  /// Nothing is known of the item yet.
  var isOpening = false
  /// The item is being opened, or playing is wanted and waits for media.
  var isWaiting = false
  /// Seconds; nil while unknown.
  var position: Double?
  /// Seconds; nil while unknown, and for what has no end.
  var duration: Double?
  /// Where one may seek, in seconds.
  var seekable: ClosedRange<Double>?
  /// What can be played without waiting, in seconds.
  var buffered: [ClosedRange<Double>] = []
  /// 0 to 1; 0 while muted.
  var volume = 1.0
  var rate: Float = 1
  /// Why the item cannot be played, as people read it.
  var failure: String?
  var hasPrevious = false
  var hasNext = false
  /// The controls must not lead elsewhere.
  var isLinear = false

  /// A seekable part without an end: a broadcast.
  var isLive: Bool { hasItem && duration == nil && seekable != nil }

  /// The whole of the seek bar, in seconds; nil where it would have no use.
  var reach: ClosedRange<Double>? {
    if let duration, duration > 0 { return 0...duration }
    guard let seekable, seekable.upperBound > seekable.lowerBound else { return nil }
    return seekable
  }

  /// Playing arrived at the end and stays there: there is nothing to go on with but the beginning.
  var isAtEnd: Bool {
    guard !isPlaying, let position, let duration, duration > 0 else { return false }
    return position >= duration
  }

  /// How far behind the newest moment of a broadcast.
  var distanceFromLive: Double? {
    guard isLive, let seekable, let position else { return nil }
    return max(0, seekable.upperBound - position)
  }

  /// Servers hand out broadcasts in segments: nobody can be nearer than a few of them.
  static let liveTolerance = 15.0

  var isAtLiveEdge: Bool { (distanceFromLive ?? .infinity) <= Self.liveTolerance }
}

extension PlaybackFacts {
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
    rate = driver.wantedRate
    failure = player.failure
    hasPrevious = driver.queue?.hasPrevious ?? false
    hasNext = driver.queue?.hasNext ?? false
    isLinear = driver.isLinear
  }

  private static func seconds(_ range: CMTimeRange) -> ClosedRange<Double>? {
    let (start, end) = (range.start.seconds, range.end.seconds)
    return start.isFinite && end.isFinite && start <= end ? start...end : nil
  }
}
