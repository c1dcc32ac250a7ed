import CoreMedia
import PlayheadFFmpeg

/// What the reader remembers of the stills that were asked for, to serve the next one nearby with less work.
///
///     forward:   … key ▇▇▇▇▇▇▇▇▇▇▇ target ─► next target          the decoder goes on from where it is
///     backward:  … key ▇▇▇▇▇▇ next target ◄▇▇▇▇▇▇ target          the pictures before a target are kept
///     to and fro … key ▇▇▇▇▇▇ target ▇▇▇▇▇ target …               a group that was visited: both, and decoders are parked
struct ScrubStrategy {
  /// Two places that are nearer than this belong to one movement of a hand. Forward as far as long groups of pictures reach: leaving a
  /// decoder open costs little. Backward not much further than what can be kept, unless the hand is seen to move.
  private static let forwardReach = CMTime(value: 10, timescale: 1)
  private static let backwardReach = CMTime(value: 3, timescale: 1)
  private static let hurriedReach = CMTime(value: 10, timescale: 1)
  /// So near its sync sample a still is soon decoded anew: to see more than it needs costs as much as it saves, unless a hand moves
  /// or rests here.
  private static let shortWay = CMTime(value: 3, timescale: 2)
  private static let shortMemory = 2
  /// Without an index nobody knows whether a sync sample lies between.
  private static let blindReach = CMTime(value: 1, timescale: 2)

  /// Where the last still was.
  private(set) var last: CMTime?
  /// How many have lain before the one before, in turn.
  private var backwardCount = 0
  private static let backwardHabit = 2
  /// Whether a hand goes backward, so that the pictures before the last still will be wanted next.
  var isGoingBack: Bool { backwardCount >= Self.backwardHabit }
  /// What was prepared for it where it is now.
  private var prepared: [CMTime] = []
  private static let preparedLimit = 3
  /// The sync samples of the groups that the last stills lay in, the newest last.
  private var groups: [CMTime] = []
  private static let groupLimit = 8
  /// The still behind which the decoder was left so that it can go on.
  private(set) var open: CMTime?
  var isOpen: Bool { open != nil }
  /// The group it stands in, and whether that was visited before.
  private var openGroup: Group?
  private var lastGroup: Group?

  private struct Group {
    var sync: CMTime
    var isVisited: Bool
  }

  /// The times of the packets that the decoder was given last: some of them may lie behind the next target.
  private(set) var recentTimes: [CMTime] = []
  static let recentLimit = 64

  /// Which pictures on the way are kept.
  enum Keeping: Equatable {
    case none
    /// Those that are decoded anyway, and all of the last few.
    case few
    /// As many before the still as have room: a hand goes backward.
    case many
  }

  /// How a still is best reached.
  enum Way: Equatable {
    /// From a sync sample, or from where a parked decoder stands. `opens`: the decoder shall be able to go on from there.
    case fresh(opens: Bool, keeps: Keeping)
    case onward(keeps: Keeping)
  }

  /// `sync`: the last sync sample not after the target, where an index tells it. `isHurried`: it was asked for while the last was
  /// under way.
  func way(to target: CMTime, sync: CMTime?, isHurried: Bool = false) -> Way {
    let isShort = !isHurried && sync.map { target - $0 < Self.shortWay } ?? false
    let isVisited = isVisited(sync, isShort: isShort)
    if let open, target >= open {
      let keeps = isVisited ? Keeping.few : .none
      if let sync {
        if sync <= open { return .onward(keeps: keeps) }
      } else if target - open < Self.blindReach {
        return .onward(keeps: keeps)
      }
    }
    guard let last else { return .fresh(opens: false, keeps: .none) }
    if isShort, !isVisited { return .fresh(opens: false, keeps: .none) }
    let step = target - last
    if step < .zero, .zero - step < (isHurried ? Self.hurriedReach : Self.backwardReach) {
      return .fresh(opens: false, keeps: .many)
    }
    let isForward = step > .zero && step < Self.forwardReach
    return .fresh(opens: isVisited || isForward, keeps: isVisited ? .few : .none)
  }

  private func isVisited(_ sync: CMTime?, isShort: Bool) -> Bool {
    guard let sync else { return false }
    return isShort ? groups.suffix(Self.shortMemory).contains(sync) : groups.contains(sync)
  }

  /// Whether the decoder that stands open is to be parked before another start. `sync`: the sync sample of the next still; nil: what
  /// comes is no still nearby.
  func parks(before sync: CMTime?, isFlow: Bool) -> Bool {
    guard isOpen, let openGroup, openGroup.isVisited else { return false }
    return isFlow || sync == openGroup.sync
  }

  mutating func note(still target: CMTime, sync: CMTime?) {
    let isBack = last.map { target < $0 && $0 - target < Self.hurriedReach } ?? false
    backwardCount = isBack ? backwardCount + 1 : 0
    prepared = []
    last = target
    lastGroup = sync.map { Group(sync: $0, isVisited: groups.contains($0)) }
    guard let sync else { return }
    groups.removeAll { $0 == sync }
    groups.append(sync)
    if groups.count > Self.groupLimit { groups.removeFirst() }
  }

  /// Whether the way to this place may be decoded although nobody asked for it. Where a hand rests that ends soon, and what has failed
  /// once is not tried again.
  func mayPrepare(_ place: CMTime) -> Bool {
    prepared.count < Self.preparedLimit && !prepared.contains(place)
  }

  mutating func prepare(_ place: CMTime) { prepared.append(place) }

  /// The still was reached, and the decoder can go on.
  mutating func leaveOpen(at target: CMTime) {
    open = target
    openGroup = lastGroup
  }

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

  /// A parked decoder goes on.
  mutating func resume(_ place: DecoderPoolPositions.Place) {
    recentTimes = place.given
    lastDecodeTime = place.lastDecode
  }

  /// Something else than a still is wanted.
  mutating func forget() { self = ScrubStrategy() }
}
