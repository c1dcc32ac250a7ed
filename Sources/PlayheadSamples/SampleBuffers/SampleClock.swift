import CoreMedia
import PlayheadBasics
import PlayheadClock
import Synchronization

/// The clock of renderers of sample buffers: of a synchronizer, of a controlling timebase, or the host time.
///
/// Any thread may read and change it. Every change wakes the threads that wait for a media time.
package final class SampleClock: Sendable {
  /// A change of the clock, and the order of the changes.
  private struct State {
    /// Media seconds per host second while the clock runs or is about to; 0 while it is stopped.
    var rate = 0.0
    /// The number of changes by the program.
    var version = 0
    /// The number of all changes, also of corrections to the audible position.
    var revision = 0
    /// Whether the latest change was a jump.
    var isJump = false
  }

  /// Guards changes of `media`, which follow each other. It is held over no call to other code.
  private let state = Mutex(State())
  /// The mapping from host time to media time.
  let media = MediaClock()
  /// The gates of the threads that wait for a media time.
  private let waiters = Mutex<[any Gate]>([])
  /// The source of host time.
  let host: any EngineClock
  /// The read-only timebase that mirrors the clock for programs.
  package let timebase: CMTimebase

  /// Creates a clock that is stopped at zero.
  package init(_ host: any EngineClock) {
    self.host = host
    let source = host is SystemClock ? .hostTimeClock : CMClock { CMTime(nanoseconds: host.now.nanoseconds) }
    timebase = CMTimebase(readOnlyWithSourceClock: source)
  }

  /// Creates a clock that shows the host time.
  package static func hostTime(_ host: any EngineClock) -> SampleClock {
    let clock = SampleClock(host)
    clock.run(rate: 1, through: .zero, at: .zero)
    return clock
  }

  // MARK: Reading

  /// The rate at which the clock runs or will run.
  package var rate: Double { state.withLock { $0.rate } }
  /// Whether the clock moves now.
  package var isMoving: Bool { media.isRunning }
  /// Whether the clock waits for audio to become audible, or for enough samples.
  var isHeld: Bool { state.withLock { $0.rate != 0 } && !media.isRunning }
  /// The media time. Exact while the clock is stopped.
  package var time: CMTime { media.time(at: host.now) }
  /// The number of changes by the program so far, for `steer`.
  var version: Int { state.withLock { $0.version } }
  /// The number of all changes so far, for threads that wait for a media time.
  var revision: Int { state.withLock { $0.revision } }

  // MARK: Changing

  /// Stops at a time; nil: at the present one.
  package func stop(at time: CMTime? = nil) {
    let now = host.now
    change(isJump: time != nil) { state in
      state.rate = 0
      media.stop(at: time ?? media.time(at: now))
    }
  }

  /// Stops at a time until `run`, which will follow with a rate.
  func hold(at time: CMTime?, rate: Double) {
    let now = host.now
    change(isJump: time != nil) { state in
      state.rate = rate
      media.stop(at: time ?? media.time(at: now))
    }
  }

  /// Runs through a time at a host time; nil: through the present time now.
  package func run(rate: Double, through time: CMTime? = nil, at moment: HostTime? = nil) {
    guard rate != 0 else { return stop(at: time) }
    let now = host.now
    change(isJump: time != nil) { state in
      state.rate = rate
      let start = moment ?? now
      let nanoseconds = time?.nanoseconds ?? media.nanoseconds(at: start)
      media.run(through: nanoseconds, at: start, rate: rate, isStoppedBefore: start > now)
    }
  }

  /// Corrects the clock to the audible position, unless it was changed since `version`.
  ///
  /// - Parameter isStart: Whether the clock was held until the audio became audible.
  func steer(to nanoseconds: Int64, at moment: HostTime, rate: Double, version: Int, isStart: Bool) {
    correct { state in
      guard state.version == version, state.rate == rate else { return false }
      if isStart {
        media.run(through: nanoseconds, at: moment, rate: rate)
        return true
      }
      let shown = media.nanoseconds(at: moment)
      let correction = ClockSteering.correction(for: nanoseconds - shown)
      guard correction != 0 else { return false }
      media.run(through: shown + correction, at: moment, rate: rate)
      return true
    }
  }

  /// Makes a change, mirrors it and wakes the waiters.
  private func change(isJump: Bool, _ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.version += 1
      state.revision += 1
      state.isJump = isJump
    }
    publish()
  }

  /// Makes a change that does not count as one of the program's: `body` returns whether there is any.
  private func correct(_ body: (State) -> Bool) {
    let isChanged = state.withLock { state in
      guard body(state) else { return false }
      state.isJump = false
      state.revision += 1
      return true
    }
    if isChanged { publish() }
  }

  /// Moves the timebase to the latest state. Of several threads the last one to finish has moved it to that state.
  private func publish() {
    while true {
      let (revision, isJump, mapping) = state.withLock { ($0.revision, $0.isJump, media.snapshot) }
      if mapping.rate == 0 {
        timebase.move(
          rate: 0, anchorTime: mapping.stoppedAt, referenceTime: .zero, isJump: isJump)
      } else {
        timebase.move(
          rate: mapping.rate, anchorTime: CMTime(nanoseconds: mapping.mediaNanoseconds),
          referenceTime: CMTime(nanoseconds: mapping.hostTime.nanoseconds), isJump: isJump)
      }
      if self.revision == revision { break }
    }
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }

  // MARK: Audio

  /// The renderer whose audio steers the clock: the first one that asks.
  private let leader = Mutex<ObjectIdentifier?>(nil)

  /// Whether a renderer steers the clock.
  func lead(_ renderer: AnyObject) -> Bool {
    let identifier = ObjectIdentifier(renderer)
    return leader.withLock { leader in
      if leader == nil { leader = identifier }
      return leader == identifier
    }
  }
  /// Lets another renderer steer.
  func resign(_ renderer: AnyObject) {
    let identifier = ObjectIdentifier(renderer)
    leader.withLock { if $0 == identifier { $0 = nil } }
  }

  // MARK: Waiters

  /// Opens a gate after every change.
  func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  /// Ends this.
  func removeWaiter(_ gate: any Gate) { waiters.withLock { $0.removeAll { $0 === gate } } }
}
