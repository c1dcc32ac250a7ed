import CoreMedia
import PlayheadFFmpeg

/// What the reader remembers of the stills that were asked for, to serve the next one nearby with less work.
///
///     forward:   … key ▇▇▇▇▇▇▇▇▇▇▇ target ─► next target          the decoder goes on from where it is
///     backward:  … key ▇▇▇▇▇▇ next target ◄▇▇▇▇▇▇ target          the pictures before a target are kept
struct ScrubMemory {
  /// Two places that are nearer than this belong to one movement of a hand. Forward as far as long groups of pictures reach: leaving a
  /// decoder open costs little. Backward not much further than what can be kept.
  private static let forwardReach = CMTime(value: 10, timescale: 1)
  private static let backwardReach = CMTime(value: 3, timescale: 1)
  /// Without an index nobody knows whether a sync sample lies between.
  private static let blindReach = CMTime(value: 1, timescale: 2)

  /// Where the last still was.
  private var last: CMTime?
  /// The still behind which the decoder was left so that it can go on.
  private var open: CMTime?
  var isOpen: Bool { open != nil }
  /// The times of the packets that the decoder was given last: some of them may lie behind the next target.
  private(set) var recentTimes: [CMTime] = []
  private static let recentLimit = 64

  /// How a still is best reached.
  enum Way: Equatable {
    /// From a sync sample. `opens`: the decoder shall be able to go on from there.
    case fresh(opens: Bool, isBackward: Bool)
    case onward
  }

  /// `sync`: the last sync sample not after the target, where an index tells it.
  func way(to target: CMTime, sync: CMTime?) -> Way {
    if let open, target >= open {
      if let sync { if sync <= open { return .onward } } else if target - open < Self.blindReach { return .onward }
    }
    guard let last else { return .fresh(opens: false, isBackward: false) }
    let step = target - last
    return .fresh(
      opens: step > .zero && step < Self.forwardReach,
      isBackward: step < .zero && .zero - step < Self.backwardReach)
  }

  mutating func note(still target: CMTime) { last = target }

  /// The still was reached, and the decoder can go on.
  mutating func leaveOpen(at target: CMTime) { open = target }

  /// When the last packet that the decoder was given is decoded: none that comes later is seen before that.
  private(set) var lastDecodeTime = CMTime.negativeInfinity

  /// The decoder was given a packet.
  mutating func dealt(_ time: CMTime, decode: CMTime) {
    if decode.isNumeric { lastDecodeTime = decode }
    guard time.isNumeric else { return }
    recentTimes.append(time)
    if recentTimes.count > 2 * Self.recentLimit { recentTimes.removeFirst(Self.recentLimit) }
  }

  /// The decoder begins anew.
  mutating func closeDecoder() {
    open = nil
    recentTimes = []
    lastDecodeTime = .negativeInfinity
  }

  /// Something else than a still is wanted.
  mutating func forget() { self = ScrubMemory() }
}
