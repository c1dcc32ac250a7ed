/// A clock or a timebase.
public protocol CMSyncProtocol: Sendable {
  /// The current time.
  var time: CMTime { get }
}

extension CMClock: CMSyncProtocol {}

extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
  /// Converts a time of this clock or timebase to the other's time.
  ///
  /// Invalid if this one, or a timebase between it and the common source, has rate 0. Between different clocks their
  /// current times are taken as simultaneous.
  public func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol {
    Relation(from: TimeSource(self), to: TimeSource(clockOrTimebase)).convert(time)
  }

  /// The rate of this one relative to the other; 0 if the other is stopped.
  public func rate<T>(relativeTo clockOrTimebase: T) -> Double where T: CMSyncProtocol {
    Relation(from: TimeSource(self), to: TimeSource(clockOrTimebase)).rate ?? 0
  }

  /// The rate of this one relative to the other, and a pair of simultaneous times.
  ///
  /// Throws `CMSync.Error.rateMustBeNonZero` if the other is stopped.
  public func rateAndAnchorTime<T>(
    relativeTo clockOrTimebase: T
  ) throws -> (
    rate: Double, anchorTime: CMTime, referenceTime: CMTime
  ) where T: CMSyncProtocol {
    let relation = Relation(from: TimeSource(self), to: TimeSource(clockOrTimebase))
    guard let rate = relation.rate else { throw CMSync.Error.rateMustBeNonZero }
    let now = relation.present()
    return (rate, now.from, now.to)
  }

  /// Whether the two may drift apart, that is, whether they depend on different clocks.
  public func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol {
    TimeSource(self).chain.last?.source != TimeSource(clockOrTimebase).chain.last?.source
  }
}

/// The relation of two clocks or timebases, from a single snapshot of both chains.
private struct Relation {
  /// The links from each to the common source, which is excluded; to the clocks if there is none.
  private let from: [TimeSource.Link]
  private let to: [TimeSource.Link]

  /// The ends of the chains: the common source twice, or two clocks.
  private let ends: (from: TimeSource?, to: TimeSource?)

  init(from: TimeSource, to: TimeSource) {
    let (fromChain, toChain) = (from.chain, to.chain)
    let shared = fromChain.first { link in toChain.contains { $0.source == link.source } }?.source
    self.from = Array(fromChain.prefix { $0.source != shared })
    self.to = Array(toChain.prefix { $0.source != shared })
    ends = (shared ?? fromChain.last?.source, shared ?? toChain.last?.source)
  }

  var rate: Double? {
    to.rate == 0 ? nil : from.rate / to.rate
  }

  func convert(_ time: CMTime) -> CMTime {
    let end = from.up(from: time)
    guard let source = ends.from, let target = ends.to, source != target else { return to.down(from: end) }
    return to.down(from: end - source.time + target.time)
  }

  func present() -> (from: CMTime, to: CMTime) {
    guard let source = ends.from, let target = ends.to else { return (.invalid, .invalid) }
    let time = source.time
    return (from.down(from: time), to.down(from: source == target ? time : target.time))
  }
}
