import Foundation
import PlayheadEngine
import Synchronization

/// What a program says about its sound, and what it can learn about the devices.
///
/// Linux's sound servers mix what all programs play and need no permission for it: a category, a mode and being active are what the
/// program says they are, and change nothing of what is heard. The route, the sample rate and the channels are the device's own.
/// Thread-safe. What is known of the devices is kept and brought up to date in the background: only the first question
/// waits for the sound server, and no longer than `firstAnswerLimit`.
public class AVAudioSession: NSObject, @unchecked Sendable {
  // Sendable: the state is behind a lock.
  private struct State: Sendable {
    var category = Category.soloAmbient
    var mode = Mode.default
    var policy = RouteSharingPolicy.default
    var options: CategoryOptions = []
    var isActive = false
    /// The devices as the server told of them last; nil before it was asked.
    var devices: [AudioDevice]?
    var isAsking = false
    var isWatching = false
  }

  /// A sound server on this machine answers in milliseconds; one that hangs must not hold up the main thread.
  package static let firstAnswerLimit = DispatchTimeInterval.milliseconds(200)

  private static let instance = AVAudioSession(CubebDevices.shared)
  private let state = Mutex(State())
  private let devices: any AudioDeviceSource
  private let delivery: any EventDelivery
  private let isAnybodyHeard: @Sendable () -> Bool
  private let answerLimit: DispatchTimeInterval
  /// Where the server is asked, and its events are handled in their order. Its own queue: a thread of the shared ones may not be free.
  private let queue = DispatchQueue(label: "playhead.audio-session")

  /// The program's session.
  public class func sharedInstance() -> AVAudioSession { instance }

  package init(
    _ devices: any AudioDeviceSource, delivery: any EventDelivery = MainQueueDelivery.shared,
    isAnybodyHeard: @escaping @Sendable () -> Bool = { AudioActivity.isAnybodyHeard },
    answerLimit: DispatchTimeInterval = firstAnswerLimit
  ) {
    self.answerLimit = answerLimit
    self.devices = devices
    self.delivery = delivery
    self.isAnybodyHeard = isAnybodyHeard
    super.init()
  }

  // MARK: What the program says

  /// All of them: what is not for playing is taken note of.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }

  public var category: Category { state.withLock { $0.category } }
  public var mode: Mode { state.withLock { $0.mode } }
  public var categoryOptions: CategoryOptions { state.withLock { $0.options } }
  public var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }

  /// Says what the sound is for. The mode and the options become the default ones.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default, options: []) }

  /// Says what the sound is for, and leaves the mode.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, options: options)
  }

  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    state.withLock { state in
      (state.category, state.mode, state.policy, state.options) = (category, mode, policy, options)
    }
  }

  public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

  /// Says that sound is about to be played, or that the program is done with it. Players need neither.
  ///
  /// - Throws: An error with the code of `isBusy` where a player is heard while the session is to become inactive; it is inactive
  ///   nevertheless, as with Apple.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    if active { _ = knownDevices }
    state.withLock { $0.isActive = active }
    guard !active, isAnybodyHeard() else { return }
    throw NSError(
      domain: NSOSStatusErrorDomain, code: 560_030_580,
      userInfo: [
        NSLocalizedDescriptionKey: "The session has become inactive while a player is heard.",
        NSLocalizedRecoverySuggestionErrorKey: "Pause the players first.",
      ])
  }

  // MARK: What the device is

  private var device: AudioDevice? { Self.current(in: knownDevices) }

  /// The devices as far as they are known. The first question asks the server; where it knew of none it is asked again
  /// in the background.
  private var knownDevices: [AudioDevice] {
    if let known = state.withLock({ $0.devices }) {
      if known.isEmpty { ask(nil) }
      return known
    }
    let answered = DispatchSemaphore(value: 0)
    ask(answered)
    _ = answered.wait(timeout: .now() + answerLimit)
    return state.withLock { $0.devices } ?? []
  }

  /// Asks the server for its devices, elsewhere and once at a time.
  private func ask(_ answered: DispatchSemaphore?) {
    let isFirst = state.withLock { state in
      defer { state.isAsking = true }
      return !state.isAsking
    }
    guard isFirst else { return }
    queue.async { [self] in
      let now = devices.outputs()
      let watches = state.withLock { state in
        defer { state.isWatching = true }
        state.devices = now
        state.isAsking = false
        return !state.isWatching
      }
      // The server's thread must not be asked anything: the answer comes on it.
      if watches {
        devices.observe { [weak self, queue] event in queue.async { [weak self] in self?.happened(event) } }
      }
      answered?.signal()
    }
  }

  private static func current(in devices: [AudioDevice]) -> AudioDevice? {
    devices.first(where: \.isDefault) ?? devices.first
  }

  /// The device that plays where a player has not chosen one.
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription(device) }

  /// In frames a second; 0 without a device.
  public var sampleRate: Double { Double(device?.sampleRate ?? 0) }

  public var outputNumberOfChannels: Int { device?.channelCount ?? 0 }
  public var maximumOutputNumberOfChannels: Int { knownDevices.map(\.channelCount).max() ?? 0 }

  /// The least time from a player to the ear, in seconds.
  public var outputLatency: TimeInterval { device?.latency ?? 0 }

  // MARK: Changes

  func happened(_ event: AudioDeviceEvent) {
    switch event {
    case .devicesChanged: devicesChanged()
    case .serverLost: post(Self.mediaServicesWereLostNotification)
    case .serverBack:
      ask(nil)
      post(Self.mediaServicesWereResetNotification)
    }
  }

  private func devicesChanged() {
    let now = devices.outputs()
    let before = state.withLock { state in
      defer { state.devices = now }
      return state.devices ?? []
    }
    guard let reason = Self.reason(before: before, now: now) else { return }
    let route = AVAudioSessionRouteDescription(Self.current(in: before))
    post(Self.routeChangeNotification, (reason, route))
  }

  private func post(
    _ name: NSNotification.Name, _ change: (reason: RouteChangeReason, AVAudioSessionRouteDescription)? = nil
  ) {
    delivery.deliver { [self] in
      let details = change.map { reason, route -> [AnyHashable: Any] in
        [
          AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
          AVAudioSessionRouteChangePreviousRouteKey: route,
        ]
      }
      NotificationCenter.default.post(name: name, object: self, userInfo: details)
    }
  }

  /// nil where nothing changed for somebody who listens.
  static func reason(before: [AudioDevice], now: [AudioDevice]) -> RouteChangeReason? {
    let (old, new) = (current(in: before)?.identifier, current(in: now)?.identifier)
    if let old, !now.contains(where: { $0.identifier == old }) { return .oldDeviceUnavailable }
    if now.contains(where: { device in !before.contains { $0.identifier == device.identifier } }) {
      return .newDeviceAvailable
    }
    return old == new ? nil : .override
  }
}
