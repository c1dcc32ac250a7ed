import Foundation
import Synchronization

/// The result of a remote command handler, with Apple's values.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  /// The command was carried out.
  case success = 0
  /// The requested content does not exist.
  case noSuchContent = 100
  /// There is no current item to act on.
  case noActionableNowPlayingItem = 110
  /// The device is not available.
  case deviceNotFound = 120
  /// The command could not be carried out.
  case commandFailed = 200
}

/// A command that media keys, headphones and the desktop can send to the program.
///
/// The desktop offers the command while it has a target and is enabled. May be used from any thread; handlers are
/// called on the main queue.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex. Handlers are called on the main queue only.
  /// A handler and its token.
  private struct Target: @unchecked Sendable {
    // Sendable: constants; the handler is called on the main queue only.
    /// The object that the client passes to `removeTarget(_:)`: the returned token, or the target of a method.
    let token: ObjectIdentifier
    /// The returned token, retained so that no other object has its identity.
    var retained: NSObject?
    /// The client's handler, called on the main queue.
    let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  }

  /// The settings of the client.
  private struct State: Sendable {
    var isEnabled = true
    var targets: [Target] = []
  }

  /// The handlers and settings, locked because any thread may change them.
  private let state = Mutex(State())

  /// Creates a command of the program's own. The desktop can send only the commands of `MPRemoteCommandCenter`.
  public override init() { super.init() }

  /// Whether the program accepts the command now. True by default.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }

  /// Adds a handler. Several are called one after the other; the last result counts.
  ///
  /// - Returns: A token for `removeTarget(_:)`.
  @discardableResult
  open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
    let token = NSObject()
    let target = Target(token: ObjectIdentifier(token), retained: token, handler: handler)
    state.withLock { $0.targets.append(target) }
    NowPlayingPublisher.shared.commandsChanged()
    return token
  }

  /// Adds a method of a target as the handler: `#selector(Player.play(_:))` becomes `Player.play(_:)`.
  ///
  /// - Parameters:
  ///   - target: Not retained. `removeTarget(_:)` takes it as the token.
  ///   - action: The method as `Class.method(_:)`. Its parameter may be a subclass of `MPRemoteCommandEvent`; other
  ///     events are answered with `commandFailed`.
  public func addTarget<Target: AnyObject, Event: MPRemoteCommandEvent>(
    _ target: Target, action: @escaping (Target) -> (Event) -> MPRemoteCommandHandlerStatus
  ) {
    add(token: target) { target, event in (event as? Event).map { action(target)($0) } ?? .commandFailed }
  }

  /// Adds a method without a parameter of a target as the handler.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> MPRemoteCommandHandlerStatus
  ) {
    add(token: target) { target, _ in action(target)() }
  }

  /// Adds a method of the main actor as the handler.
  public func addTarget<Target: AnyObject & Sendable, Event: MPRemoteCommandEvent>(
    _ target: Target, action: @escaping (Target) -> @MainActor (Event) -> MPRemoteCommandHandlerStatus
  ) {
    // The same function without its isolation, as `MainActor.assumeIsolated` makes it: handlers are called on the main
    // queue.
    let method = unsafeBitCast(action, to: ((Target) -> (Event) -> MPRemoteCommandHandlerStatus).self)
    add(token: target) { target, event in (event as? Event).map { method(target)($0) } ?? .commandFailed }
  }

  /// Adds a method of the main actor without a parameter as the handler.
  public func addTarget<Target: AnyObject & Sendable>(
    _ target: Target, action: @escaping (Target) -> @MainActor () -> MPRemoteCommandHandlerStatus
  ) {
    let method = unsafeBitCast(action, to: ((Target) -> () -> MPRemoteCommandHandlerStatus).self)
    add(token: target) { target, _ in method(target)() }
  }

  private func add<Object: AnyObject>(
    token object: Object, _ call: @escaping (Object, MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) {
    let target = Target(token: ObjectIdentifier(object)) { [weak object] event in
      object.map { call($0, event) } ?? .commandFailed
    }
    state.withLock { $0.targets.append(target) }
    NowPlayingPublisher.shared.commandsChanged()
  }

  /// Removes the handler of a token, or all handlers of a target with methods; nil removes all handlers.
  open func removeTarget(_ target: Any?) {
    let token = target.map { ObjectIdentifier($0 as AnyObject) }
    state.withLock { state in state.targets.removeAll { token == nil || $0.token == token } }
    NowPlayingPublisher.shared.commandsChanged()
  }

  /// Removes all methods of a target. There are no selectors, so `action` is always nil.
  public func removeTarget(_ target: Any, action: Never?) { removeTarget(target) }

  /// Whether the command is enabled and has a handler.
  package var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  /// Calls the handlers, on the main queue. Returns `commandFailed` if there are none.
  @MainActor package func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
    var status = MPRemoteCommandHandlerStatus.commandFailed
    for target in targets { status = target.handler(event) }
    return status
  }
}

/// A command that skips forward or backward by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex.

  /// The skip intervals in seconds; all are positive and finite.
  private let intervals = Mutex<[Double]>([10])

  /// The skip intervals in seconds; the first one is used. Values that are not positive are dropped.
  open var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let seconds = newValue.map(\.doubleValue).filter { $0.isFinite && $0 > 0 }
      intervals.withLock { $0 = seconds }
    }
  }
}

/// A command that seeks to a position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the playback rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  /// The supported rates; all are positive and finite. Empty if only normal speed is supported.
  private let rates = Mutex<[Double]>([])

  /// The rates that the program supports; the desktop offers the range between the lowest and the highest.
  open var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let values = newValue.map(\.doubleValue).filter { $0.isFinite && $0 > 0 }
      rates.withLock { $0 = values }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}

/// The repeat mode, with Apple's values.
public enum MPRepeatType: Int, Sendable {
  /// Nothing is repeated.
  case off = 0
  /// The current item is repeated.
  case one = 1
  /// The whole queue is repeated.
  case all = 2
}

/// The shuffle mode, with Apple's values.
public enum MPShuffleType: Int, Sendable {
  /// Items play in order.
  case off = 0
  /// Items are shuffled.
  case items = 1
  /// Collections such as albums are shuffled.
  case collections = 2
}

/// A command that changes the repeat mode.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex.

  /// The repeat mode that the program has set.
  private let current = Mutex(MPRepeatType.off)

  /// The current repeat mode, set by the program and shown by the desktop.
  open var currentRepeatType: MPRepeatType {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}

/// A command that changes the shuffle mode.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex.

  /// The shuffle mode that the program has set.
  private let current = Mutex(MPShuffleType.off)

  /// The current shuffle mode, set by the program and shown by the desktop.
  open var currentShuffleType: MPShuffleType {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}
