// C functions for programs that use them instead of the properties.

/// Creates a timebase that is driven by a clock, with time 0 and rate 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

/// Creates a timebase that is driven by another one, with time 0 and rate 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

/// The current time.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime {
  timebase.time
}

/// The current time with a timescale.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// The rate relative to the source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 {
  timebase.rate
}

/// Reads the current time and the rate relative to the source, from a single snapshot.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  timeOut?.pointee = time
  rateOut?.pointee = rate
  return noErr
}

/// The rate relative to the ultimate source clock.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 {
  timebase.effectiveRate
}

/// Changes the rate; the time is continuous. Returns an error for rates that are not finite and for read-only
/// timebases.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
  status { try timebase.setRate(rate) }
}

/// Jumps to a time; the rate is unchanged. Returns an error for times that are not numeric and for read-only timebases.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  status { try timebase.setTime(time) }
}

/// Jumps so that the timebase has `timebaseTime` when the source has `immediateSourceTime`.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) }
}

/// Sets the rate, and jumps so that the timebase has `timebaseTime` when the source has `immediateSourceTime`.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status {
    try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
  }
}

/// Changes the source to a clock; time and rate are unchanged.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
  status { try timebase.replaceSource(.clock(newSourceClock)) }
}

/// Changes the source to another timebase; time and rate are unchanged. Returns an error if that depends on this one.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, _ newSourceTimebase: CMTimebase) -> OSStatus {
  status { try timebase.replaceSource(.timebase(newSourceTimebase)) }
}

/// The source if it is a clock.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? {
  timebase.sourceClock
}

/// The source if it is a timebase.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? {
  timebase.sourceTimebase
}

/// The clock at the end of the chain of sources.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock {
  timebase.ultimateSourceClock
}
