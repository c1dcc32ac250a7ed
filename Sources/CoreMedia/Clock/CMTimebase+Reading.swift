extension CMTimebase {
  /// The present time.
  public var time: CMTime {
    timeAndRate.time
  }

  /// The rate in relation to the source; see `effectiveRate` for the one in relation to the clock.
  public var rate: Double {
    state.withLock { $0.rate }
  }

  /// The present time and the rate in relation to the source, of one moment.
  public var timeAndRate: (time: CMTime, rate: Double) {
    let state = self.state.withLock { $0 }
    return (state.time(atSourceTime: state.source.time), state.rate)
  }

  /// The rate in relation to the clock at the end of the chain: the product of all rates on the way.
  public var effectiveRate: Double {
    TimeSource.timebase(self).chain.rate
  }

  /// The present time at a timescale.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    time.convertScale(timescale, method: rounding)
  }

  /// What moves the timebase.
  ///
  /// Setting it keeps time and rate. Nothing happens when the new source depends on this timebase or when the timebase is
  /// read-only.
  public var source: any CMSyncProtocol {
    get { state.withLock { $0.source }.value }
    set { try? replaceSource(TimeSource(newValue)) }
  }

  /// The source if it is a clock.
  public var sourceClock: CMClock? { source as? CMClock }

  /// The source if it is a timebase.
  public var sourceTimebase: CMTimebase? { source as? CMTimebase }

  /// The clock at the end of the chain.
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
