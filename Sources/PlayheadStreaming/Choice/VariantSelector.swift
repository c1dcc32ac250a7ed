import PlayheadBasics

/// Selects the variant for the next segment: by throughput, buffered media and preferences.
///
///     nothing known ─► first choice ─► keep ──► down: slower than real time, and the buffer does not bridge it;
///                                       ▲  │          at once if the segment being loaded would be late
///                                       │  └──► up: throughput to spare, enough buffered, and no recent step down
///                                       └────── failed: another variant, until the penalty has elapsed
///
/// The buffer determines the usable share of the throughput: half of it with an empty buffer, nine tenths if there is
/// time to step down again.
package struct VariantSelector: Sendable {
  /// The properties of a variant that determine the choice.
  package struct Candidate: Sendable, Equatable {
    /// The index in the playlist.
    package var index: Int
    /// The peak and average bit rates.
    package var peak: Int
    /// The average bits per second if the playlist declares it, otherwise the peak.
    package var average: Int
    /// The width of the video in pixels; 0 if the playlist does not declare it.
    package var width: Int
    /// The height of the video in pixels; 0 if the playlist does not declare it.
    package var height: Int
    /// The identifier of the group of servers that deliver the variant (`PATHWAY-ID`).
    package var pathway = PathwayOrder.defaultPathway
    /// Whether the audio is coded without loss.
    package var hasLosslessAudio = false
    /// The dynamic range of the video.
    package var range = DynamicRange.standard

    /// Creates a candidate on the default pathway; bit rates are in bits per second, sizes in pixels.
    package init(index: Int, peak: Int, average: Int, width: Int = 0, height: Int = 0) {
      self.index = index
      self.peak = peak
      self.average = average
      self.width = width
      self.height = height
    }

    /// Apple Lossless and FLAC (RFC 6381, the codecs parameter).
    private static let losslessCodecs: Set<String> = ["alac", "flac"]

    /// Creates the candidate of a variant, with the pathway that it declares.
    package init(_ variant: Variant, index: Int) {
      self.init(
        index: index, peak: variant.bandwidth, average: variant.selectionBandwidth,
        width: variant.resolution?.width ?? 0,
        height: variant.resolution?.height ?? 0)
      pathway = variant.pathwayID ?? PathwayOrder.defaultPathway
      range = DynamicRange(variant)
      hasLosslessAudio = variant.codecs.contains { Self.losslessCodecs.contains($0.lowercased()) }
    }
  }

  /// The reason of a decision, for the playback log.
  package enum Reason: String, Sendable {
    /// `first`: the choice before any segment. `unchanged`: no change. `pinned`: the application's only variant.
    /// `limits`: the present one exceeds the preferences. `slower`, `faster`: a step by throughput. `failed`: the
    /// present one is in its penalty. `steered`: another pathway.
    case first, unchanged = "kept", pinned, limits, slower, faster, failed, steered
  }

  /// The selected variant.
  package struct Decision: Sendable, Equatable {
    /// The index in the playlist.
    package var index: Int
    /// The rule that led to the variant.
    package var reason: Reason
  }

  /// The buffered media, in seconds.
  package struct BufferLevel: Sendable, Equatable {
    /// The media that was loaded but not played yet.
    package var ahead: Double
    /// The duration of a segment.
    package var segment: Double
    /// The maximum that can be buffered: limited near the live edge, or by the application.
    package var capacity: Double

    /// Creates a level. Without a duration the segments count as 4 seconds long.
    package init(ahead: Double, segment: Double = 4, capacity: Double = .infinity) {
      self.ahead = ahead
      self.segment = segment
      self.capacity = capacity
    }

    /// Whether the buffer reaches a level: the larger one of the seconds and the duration of the segments, but no more
    /// than a share of the capacity, which a live stream could never exceed.
    func has(_ measure: (seconds: Double, segments: Double)) -> Bool {
      ahead >= min(max(measure.seconds, measure.segments * segment), VariantSelector.sufficientShare * capacity)
    }
  }

  /// The assumed throughput before any measurement, in bits per second: low, because the first frame waits for it, and
  /// the second segment may come from another variant.
  package static let assumedThroughput = 1_000_000.0
  /// The share of the throughput for a variant: the rest is for other traffic on the link, and for the next dip.
  static let share = 0.8
  /// The share with an empty buffer: a segment must load in half of the time in which the one before it plays.
  static let emptyBufferShare = 0.5
  /// The share with enough buffered to abandon a slow load in time.
  static let highBufferShare = 0.9
  /// Above this share of the throughput the current variant drains the buffer.
  static let limit = 0.95
  /// Buffered seconds that bridge a dip without a step down.
  static let safeBuffer = 15.0
  /// The share of a limited buffer that counts as full.
  static let sufficientShare = 0.6
  /// The buffer, in seconds and in segments, below which a step up uses at most half of the throughput.
  static let minimumBuffer = (seconds: 6.0, segments: 1.0)
  /// The buffer from which a step up may use nine tenths of the throughput.
  static let highBuffer = (seconds: 8.0, segments: 2.0)
  /// Seconds after a step down before a step up. For a step up to nine tenths of the throughput the delay doubles, up
  /// to eight times, whenever such a step had to be reverted within `revertWindow` seconds although the link was nearly
  /// fast enough: a link that breaks down does not count against it.
  static let stepUpDelay = 8.0
  /// Seconds after a step up within which a step down counts as its reversal.
  static let revertWindow = 15.0
  /// The share of the variant's bit rate that the link must reach for a reversal to count against the step up.
  static let nearShare = 0.75
  /// Seconds for which a failed variant is not selected.
  static let penalty = 30.0

  /// The limit of failed variants within that time. Higher than the number of a ladder on two hosts; a playlist may
  /// contain thousands, all of which would be requested.
  static let failureLimit = 20

  /// The candidates in playlist order.
  let candidates: [Candidate]
  /// The application's preferences.
  package var preferences = VariantPreferences()
  /// The assumed throughput before any measurement.
  package var expected = VariantSelector.assumedThroughput
  /// The throughput, from the loads of all variants.
  var estimate = ThroughputEstimate()
  /// The time of the last step down, in seconds of the monotonic clock; nil if there was none.
  private(set) var lastStepDown: Double?
  /// The time of the last step up, in seconds of the monotonic clock; nil if there was none.
  private var lastStepUp: Double?
  /// Seconds after a step down before a step up to nine tenths of the throughput: `stepUpDelay` or a multiple.
  private var highShareDelay = VariantSelector.stepUpDelay
  /// The end of the penalty of each failed variant, by its index, in seconds of the monotonic clock.
  private var failedUntil: [Int: Double] = [:]
  /// The order of the pathways.
  package private(set) var pathways: PathwayOrder

  /// `pathway`: the initial one, if the playlist declares one.
  ///
  /// - Parameter candidates: The playable variants, in playlist order (`VariantSelection.eligible`).
  package init(_ candidates: [Candidate], pathway: String? = nil) {
    self.candidates = candidates
    pathways = PathwayOrder(candidates.map(\.pathway), first: pathway)
  }

  /// Sets the pathway priority of a steering server.
  package mutating func prefer(_ names: [String]) { pathways.prefer(names) }

  /// The measured throughput; nil before the first measurement.
  package var bitsPerSecond: Double? { estimate.bitsPerSecond }

  /// Adds a completed load. `wait`: the time to first byte.
  ///
  /// - Parameters:
  ///   - bytes: The size of the body; small loads are ignored.
  ///   - seconds: From the request to the last byte.
  package mutating func loaded(bytes: Int, seconds: Double, wait: Double? = nil) {
    estimate.add(bytes: bytes, seconds: seconds, wait: wait)
  }

  /// Records that a segment or playlist of a variant could not be loaded. False if there is no alternative.
  ///
  /// The caller ends playback with an error if there is none.
  ///
  /// - Parameters:
  ///   - index: The variant, by its index in the playlist.
  ///   - now: Seconds of a monotonic clock.
  package mutating func failed(_ index: Int, at now: Double) -> Bool {
    failedUntil[index] = now + Self.penalty
    if failedUntil.values.count(where: { $0 > now }) >= Self.failureLimit { return false }
    // A host that cannot deliver one variant rarely delivers another: try the same one on another pathway first.
    if let failed = candidates.first(where: { $0.index == index }), pathways.failed(failed.pathway, at: now) {
      return true
    }
    return candidates.contains { failedUntil[$0.index].map { $0 <= now } ?? true }
  }

  /// Selects the variant for the next segment. `current` is nil at the beginning; `now` is in seconds of a monotonic
  /// clock.
  ///
  /// Records a step in the state of the selector, so that the caller must follow the decision.
  package mutating func choose(current: Int?, buffer: BufferLevel, now: Double) -> Decision {
    let ahead = buffer.ahead
    let open = allowed(now: now)
    guard let lowest = open.min(by: { $0.peak < $1.peak }) else {
      return Decision(index: current ?? candidates.first?.index ?? 0, reason: .unchanged)
    }
    if let pinned = preferences.pinned, let found = candidates.first(where: { $0.index == pinned }) {
      return Decision(index: found.index, reason: .pinned)
    }
    guard let present = candidates.first(where: { $0.index == current }) else {
      if preferences.startsOnFirst, let first = open.first { return Decision(index: first.index, reason: .first) }
      return Decision(index: best(open, within: expected * Self.share)?.index ?? lowest.index, reason: .first)
    }
    guard open.contains(present) else {
      let reason: Reason = (failedUntil[present.index] ?? 0) > now ? .failed : .limits
      let near = open.filter { $0.peak <= present.peak }.max { $0.peak < $1.peak }
      let isElsewhere = reason == .limits && near?.pathway != present.pathway
      return Decision(index: (near ?? lowest).index, reason: isElsewhere ? .steered : reason)
    }
    guard let speed = estimate.bitsPerSecond else { return Decision(index: present.index, reason: .unchanged) }
    if Double(present.average) > speed * Self.limit, ahead < Self.safeBuffer {
      let lower = best(open, within: speed * Self.share) ?? lowest
      guard lower.average < present.average else { return Decision(index: present.index, reason: .unchanged) }
      return stepDown(from: present, to: lower, speed: speed, now: now)
    }
    if let share = share(buffer, now: now), let higher = best(open, within: speed * share),
      higher.average > present.average
    {
      lastStepUp = now
      return Decision(index: higher.index, reason: .faster)
    }
    return Decision(index: present.index, reason: .unchanged)
  }

  /// Records a step down, which delays the next step up. Doubles that delay if it reverts a recent step up on a link
  /// that has hardly changed; otherwise resets it.
  ///
  /// - Parameter speed: The throughput in bits per second.
  mutating func stepDown(from present: Candidate, to lower: Candidate, speed: Double, now: Double) -> Decision {
    if let lastStepUp, lastStepUp > lastStepDown ?? -.infinity {
      let mustRevert = now - lastStepUp < Self.revertWindow && speed >= Double(present.average) * Self.nearShare
      highShareDelay = mustRevert ? min(highShareDelay * 2, Self.stepUpDelay * 8) : Self.stepUpDelay
    }
    lastStepDown = now
    return Decision(index: lower.index, reason: .slower)
  }

  /// The share of the throughput for a step up; nil if none is permitted.
  private func share(_ buffer: BufferLevel, now: Double) -> Double? {
    if buffer.has(Self.highBuffer), mayUseHighShare(now) { return Self.highBufferShare }
    if buffer.has(Self.minimumBuffer) {
      return lastStepDown.map { now - $0 >= Self.stepUpDelay } ?? true ? Self.share : nil
    }
    return lastStepDown == nil ? Self.emptyBufferShare : nil
  }

  /// Whether enough time has passed since the last step down for a step up to nine tenths of the throughput.
  func mayUseHighShare(_ now: Double) -> Bool { lastStepDown.map { now - $0 >= highShareDelay } ?? true }

  /// The best candidate within a bit rate.
  ///
  /// Among candidates of equal bit rate the first one of the playlist.
  ///
  /// - Parameter bits: The maximum average, in bits per second.
  /// - Returns: nil if every candidate exceeds the bit rate.
  func best(_ open: [Candidate], within bits: Double) -> Candidate? {
    open.filter { Double($0.average) <= bits }.max { ($0.average, -$0.index) < ($1.average, -$1.index) }
  }

  /// The candidates that satisfy preferences and have not failed; if there are none, the lowest one that has not
  /// failed, or all.
  ///
  /// Candidates on other pathways are excluded as long as the current pathway has one that has not failed. Those in
  /// another dynamic range than the display's are excluded last.
  func allowed(now: Double) -> [Candidate] {
    let working = candidates.filter { (failedUntil[$0.index] ?? 0) <= now }
    let left = working.isEmpty ? candidates : working
    let pathway = pathways.current(at: now)
    let here = left.filter { $0.pathway == pathway }
    let reachable = here.isEmpty ? left : here
    let lossy = preferences.allowsLosslessAudio ? [] : reachable.filter { !$0.hasLosslessAudio }
    let usable = lossy.isEmpty ? reachable : lossy
    let requested = usable.filter { candidate in
      (preferences.peakBitRate <= 0 || Double(candidate.peak) <= preferences.peakBitRate)
        && (preferences.maximumWidth <= 0 || candidate.width <= preferences.maximumWidth)
        && (preferences.maximumHeight <= 0 || candidate.height <= preferences.maximumHeight)
    }
    if !requested.isEmpty { return preferences.displayedHDR.select(from: requested) }
    return preferences.displayedHDR.select(from: usable).min { $0.peak < $1.peak }.map { [$0] } ?? []
  }
}
