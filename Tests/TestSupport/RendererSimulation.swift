package import PlayheadRoutes

/// The state machine of remote playback, a device on manual time that needs time for everything and reports whole
/// seconds, and the network between them.
package struct RendererSimulation {
  /// The state machine.
  package var machine = RemotePlaybackStateMachine()
  /// The device.
  package var device: Device
  /// The time in seconds.
  package private(set) var time = 0.0
  /// Whether the device no longer responds.
  package var isSilent = false
  /// The source of the random delays, and of the test's commands.
  package var random: SeededNumbers
  /// The request that the device will have handled at a time.
  private var inFlight: (request: RemotePlayback.Request, arrival: Double)?
  /// The limit of the delay of a response, in seconds.
  private let maximumDelay: Double

  /// The step of the simulation in seconds.
  package static let step = 0.05

  /// Creates a device that plays items of `duration` seconds.
  package init(duration: Double, maximumDelay: Double, seed: Int) {
    device = Device(duration: duration)
    self.maximumDelay = maximumDelay
    random = SeededNumbers(UInt64(seed))
  }

  /// An AVTransport, as most renderers behave.
  package struct Device {
    /// The duration of its items in seconds.
    package let duration: Double
    /// Whether it has an item.
    package var isLoaded = false
    /// Whether it plays.
    package var isPlaying = false
    /// Whether playback has started: before, the transport is stopped and neither pauses nor seeks.
    package var hasStarted = false
    /// The position in seconds.
    package var position = 0.0
    /// The volume, 0 to 1.
    package private(set) var volume = 1.0
    /// Whether it is muted.
    package private(set) var isMuted = false
    /// The time at which playback advances.
    private var start = 0.0

    fileprivate init(duration: Double) { self.duration = duration }

    fileprivate mutating func advance(from: Double, to: Double) {
      guard isPlaying else { return }
      position += max(0, to - max(from, start))
      if position >= duration { (isPlaying, isLoaded, hasStarted, position) = (false, false, false, 0) }
    }

    /// Performs a request. Returns whether it is accepted.
    fileprivate mutating func perform(_ request: RemotePlayback.Request, at time: Double) -> Bool {
      switch request {
      case .load: (isLoaded, isPlaying, hasStarted, position) = (true, false, false, 0)
      case .play:
        guard isLoaded else { return false }
        if !isPlaying { (isPlaying, hasStarted, start) = (true, true, time + 0.3) }
      case .pause:
        guard hasStarted else { return false }
        isPlaying = false
      case .seek(let target):
        guard hasStarted else { return false }
        (position, start) = (min(target, duration), time + 0.2)
      case .volume(let value): volume = value
      case .mute(let value): isMuted = value
      case .query: break
      }
      return true
    }

    fileprivate func report(at time: Double) -> RemotePlayback.Report {
      guard isLoaded, hasStarted else { return .init(transport: .stopped) }
      let transport: RemotePlayback.Transport = isPlaying ? time < start ? .transitioning : .playing : .paused
      return .init(transport: transport, position: position.rounded(.down), duration: duration)
    }
  }

  /// Handles a command of the session.
  package mutating func handle(_ command: RemotePlayback.Command) {
    if command == .unload { (device.isLoaded, device.isPlaying, device.hasStarted) = (false, false, false) }
    machine.handle(command, at: time)
  }

  /// Advances by one step.
  package mutating func advance() {
    device.advance(from: time, to: time + Self.step)
    time += Self.step
    if let (request, arrival) = inFlight, time >= arrival, !isSilent {
      inFlight = nil
      if request == .query {
        machine.reported(device.report(at: time), at: time)
      } else if device.perform(request, at: time) {
        machine.accepted(at: time)
      } else {
        machine.refused(at: time)
      }
    }
    if inFlight == nil, let request = machine.nextRequest(at: time) {
      inFlight = (request, time + Double.random(in: 0.01...maximumDelay, using: &random))
    }
    machine.checkTimeouts(at: time)
  }
}
