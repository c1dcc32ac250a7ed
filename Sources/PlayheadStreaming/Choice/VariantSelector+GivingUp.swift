/// Decides whether a segment being loaded should be abandoned, and whether loaded segments should be replaced by a
/// better variant. Detects a slower link before a segment is complete.
extension VariantSelector {
  /// A load in progress.
  package struct Loading: Sendable, Equatable {
    /// The bytes received so far.
    package var bytes: Int
    /// The final size, if the server declared it.
    package var size: Int?
    /// Seconds since the request.
    package var seconds: Double
    /// The duration of the segment.
    package var duration: Double

    /// Creates the state of a load, sampled by the loader while it waits for bytes.
    package init(bytes: Int, size: Int?, seconds: Double, duration: Double) {
      self.bytes = bytes
      self.size = size
      self.seconds = seconds
      self.duration = duration
    }
  }

  /// Seconds after which the speed of a load can be measured.
  static let measurementTime = 1.0
  /// The time in seconds by which a segment must be loaded before it is played.
  static let leadTime = 1.0
  /// The maximum share of the remaining time that a new load may take.
  static let maximumTimeShare = 0.6

  /// Whether there is a variant with a lower bit rate.
  ///
  /// False for a variant that is not a candidate.
  package func hasLower(than index: Int) -> Bool {
    guard let present = candidates.first(where: { $0.index == index }) else { return false }
    return candidates.contains { $0.average < present.average }
  }

  /// Decides whether a segment that was loaded from `index` while the link was slow, and plays only after the media in
  /// `buffer`, should be loaded again: returns the variant; nil if the quality is sufficient or there is no time.
  /// Replaces only visibly coarse quality, and only once: after the link has recovered and the best variant may be
  /// tried again.
  ///
  /// - Parameters:
  ///   - index: The variant that the segment was loaded from.
  ///   - buffer: The media that plays before the segment.
  ///   - now: Seconds of a monotonic clock.
  package mutating func improves(on index: Int, buffer: BufferLevel, now: Double) -> Decision? {
    guard preferences.pinned == nil, estimate.isSettled, mayUseHighShare(now),
      let present = candidates.first(where: { $0.index == index }),
      present.height > 0, present.height < Self.fineHeight,
      buffer.has(Self.highBuffer)
    else { return nil }
    let decision = choose(current: index, buffer: buffer, now: now)
    return decision.reason == .faster ? decision : nil
  }
  /// The number of lines from which a video does not look coarse.
  static let fineHeight = 720

  /// Decides whether to abandon a load: returns the replacement; nil if it arrives in time, or if no other is faster.
  /// `ahead`: the media that plays before it.
  ///
  /// The partial load is added to the throughput estimate if it is abandoned, and the replacement counts as a step
  /// down.
  ///
  /// - Parameters:
  ///   - loading: The progress of the load.
  ///   - current: The variant that it loads.
  ///   - ahead: Seconds.
  ///   - now: Seconds of a monotonic clock.
  package mutating func abandons(_ loading: Loading, of current: Int, ahead: Double, now: Double) -> Decision? {
    guard preferences.pinned == nil, loading.seconds >= Self.measurementTime,
      loading.bytes >= ThroughputEstimate.minimumBytes,
      let present = candidates.first(where: { $0.index == current })
    else { return nil }
    let speed = Double(loading.bytes) * 8 / loading.seconds
    let bits = loading.size.map { Double($0) * 8 } ?? Double(present.average) * loading.duration
    let left = (bits - Double(loading.bytes) * 8) / speed
    guard left > ahead - Self.leadTime else { return nil }
    let open = allowed(now: now)
    guard let lower = best(open, within: speed * Self.share) ?? open.min(by: { $0.average < $1.average }),
      lower.average < present.average, Double(lower.average) * loading.duration / speed < left * Self.maximumTimeShare
    else { return nil }
    estimate.add(bytes: loading.bytes, seconds: loading.seconds)
    return stepDown(from: present, to: lower, speed: speed, now: now)
  }
}
