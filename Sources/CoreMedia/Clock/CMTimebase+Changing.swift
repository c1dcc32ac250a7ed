import Foundation
import Synchronization

extension CMTimebase {
  /// Changes the rate and keeps the time. Posts `effectiveRateChanged` if the rate is another one.
  ///
  /// Throws `Error.invalidParameter` for a rate that is not finite and `Error.readOnly`.
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

  /// Jumps to a time and keeps the rate. Posts `timeJumped`.
  ///
  /// Throws `Error.invalidParameter` for a time that is not a number and `Error.readOnly`.
  public func setTime(_ time: CMTime) throws {
    try requireWritable()
    guard time.isNumeric else { throw Error.invalidParameter }
    change(isJump: true) { state in
      state.anchorTime = time
      state.referenceTime = state.source.time
    }
  }

  /// Jumps so that the timebase shows a time when the source shows another one, and keeps the rate. Posts `timeJumped`.
  ///
  /// Throws `Error.invalidParameter` for times that are not numbers and `Error.readOnly`.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// Sets the rate and jumps so that the timebase shows a time when the source shows another one. Posts `timeJumped`, and
  /// `effectiveRateChanged` if the rate is another one.
  ///
  /// Throws `Error.invalidParameter` for times that are not numbers or a rate that is not finite, and `Error.readOnly`.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    try requireWritable()
    guard rate.isFinite, anchorTime.isNumeric, referenceTime.isNumeric else { throw Error.invalidParameter }
    move(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// What `setRateAndAnchorTime` does, for the owner of a read-only timebase. Times are numbers, the rate is finite.
  ///
  /// `isJump`: whether `timeJumped` is posted. A timebase that follows a device is moved by a hair many times a second.
  package func move(rate: Double, anchorTime: CMTime, referenceTime: CMTime, isJump: Bool = true) {
    change(isJump: isJump) { state in
      state.rate = rate
      state.anchorTime = anchorTime
      state.referenceTime = referenceTime
    }
  }

  /// Changes the source and keeps time and rate.
  func replaceSource(_ source: TimeSource) throws {
    try requireWritable()
    let oldRate = effectiveRate
    // One at a time in the whole process, so that two changes cannot close a circle together.
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

  /// Replaces the state and posts what changed.
  private func change(isJump: Bool = false, _ body: (inout State) -> Void) {
    let oldRate = effectiveRate
    update(body)
    announce(oldRate: oldRate, isJump: isJump)
  }

  private func announce(oldRate: Double, isJump: Bool) {
    if effectiveRate != oldRate { post(CMTimebase.effectiveRateChanged) }
    if isJump { post(CMTimebase.timeJumped) }
  }

  /// Replaces the state by what `body` makes of it, and returns the old one.
  ///
  /// The body reads clocks, which are others' code: it runs without the lock, and again if another thread was faster.
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
