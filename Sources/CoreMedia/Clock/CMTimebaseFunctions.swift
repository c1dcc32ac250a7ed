// The functions of C that programs call instead of the properties.

/// Makes a timebase moved by a clock, at time 0 and standing still.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

/// Makes a timebase moved by another one, at time 0 and standing still.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

/// The present time.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime {
  timebase.time
}

/// The present time at a timescale.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// The rate in relation to the source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 {
  timebase.rate
}

/// The present time and the rate in relation to the source, of one moment.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  timeOut?.pointee = time
  rateOut?.pointee = rate
  return noErr
}

/// The rate in relation to the clock at the end of the chain.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 {
  timebase.effectiveRate
}

/// Changes the rate and keeps the time; an error for rates that are not finite and for read-only timebases.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
  status { try timebase.setRate(rate) }
}

/// Jumps to a time and keeps the rate; an error for times that are not numbers and for read-only timebases.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  status { try timebase.setTime(time) }
}

/// Jumps so that the timebase shows a time when the source shows another one.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) }
}

/// Sets the rate and jumps so that the timebase shows a time when the source shows another one.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status {
    try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
  }
}

/// Changes the source to a clock and keeps time and rate.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
  status { try timebase.replaceSource(.clock(newSourceClock)) }
}

/// Changes the source to another timebase and keeps time and rate; an error when that depends on this one.
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

/// The clock at the end of the chain.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock {
  timebase.ultimateSourceClock
}
