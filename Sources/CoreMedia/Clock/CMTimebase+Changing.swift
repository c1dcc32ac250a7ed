import Foundation
import Synchronization

extension CMTimebase {
  /// Changes the rate; the time is continuous. Posts `effectiveRateChanged` if the rate differs.
  ///
  /// Throws `Error.invalidParameter` for a rate that is not finite, and `Error.readOnly`.
  public func setRate(_ rate: Double) throws {
    try requireWritable()
    guard rate.isFinite else { throw Error.invalidParameter }
    change { state in
      let sourceTime = state.source.time
      state.anchorTime = state.time(atSourceTime: sourceTime)
      state.referenceTime = sourceTime
      state.rate = rate
    }
  }

  /// Jumps to a time; the rate is unchanged. Posts `timeJumped`.
  ///
  /// Throws `Error.invalidParameter` for a time that is not numeric, and `Error.readOnly`.
  public func setTime(_ time: CMTime) throws {
    try requireWritable()
    guard time.isNumeric else { throw Error.invalidParameter }
    change(isJump: true) { state in
      state.anchorTime = time
      state.referenceTime = state.source.time
    }
  }

  /// Jumps so that the timebase has `anchorTime` when the source has `referenceTime`; the rate is unchanged. Posts
  /// `timeJumped`.
  ///
  /// Throws `Error.invalidParameter` for times that are not numeric, and `Error.readOnly`.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// Sets the rate, and jumps so that the timebase has `anchorTime` when the source has `referenceTime`. Posts
  /// `timeJumped`, and `effectiveRateChanged` if the rate differs.
  ///
  /// Throws `Error.invalidParameter` for times that are not numeric or a rate that is not finite, and `Error.readOnly`.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    try requireWritable()
    guard rate.isFinite, anchorTime.isNumeric, referenceTime.isNumeric else { throw Error.invalidParameter }
    move(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// The same as `setRateAndAnchorTime`, for the owner of a read-only timebase. The times must be numeric and the rate
  /// finite.
  ///
  /// `isJump`: whether `timeJumped` is posted. A timebase that follows a device is adjusted slightly many times a
  /// second.
  package func move(rate: Double, anchorTime: CMTime, referenceTime: CMTime, isJump: Bool = true) {
    change(isJump: isJump) { state in
      state.rate = rate
      state.anchorTime = anchorTime
      state.referenceTime = referenceTime
    }
  }

  /// Changes the source; time and rate are unchanged.
  func replaceSource(_ source: TimeSource) throws {
    try requireWritable()
    let oldRate = effectiveRate
    // Serialized process-wide, so that two concurrent changes cannot create a cycle.
    let old = try CMTimebase.sourceChanges.withLock { _ in
      guard !source.chain.contains(where: { $0.source == .timebase(self) }) else { throw Error.invalidParameter }
      return update { state in
        state.anchorTime = state.time(atSourceTime: state.source.time)
        state.referenceTime = source.time
        state.source = source
      }
    }
    if case .timebase(let parent) = old.source { parent.remove(dependent: self) }
    if case .timebase(let parent) = source { parent.add(dependent: self) }
    announce(oldRate: oldRate, isJump: false)
  }

  private static let sourceChanges = Mutex(())

  private func requireWritable() throws {
    if isReadOnly { throw Error.readOnly }
  }

  /// Updates the state and posts notifications of the changes.
  private func change(isJump: Bool = false, _ body: (inout State) -> Void) {
    let oldRate = effectiveRate
    update(body)
    announce(oldRate: oldRate, isJump: isJump)
  }

  private func announce(oldRate: Double, isJump: Bool) {
    if effectiveRate != oldRate { post(CMTimebase.effectiveRateChanged) }
    if isJump { post(CMTimebase.timeJumped) }
  }

  /// Updates the state with `body` and returns the old state.
  ///
  /// The body reads clocks, which may run foreign code: it runs without the lock, and again if another thread changed
  /// the state meanwhile.
  @discardableResult
  private func update(_ body: (inout State) -> Void) -> State {
    while true {
      let old = state.withLock { $0 }
      var new = old
      body(&new)
      new.version += 1
      let result = new
      let isCurrent = state.withLock { current in
        guard current.version == old.version else { return false }
        current = result
        return true
      }
      if isCurrent { return old }
    }
  }
}
