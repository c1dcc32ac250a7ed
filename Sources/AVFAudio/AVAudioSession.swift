import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadSoundServer
import Synchronization

/// A program's audio settings and the properties of the audio devices.
///
/// Linux sound servers mix the audio of all programs without permission: category, mode and activation are stored only
/// and do not affect the output. The route, sample rate and channels are those of the device. Thread-safe. Device
/// information is cached and updated in the background: only the first query waits for the sound server, for at most
/// `firstQueryTimeout`.
public class AVAudioSession: NSObject, @unchecked Sendable {
  // Sendable: the state is behind a lock.
  /// The settings of the program and the last known devices.
  private struct State: Sendable {
    /// The category, stored without an effect.
    var category = Category.soloAmbient
    /// The mode, stored without an effect.
    var mode = Mode.default
    /// The route sharing policy, stored without an effect.
    var policy = RouteSharingPolicy.default
    /// The options of the category, stored without an effect.
    var options: CategoryOptions = []
    /// The last value passed to `setActive`.
    var isActive = false
    /// The devices that the server last reported; nil before the first query.
    var devices: [AudioDevice]?
    /// Whether a query of the server is in progress or enqueued.
    var isQuerying = false
    /// Whether changes of the sound server's state are observed, which begins with the first query of it.
    var isWatchingServer = false
    /// The sound server's state that was last reported.
    var server: SoundServerState?
    /// Whether changes of devices are observed, which begins after the first query.
    var isWatching = false
  }

  /// A local sound server answers in milliseconds; one that hangs must not block the main thread.
  package static let firstQueryTimeout = DispatchTimeInterval.milliseconds(200)

  /// The session of the program.
  private static let instance = AVAudioSession(CubebDevices.shared, server: PulseServer.shared)
  /// The state, locked because any thread may use the session.
  private let state = Mutex(State())
  /// The source of devices and of their changes: the sound server.
  private let devices: any AudioDeviceSource
  /// The source of the volume and of the streams of other programs; nil for none.
  private let server: (any SoundServerSource)?
  /// The queue on which notifications are posted.
  private let delivery: any EventDelivery
  /// Whether a player of this process is audible, for `setActive(false)`.
  private let isAnyPlayerAudible: @Sendable () -> Bool
  /// The longest time that the first query blocks its caller.
  private let queryTimeout: DispatchTimeInterval
  /// The queue for server queries and, in order, server events. Not a shared queue, whose threads may all be busy.
  private let queue = DispatchQueue(label: "playhead.audio-session")

  /// The shared session of the program.
  public class func sharedInstance() -> AVAudioSession { instance }

  /// Creates a session. Programs use `sharedInstance()`; tests replace the devices.
  ///
  /// - Parameters:
  ///   - devices: The source of devices.
  ///   - server: The source of the volume and of the streams of other programs; nil for none.
  ///   - delivery: The queue on which notifications are posted.
  ///   - isAnyPlayerAudible: Whether a player is audible.
  ///   - queryTimeout: The longest time that the first query blocks.
  package init(
    _ devices: any AudioDeviceSource, server: (any SoundServerSource)? = nil,
    delivery: any EventDelivery = MainQueueDelivery.shared,
    isAnyPlayerAudible: @escaping @Sendable () -> Bool = { AudioActivity.isAnyPlayerAudible },
    queryTimeout: DispatchTimeInterval = firstQueryTimeout
  ) {
    self.queryTimeout = queryTimeout
    self.devices = devices
    self.server = server
    self.delivery = delivery
    self.isAnyPlayerAudible = isAnyPlayerAudible
    super.init()
  }

  // MARK: Settings

  /// All categories, including those that are not for playback and are only stored.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }

  /// The category of the program's audio.
  public var category: Category { state.withLock { $0.category } }
  /// The mode of the program's audio.
  public var mode: Mode { state.withLock { $0.mode } }
  /// The options of the category.
  public var categoryOptions: CategoryOptions { state.withLock { $0.options } }
  /// The route sharing policy.
  public var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }

  /// Sets the category. Mode and options are reset to their defaults.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default, options: []) }

  /// Sets the category and its options. The mode is unchanged.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, options: options)
  }

  /// Sets the category, the mode and the options.
  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets the category, the mode, the route sharing policy and the options.
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    state.withLock { state in
      (state.category, state.mode, state.policy, state.options) = (category, mode, policy, options)
    }
  }

  /// Sets the mode.
  public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

  /// Activates or deactivates the session. Players require neither.
  ///
  /// - Throws: An error with the code of `isBusy` if the session is deactivated while a player is audible; it becomes
  ///   inactive nevertheless, as on Apple's systems.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    if active {
      _ = knownDevices
      _ = serverState
    }
    state.withLock { $0.isActive = active }
    guard !active, isAnyPlayerAudible() else { return }
    throw NSError(
      domain: NSOSStatusErrorDomain, code: 560_030_580,
      userInfo: [
        NSLocalizedDescriptionKey: "The session has become inactive while a player is heard.",
        NSLocalizedRecoverySuggestionErrorKey: "Pause the players first.",
      ])
  }

  // MARK: Device

  /// The default device; nil if there is none or the server has not answered yet.
  private var device: AudioDevice? { Self.current(in: knownDevices) }

  /// The cached devices. The first access queries the server; if no devices are known, they are queried again in the
  /// background.
  private var knownDevices: [AudioDevice] {
    if let known = state.withLock({ $0.devices }) {
      if known.isEmpty { query(nil) }
      return known
    }
    let answered = DispatchSemaphore(value: 0)
    query(answered)
    _ = answered.wait(timeout: .now() + queryTimeout)
    return state.withLock { $0.devices } ?? []
  }

  /// Queries the server for its devices in the background, one query at a time.
  private func query(_ answered: DispatchSemaphore?) {
    let isFirst = state.withLock { state in
      defer { state.isQuerying = true }
      return !state.isQuerying
    }
    guard isFirst else { return }
    queue.async { [self] in
      let now = devices.outputs()
      let watches = state.withLock { state in
        defer { state.isWatching = true }
        state.devices = now
        state.isQuerying = false
        return !state.isWatching
      }
      // The server's thread must not be queried synchronously: it delivers the answer.
      if watches {
        devices.observe { [weak self, queue] event in queue.async { [weak self] in self?.happened(event) } }
      }
      answered?.signal()
    }
  }

  /// The default device among several, or else the first one.
  private static func current(in devices: [AudioDevice]) -> AudioDevice? {
    devices.first(where: \.isDefault) ?? devices.first
  }

  /// The route of the default device, for players without a device of their own.
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription(device) }

  /// The sample rate in hertz; 0 without a device.
  public var sampleRate: Double { Double(device?.sampleRate ?? 0) }

  /// The number of output channels of the device; 0 without a device.
  public var outputNumberOfChannels: Int { device?.channelCount ?? 0 }
  /// The largest number of output channels of all devices.
  public var maximumOutputNumberOfChannels: Int { knownDevices.map(\.channelCount).max() ?? 0 }

  /// The minimum output latency of the device, in seconds.
  public var outputLatency: TimeInterval { device?.latency ?? 0 }

  // MARK: Sound server

  /// The volume of the system, 0 to 1, which the user sets for the default device; 0 while it is muted, and 1 without
  /// a sound server. Observable, also with the key `outputVolume`.
  public var outputVolume: Float {
    AudioSessionObservation.noteAccess("outputVolume", of: self)
    return serverState?.volume ?? 1
  }

  /// Whether another program plays audio. Observable with the key `otherAudioPlaying`.
  public var isOtherAudioPlaying: Bool {
    AudioSessionObservation.noteAccess("otherAudioPlaying", of: self)
    return serverState?.isOtherAudioPlaying ?? false
  }

  /// Whether another program plays music, video or speech, so that a program's secondary audio, such as the music of a
  /// game, had better be silent. `silenceSecondaryAudioHintNotification` reports changes.
  ///
  /// - Note: Difference from Apple: no program's audio excludes that of others here, so every stream counts that does
  ///   not announce itself as the sound of an event.
  public var secondaryAudioShouldBeSilencedHint: Bool {
    AudioSessionObservation.noteAccess("secondaryAudioShouldBeSilencedHint", of: self)
    return serverState?.isOtherMediaPlaying ?? false
  }

  /// The state of the sound server; the first access connects to it and observes its changes.
  private var serverState: SoundServerState? {
    guard let server else { return nil }
    let isFirst = state.withLock { state in
      defer { state.isWatchingServer = true }
      return !state.isWatchingServer
    }
    if isFirst {
      server.observe { [weak self, queue] new in queue.async { [weak self] in self?.serverChanged(to: new) } }
    }
    let milliseconds: Int
    if case .milliseconds(let count) = queryTimeout { milliseconds = count } else { milliseconds = 60_000 }
    return server.state(waitingAtMost: milliseconds)
  }

  /// Reports changes of the sound server's state to observers. On the session's queue.
  private func serverChanged(to new: SoundServerState) {
    let old = state.withLock { state in
      defer { state.server = new }
      return state.server
    }
    delivery.deliver { [self] in
      if old?.volume != new.volume { AudioSessionObservation.noteChange("outputVolume", of: self) }
      if old?.isOtherAudioPlaying != new.isOtherAudioPlaying {
        AudioSessionObservation.noteChange("otherAudioPlaying", of: self)
      }
      guard old?.isOtherMediaPlaying ?? false != new.isOtherMediaPlaying else { return }
      AudioSessionObservation.noteChange("secondaryAudioShouldBeSilencedHint", of: self)
      let type: SilenceSecondaryAudioHintType = new.isOtherMediaPlaying ? .begin : .end
      NotificationCenter.default.post(
        name: Self.silenceSecondaryAudioHintNotification, object: self,
        userInfo: [AVAudioSessionSilenceSecondaryAudioHintTypeKey: NSNumber(value: type.rawValue)])
    }
  }

  // MARK: Changes

  /// Handles an event of the server on the session's queue.
  func happened(_ event: AudioDeviceEvent) {
    switch event {
    case .devicesChanged: devicesChanged()
    case .serverLost: post(Self.mediaServicesWereLostNotification)
    case .serverBack:
      query(nil)
      post(Self.mediaServicesWereResetNotification)
    }
  }

  /// Updates the cached devices, and posts a route change if the audible route has changed.
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

  /// Posts a notification on the delivery queue, with the reason and the previous route of a route change.
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

  /// The reason for a route change; nil if the audible route is unchanged.
  static func reason(before: [AudioDevice], now: [AudioDevice]) -> RouteChangeReason? {
    let (old, new) = (current(in: before)?.identifier, current(in: now)?.identifier)
    if let old, !now.contains(where: { $0.identifier == old }) { return .oldDeviceUnavailable }
    if now.contains(where: { device in !before.contains { $0.identifier == device.identifier } }) {
      return .newDeviceAvailable
    }
    return old == new ? nil : .override
  }
}
