/// Which variant the next segment is to come from: by how fast segments came, how much is ahead, and what is wanted.
///
///     nothing known ─► first choice ─► keep ──► down: it comes slower than it plays, and what is ahead does not ride over it;
///                                       ▲  │          at once where what is under way would come too late
///                                       │  └──► up: there is speed to spare, enough is ahead, and the last step down is a while ago
///                                       └────── failed: another one, until the failed one has rested
///
/// What is ahead decides how much of the speed may be taken: half of it where nothing is, nine tenths where there is time to turn back.
package struct VariantChooser: Sendable {
  package struct Candidate: Sendable, Equatable {
    /// Its place in the playlist.
    package var index: Int
    /// Bits a second, at the worst and on average.
    package var peak: Int
    package var usual: Int
    package var width: Int
    package var height: Int
    package var pathway = PathwayOrder.usual

    package init(index: Int, peak: Int, usual: Int, width: Int = 0, height: Int = 0) {
      self.index = index
      self.peak = peak
      self.usual = usual
      self.width = width
      self.height = height
    }

    package init(_ variant: Variant, index: Int) {
      self.init(
        index: index, peak: variant.bandwidth, usual: variant.usualBandwidth, width: variant.resolution?.width ?? 0,
        height: variant.resolution?.height ?? 0)
      pathway = variant.pathwayID ?? PathwayOrder.usual
    }
  }

  package enum Reason: String, Sendable {
    case first, kept, pinned, limits, slower, faster, failed, steered
  }

  package struct Decision: Sendable, Equatable {
    package var index: Int
    package var reason: Reason
  }

  /// What is at hand, in seconds of media.
  package struct Supply: Sendable, Equatable {
    /// What has come and was not played yet.
    package var ahead: Double
    /// How long a segment is.
    package var segment: Double
    /// How much can be ahead at all: near the edge of a live stream, or where a program wants little, that is not much.
    package var room: Double

    package init(ahead: Double, segment: Double = 4, room: Double = .infinity) {
      self.ahead = ahead
      self.segment = segment
      self.room = room
    }

    func has(_ measure: (seconds: Double, segments: Double)) -> Bool {
      ahead >= min(max(measure.seconds, measure.segments * segment), VariantChooser.enoughOfRoom * room)
    }
  }

  /// What is assumed of a link before anything came over it, in bits a second: little, because the first picture waits for it, and the
  /// second segment may come from another variant.
  package static let assumed = 1_000_000.0
  /// What part of the speed a variant may take: the rest is for what else the link carries, and for the next dip.
  static let share = 0.8
  /// The same where nothing is ahead: a segment has to come in half of the time in which the one before it plays.
  static let hastyShare = 0.5
  /// The same where so much is ahead that a load which comes too slowly can be given up in time.
  static let boldShare = 0.9
  /// Above this part of the speed the present variant empties the buffer.
  static let limit = 0.95
  /// Seconds ahead that ride over a dip without a step down.
  static let comfort = 15.0
  /// Where no more than a little can be ahead, this part of it counts as much.
  static let enoughOfRoom = 0.6
  /// Seconds ahead, and segments, without which a step up takes no more than half of the speed.
  static let courage = (seconds: 6.0, segments: 1.0)
  /// The same, before one takes nine tenths of it.
  static let boldness = (seconds: 8.0, segments: 2.0)
  /// Seconds after a step down before a step up. Before one takes nine tenths of the speed it is twice as long, up to eight times, each
  /// time that it had to be taken back within `regret` seconds of a link that nearly carried it: one that breaks down proves nobody
  /// wrong.
  static let rest = 8.0
  static let regret = 15.0
  static let nearly = 0.75
  /// Seconds for which a variant that failed is left alone.
  static let penalty = 30.0

  /// Variants that may fail within that time. More than a ladder has on two hosts; a playlist may name thousands, each of which would be
  /// asked for.
  static let failureLimit = 20

  /// In the order of the playlist.
  let candidates: [Candidate]
  package var wishes = VariantPreferences()
  /// What the link is believed to carry before anything came over it.
  package var expected = VariantChooser.assumed
  var estimate = ThroughputEstimate()
  private(set) var lastStepDown: Double?
  private var lastStepUp: Double?
  private var boldRest = VariantChooser.rest
  private var failedUntil: [Int: Double] = [:]
  /// Which pathway they are taken from.
  package private(set) var pathways: PathwayOrder

  /// `pathway`: the one to begin with, where the playlist names one.
  package init(_ candidates: [Candidate], pathway: String? = nil) {
    self.candidates = candidates
    pathways = PathwayOrder(candidates.map(\.pathway), first: pathway)
  }

  /// A steering server has told which pathways come first.
  package mutating func prefer(_ names: [String]) { pathways.prefer(names) }

  package var bitsPerSecond: Double? { estimate.bitsPerSecond }

  /// `wait`: for the first byte.
  package mutating func loaded(bytes: Int, seconds: Double, wait: Double? = nil) {
    estimate.add(bytes: bytes, seconds: seconds, wait: wait)
  }

  /// A segment or the playlist of a variant could not be had. False: there is no other one to try.
  package mutating func failed(_ index: Int, at now: Double) -> Bool {
    failedUntil[index] = now + Self.penalty
    if failedUntil.values.count(where: { $0 > now }) >= Self.failureLimit { return false }
    // Whoever cannot give one variant rarely can give another one: the same is tried elsewhere first.
    if let failed = candidates.first(where: { $0.index == index }), pathways.failed(failed.pathway, at: now) {
      return true
    }
    return candidates.contains { failedUntil[$0.index].map { $0 <= now } ?? true }
  }

  /// `current` is nil at the beginning; `now` is in seconds of any clock that does not step back.
  package mutating func choose(current: Int?, supply: Supply, now: Double) -> Decision {
    let ahead = supply.ahead
    let open = allowed(now: now)
    guard let lowest = open.min(by: { $0.peak < $1.peak }) else {
      return Decision(index: current ?? candidates.first?.index ?? 0, reason: .kept)
    }
    if let pinned = wishes.pinned, let found = candidates.first(where: { $0.index == pinned }) {
      return Decision(index: found.index, reason: .pinned)
    }
    guard let present = candidates.first(where: { $0.index == current }) else {
      if wishes.startsOnFirst, let first = open.first { return Decision(index: first.index, reason: .first) }
      return Decision(index: best(open, within: expected * Self.share)?.index ?? lowest.index, reason: .first)
    }
    guard open.contains(present) else {
      let reason: Reason = (failedUntil[present.index] ?? 0) > now ? .failed : .limits
      let near = open.filter { $0.peak <= present.peak }.max { $0.peak < $1.peak }
      let isElsewhere = reason == .limits && near?.pathway != present.pathway
      return Decision(index: (near ?? lowest).index, reason: isElsewhere ? .steered : reason)
    }
    guard let speed = estimate.bitsPerSecond else { return Decision(index: present.index, reason: .kept) }
    if Double(present.usual) > speed * Self.limit, ahead < Self.comfort {
      let lower = best(open, within: speed * Self.share) ?? lowest
      guard lower.usual < present.usual else { return Decision(index: present.index, reason: .kept) }
      return stepDown(from: present, to: lower, speed: speed, now: now)
    }
    if let share = share(supply, now: now), let higher = best(open, within: speed * share),
      higher.usual > present.usual
    {
      lastStepUp = now
      return Decision(index: higher.index, reason: .faster)
    }
    return Decision(index: present.index, reason: .kept)
  }

  mutating func stepDown(from present: Candidate, to lower: Candidate, speed: Double, now: Double) -> Decision {
    if let lastStepUp, lastStepUp > lastStepDown ?? -.infinity {
      let isRegretted = now - lastStepUp < Self.regret && speed >= Double(present.usual) * Self.nearly
      boldRest = isRegretted ? min(boldRest * 2, Self.rest * 8) : Self.rest
    }
    lastStepDown = now
    return Decision(index: lower.index, reason: .slower)
  }

  /// How much of the speed a step up may take; nil where none is tried.
  private func share(_ supply: Supply, now: Double) -> Double? {
    if supply.has(Self.boldness), hasRestedBoldly(now) { return Self.boldShare }
    if supply.has(Self.courage) { return lastStepDown.map { now - $0 >= Self.rest } ?? true ? Self.share : nil }
    return lastStepDown == nil ? Self.hastyShare : nil
  }

  func hasRestedBoldly(_ now: Double) -> Bool { lastStepDown.map { now - $0 >= boldRest } ?? true }

  /// The best of so many bits a second.
  func best(_ open: [Candidate], within bits: Double) -> Candidate? {
    open.filter { Double($0.usual) <= bits }.max { ($0.usual, -$0.index) < ($1.usual, -$1.index) }
  }

  /// Those that wishes and failures leave; if none is left, the lowest that has not failed, or all.
  func allowed(now: Double) -> [Candidate] {
    let sound = candidates.filter { (failedUntil[$0.index] ?? 0) <= now }
    let left = sound.isEmpty ? candidates : sound
    let pathway = pathways.current(at: now)
    let here = left.filter { $0.pathway == pathway }
    let usable = here.isEmpty ? left : here
    let wanted = usable.filter { candidate in
      (wishes.peakBitRate <= 0 || Double(candidate.peak) <= wishes.peakBitRate)
        && (wishes.maximumWidth <= 0 || candidate.width <= wishes.maximumWidth)
        && (wishes.maximumHeight <= 0 || candidate.height <= wishes.maximumHeight)
    }
    if !wanted.isEmpty { return wanted }
    return usable.min { $0.peak < $1.peak }.map { [$0] } ?? []
  }
}
