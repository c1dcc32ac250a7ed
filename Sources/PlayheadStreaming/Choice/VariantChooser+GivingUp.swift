/// Whether a segment that is on its way is worth waiting for, and whether those that have come are good enough. A link that has become
/// slow is noticed here before the segment is over.
extension VariantChooser {
  /// A load that goes on.
  package struct Loading: Sendable, Equatable {
    package var bytes: Int
    /// How many it will be, where its server said so.
    package var size: Int?
    /// Since it was asked for.
    package var seconds: Double
    /// How long the segment plays.
    package var duration: Double

    package init(bytes: Int, size: Int?, seconds: Double, duration: Double) {
      self.bytes = bytes
      self.size = size
      self.seconds = seconds
      self.duration = duration
    }
  }

  /// Seconds after which a load tells how fast it is.
  static let leastLook = 1.0
  /// Seconds that a segment has to be there before it is wanted.
  static let punctuality = 1.0
  /// Beginning anew may take at most this part of the time that is left.
  static let gain = 0.6

  /// Whether there is a variant with fewer bits at all.
  package func hasLower(than index: Int) -> Bool {
    guard let present = candidates.first(where: { $0.index == index }) else { return false }
    return candidates.contains { $0.usual < present.usual }
  }

  /// What was fetched from `index` while the link was slow, and plays only after what is ahead in `supply`, may be fetched once more:
  /// from the variant that is told; nil: it is good enough, or there is no time. Only what is visibly coarse is worth the bytes, and only
  /// once: it is waited until the link has recovered and the finest variant may be tried again.
  package mutating func improves(on index: Int, supply: Supply, now: Double) -> Decision? {
    guard wishes.pinned == nil, estimate.isSettled, hasRestedBoldly(now),
      let present = candidates.first(where: { $0.index == index }),
      present.height > 0, present.height < Self.fineHeight,
      supply.has(Self.boldness)
    else { return nil }
    let decision = choose(current: index, supply: supply, now: now)
    return decision.reason == .faster ? decision : nil
  }
  /// Lines of a picture that nobody calls coarse.
  static let fineHeight = 720

  /// What is to be asked for in its place; nil: it comes in time, or nothing comes sooner. `ahead`: what plays before it.
  package mutating func givesUp(_ loading: Loading, of current: Int, ahead: Double, now: Double) -> Decision? {
    guard wishes.pinned == nil, loading.seconds >= Self.leastLook, loading.bytes >= ThroughputEstimate.fewestBytes,
      let present = candidates.first(where: { $0.index == current })
    else { return nil }
    let speed = Double(loading.bytes) * 8 / loading.seconds
    let bits = loading.size.map { Double($0) * 8 } ?? Double(present.usual) * loading.duration
    let left = (bits - Double(loading.bytes) * 8) / speed
    guard left > ahead - Self.punctuality else { return nil }
    let open = allowed(now: now)
    guard let lower = best(open, within: speed * Self.share) ?? open.min(by: { $0.usual < $1.usual }),
      lower.usual < present.usual, Double(lower.usual) * loading.duration / speed < left * Self.gain
    else { return nil }
    estimate.add(bytes: loading.bytes, seconds: loading.seconds)
    return stepDown(from: present, to: lower, speed: speed, now: now)
  }
}
