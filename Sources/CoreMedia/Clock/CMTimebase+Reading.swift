import Synchronization

extension CMTimebase {
  /// The current time.
  public var time: CMTime {
    timeAndRate.time
  }

  /// The rate relative to the source; see `effectiveRate` for the rate relative to the clock.
  public var rate: Double {
    state.withLock { $0.rate }
  }

  /// The current time and the rate relative to the source, from a single snapshot.
  public var timeAndRate: (time: CMTime, rate: Double) {
    let state = self.state.withLock { $0 }
    return (state.time(atSourceTime: state.source.time), state.rate)
  }

  /// The rate relative to the ultimate source clock: the product of all rates in the chain.
  public var effectiveRate: Double {
    TimeSource.timebase(self).chain.rate
  }

  /// The current time with a timescale.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    time.convertScale(timescale, method: rounding)
  }

  /// The clock or timebase that drives this timebase.
  ///
  /// Setting it leaves time and rate unchanged. It has no effect if the new source depends on this timebase, or if the
  /// timebase is read-only.
  public var source: any CMSyncProtocol {
    get { state.withLock { $0.source }.value }
    set { try? replaceSource(TimeSource(newValue)) }
  }

  /// The source if it is a clock.
  public var sourceClock: CMClock? { source as? CMClock }

  /// The source if it is a timebase.
  public var sourceTimebase: CMTimebase? { source as? CMTimebase }

  /// The clock at the end of the chain of sources.
  public var ultimateSourceClock: CMClock {
    var source = state.withLock { $0.source }
    while true {
      switch source {
      case .clock(let clock): return clock
      case .timebase(let timebase): source = timebase.state.withLock { $0.source }
      }
    }
  }
}
