/// A clock or a timebase.
public protocol CMSyncProtocol: Sendable {
  /// The present time.
  var time: CMTime { get }
}

extension CMClock: CMSyncProtocol {}

extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
  /// The time that the other one shows when this one shows `time`.
  ///
  /// Invalid when this one, or a timebase between it and what both depend on, stands still. Between different clocks, their
  /// present times are set against each other.
  public func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol {
    Relation(from: TimeSource(self), to: TimeSource(clockOrTimebase)).convert(time)
  }

  /// How fast this one runs for every second of the other; 0 when the other stands still.
  public func rate<T>(relativeTo clockOrTimebase: T) -> Double where T: CMSyncProtocol {
    Relation(from: TimeSource(self), to: TimeSource(clockOrTimebase)).rate ?? 0
  }

  /// How fast this one runs for every second of the other, and times that both show at one moment.
  ///
  /// Throws `CMSync.Error.rateMustBeNonZero` when the other stands still.
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

  /// Whether the two may run apart: whether different clocks are at the ends of their chains.
  public func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol {
    TimeSource(self).chain.last?.source != TimeSource(clockOrTimebase).chain.last?.source
  }
}

/// How two clocks or timebases move in relation to each other, from one look at both chains.
private struct Relation {
  /// The links from each up to what both depend on, which is left out; up to the clocks when that is nothing.
  private let from: [TimeSource.Link]
  private let to: [TimeSource.Link]

  /// What is at the ends: twice the same, or two clocks.
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
