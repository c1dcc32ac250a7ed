import Synchronization

/// The source of a timebase.
enum TimeSource: Sendable, Equatable {
  /// A clock, which runs independently.
  case clock(CMClock)

  /// A timebase, which is driven by another source.
  case timebase(CMTimebase)

  init(_ source: any CMSyncProtocol) {
    switch source {
    case let clock as CMClock: self = .clock(clock)
    case let timebase as CMTimebase: self = .timebase(timebase)
    default: self = .clock(CMClock { source.time })
    }
  }

  /// The clock or timebase itself.
  var value: any CMSyncProtocol {
    switch self {
    case .clock(let clock): clock
    case .timebase(let timebase): timebase
    }
  }

  /// The current time.
  var time: CMTime { value.time }

  /// This source, its source, and so on, ending with a clock. Each state is a snapshot.
  var chain: [Link] {
    var links: [Link] = []
    var next = self
    while case .timebase(let timebase) = next {
      let state = timebase.state.withLock { $0 }
      links.append(Link(source: next, state: state))
      next = state.source
    }
    links.append(Link(source: next, state: nil))
    return links
  }

  /// An element of a chain of sources.
  struct Link {
    var source: TimeSource

    /// The state relative to the next element; nil for a clock.
    var state: CMTimebase.State?
  }
}

extension [TimeSource.Link] {
  /// The time of the first element while the last one has `time`.
  func down(from time: CMTime) -> CMTime {
    reversed().reduce(time) { time, link in link.state?.time(atSourceTime: time) ?? time }
  }

  /// The time of the last element's source while the first element has `time`; invalid if one of them has rate 0.
  func up(from time: CMTime) -> CMTime {
    reduce(time) { time, link in
      guard let state = link.state else { return time }
      guard state.rate != 0 else { return .invalid }
      let passed = time - state.anchorTime
      return state.referenceTime
        + (state.rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: 1 / state.rate))
    }
  }

  /// The product of all rates.
  var rate: Double {
    reduce(1) { $0 * ($1.state?.rate ?? 1) }
  }
}
