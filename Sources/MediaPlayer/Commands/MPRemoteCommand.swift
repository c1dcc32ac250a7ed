import Foundation
import Synchronization

/// What became of a command.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  case success = 0
  case noSuchContent = 100
  case noActionableNowPlayingItem = 110
  case deviceNotFound = 120
  case commandFailed = 200
}

/// Something that keyboards, headphones and the desktop can ask of the program.
///
/// The desktop is told that the program takes it while it has a target and is enabled. May be used from any thread; handlers are
/// called on the main queue.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  // Sendable: what changes is behind the mutex. Handlers are called on the main queue only.
  private struct Target: @unchecked Sendable {
    // Sendable: constants; the handler is called on the main queue only.
    let token: NSObject
    let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  }

  private struct State: Sendable {
    var isEnabled = true
    var targets: [Target] = []
  }

  private let state = Mutex(State())

  /// A command of the program's own. What the desktop can ask for are those of `MPRemoteCommandCenter`.
  public override init() { super.init() }

  /// Whether the program takes the command now. True at first.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }

  /// Adds a handler. Several are called one after the other; the last answer counts.
  ///
  /// - Returns: What `removeTarget(_:)` takes it away with.
  @discardableResult
  open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
    let target = Target(token: NSObject(), handler: handler)
    state.withLock { $0.targets.append(target) }
    NowPlayingPublisher.shared.commandsChanged()
    return target.token
  }

  /// Takes a handler away; nil: all of them.
  open func removeTarget(_ target: Any?) {
    let token = (target as? NSObject).map { ObjectIdentifier($0) }
    let isAll = target == nil
    state.withLock { state in state.targets.removeAll { isAll || ObjectIdentifier($0.token) == token } }
    NowPlayingPublisher.shared.commandsChanged()
  }

  /// Whether somebody would do it.
  package var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  /// Has it done, on the main queue. `commandFailed` where nobody would.
  @MainActor package func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
    var status = MPRemoteCommandHandlerStatus.commandFailed
    for target in targets { status = target.handler(event) }
    return status
  }
}

/// A command that goes on or back by some seconds.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  private let intervals = Mutex<[Double]>([10])

  /// By how many seconds, the first one counts.
  open var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let seconds = newValue.map(\.doubleValue).filter { $0.isFinite && $0 > 0 }
      intervals.withLock { $0 = seconds }
    }
  }
}

/// The command that goes to a moment.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// The command that changes the speed.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  private let rates = Mutex<[Double]>([])

  /// The speeds that the program can play with; the desktop offers what lies between the least and the greatest.
  open var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let values = newValue.map(\.doubleValue).filter { $0.isFinite && $0 > 0 }
      rates.withLock { $0 = values }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}

/// What is played again.
public enum MPRepeatType: Int, Sendable {
  case off = 0
  case one = 1
  case all = 2
}

/// What is played in random order.
public enum MPShuffleType: Int, Sendable {
  case off = 0
  case items = 1
  case collections = 2
}

/// The command that changes what is played again.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let current = Mutex(MPRepeatType.off)

  /// What is played again now: the program says it, the desktop shows it.
  open var currentRepeatType: MPRepeatType {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}

/// The command that changes the order.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let current = Mutex(MPShuffleType.off)

  /// What is in random order now: the program says it, the desktop shows it.
  open var currentShuffleType: MPShuffleType {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}
