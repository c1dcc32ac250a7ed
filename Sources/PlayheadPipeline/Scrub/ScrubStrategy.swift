import CoreMedia

/// The history of recent paused seeks, from which the demux loop chooses the cheapest path to the next target.
///
///     forward:    … key ▇▇▇▇▇▇▇▇▇▇▇ target ─► next target         the decoder resumes from its position
///     backward:   … key ▇▇▇▇▇▇ next target ◄▇▇▇▇▇▇ target         frames before a target are cached
///     alternating … key ▇▇▇▇▇▇ target ▇▇▇▇▇ target …              GOP visited before: both, and decoders are pooled
///
/// Belongs to the reader thread. It decides nothing about frames that are cached already.
struct ScrubStrategy {
  /// Two targets nearer than this belong to one scrubbing movement. Forward: the length of long GOPs, since leaving a
  /// decoder open costs little. Backward: little more than the cache holds, unless the user is scrubbing.
  private static let forwardReach = CMTime(value: 10, timescale: 1)
  /// See `forwardReach`.
  private static let backwardReach = CMTime(value: 3, timescale: 1)
  /// The backward reach while the user is scrubbing.
  private static let scrubbingReach = CMTime(value: 10, timescale: 1)
  /// A target this near its sync sample is cheap to decode from scratch: caching extra frames costs as much as it
  /// saves, unless the user is scrubbing or seeks in the same GOP repeatedly.
  private static let shortPreroll = CMTime(value: 3, timescale: 2)
  /// The number of GOPs, newest last, in which a short preroll counts as repeated.
  private static let recentGOPLimit = 2
  /// Without an index it is unknown whether a sync sample is between the two targets.
  private static let unindexedReach = CMTime(value: 1, timescale: 2)

  /// The target of the last paused seek.
  private(set) var last: CMTime?
  /// The number of consecutive targets, each before its predecessor.
  private var backwardCount = 0
  /// The number of targets in a row, each before its predecessor, from which on the user is considered to scrub
  /// backward.
  private static let backwardThreshold = 2
  /// Whether the user is scrubbing backward, so that the frames before the last target are probably needed next.
  var isScrubbingBackward: Bool { backwardCount >= Self.backwardThreshold }
  /// The targets of speculative starts since the last paused seek.
  private var prefetched: [CMTime] = []
  /// The maximum number of speculative starts between two paused seeks.
  private static let prefetchLimit = 3
  /// The sync samples of the GOPs of recent targets, newest last.
  private var groups: [CMTime] = []
  /// The number of visited GOPs whose sync samples are recorded.
  private static let groupLimit = 8
  /// The target after which the decoder was left open, able to resume.
  private(set) var open: CMTime?
  /// Whether a decoder is open after a frame and can resume.
  var isOpen: Bool { open != nil }
  /// The GOP of the open decoder, and whether it had been visited before.
  private var openGroup: Group?
  /// The GOP of the last paused seek; nil if no index provides its sync sample.
  private var lastGroup: Group?

  /// A GOP and whether an earlier paused seek visited it.
  private struct Group {
    /// The presentation time of its sync sample.
    var sync: CMTime
    /// Whether a paused seek before the last one had a target in this GOP.
    var isVisited: Bool
  }

  /// The presentation times of the last packets sent to the decoder: some may lie after the next target.
  private(set) var recentTimes: [CMTime] = []
  /// The number of presentation times that are available at least; up to twice as many are stored.
  static let recentLimit = 64

  /// The decode-only frames to cache.
  enum Retention: Equatable {
    /// No frames.
    case none
    /// The frames that are decoded anyway, and all frames shortly before the target.
    case short
    /// As many frames before the target as the budget allows: the user is scrubbing backward.
    case long
  }

  /// The cheapest path to a target.
  enum Approach: Equatable {
    /// From a sync sample, or from the position of a pooled decoder. `opens`: the decoder must be able to resume from
    /// there.
    case fresh(opens: Bool, retention: Retention)
    /// From the position of the open decoder, which outputs the following frames only.
    case resume(retention: Retention)
  }

  /// Returns the cheapest path to `target`.
  ///
  /// - Parameters:
  ///   - sync: The last sync sample not after the target, where an index provides it.
  ///   - isWhileSeeking: Whether the seek was requested while the last one was in progress.
  func path(to target: CMTime, sync: CMTime?, isWhileSeeking: Bool = false) -> Approach {
    let isShort = !isWhileSeeking && sync.map { target - $0 < Self.shortPreroll } ?? false
    let isVisited = isVisited(sync, isShort: isShort)
    if let open, target >= open {
      let retention = isVisited ? Retention.short : .none
      if let sync {
        if sync <= open { return .resume(retention: retention) }
      } else if target - open < Self.unindexedReach {
        return .resume(retention: retention)
      }
    }
    guard let last else { return .fresh(opens: false, retention: .none) }
    if isShort, !isVisited { return .fresh(opens: false, retention: .none) }
    let step = target - last
    if step < .zero, .zero - step < (isWhileSeeking ? Self.scrubbingReach : Self.backwardReach) {
      return .fresh(opens: false, retention: .long)
    }
    let isForward = step > .zero && step < Self.forwardReach
    return .fresh(opens: isVisited || isForward, retention: isVisited ? .short : .none)
  }

  /// Whether an earlier paused seek was in the same GOP; with a short preroll, only the last ones count.
  private func isVisited(_ sync: CMTime?, isShort: Bool) -> Bool {
    guard let sync else { return false }
    return isShort ? groups.suffix(Self.recentGOPLimit).contains(sync) : groups.contains(sync)
  }

  /// Whether the open decoder goes into the pool before another start. `sync`: the sync sample of the next target; nil
  /// if the next start is not a nearby paused seek.
  func poolsDecoder(before sync: CMTime?, isPlayback: Bool) -> Bool {
    guard isOpen, let openGroup, openGroup.isVisited else { return false }
    return isPlayback || sync == openGroup.sync
  }

  /// Records the target of a paused seek and its sync sample.
  mutating func note(pausedSeek target: CMTime, sync: CMTime?) {
    let isBack = last.map { target < $0 && $0 - target < Self.scrubbingReach } ?? false
    backwardCount = isBack ? backwardCount + 1 : 0
    prefetched = []
    last = target
    lastGroup = sync.map { Group(sync: $0, isVisited: groups.contains($0)) }
    guard let sync else { return }
    groups.removeAll { $0 == sync }
    groups.append(sync)
    if groups.count > Self.groupLimit { groups.removeFirst() }
  }

  /// Whether a speculative start at this target is allowed. While the scrub position does not change only a few are; a
  /// failed one is not repeated.
  func mayPrefetch(_ position: CMTime) -> Bool {
    prefetched.count < Self.prefetchLimit && !prefetched.contains(position)
  }

  /// Records a speculative start.
  mutating func notePrefetch(_ position: CMTime) { prefetched.append(position) }

  /// Records that the decoder is open after the frame at the target.
  mutating func leaveOpen(at target: CMTime) {
    open = target
    openGroup = lastGroup
  }

  /// The decode time of the last packet sent to the decoder: no later packet has an earlier presentation time.
  private(set) var lastDecodeTime = CMTime.negativeInfinity

  /// Records a packet sent to the decoder.
  mutating func noteSent(_ time: CMTime, decode: CMTime) {
    if decode.isNumeric { lastDecodeTime = decode }
    guard time.isNumeric else { return }
    recentTimes.append(time)
    if recentTimes.count > 2 * Self.recentLimit { recentTimes.removeFirst(Self.recentLimit) }
  }

  /// Records that the decoder will be flushed and cannot resume.
  mutating func closeDecoder() {
    open = nil
    recentTimes = []
    lastDecodeTime = .negativeInfinity
  }

  /// Records that a pooled decoder resumes.
  mutating func resume(_ position: DecoderPoolPositions.Position) {
    recentTimes = position.sent
    lastDecodeTime = position.lastDecode
  }

  /// Forgets everything: the next start is not a paused seek.
  mutating func forget() { self = ScrubStrategy() }
}
