import Foundation

extension CMTimebase {
  /// Posted by a timebase when its rate in relation to the clock changed, also because its source's did.
  public static let effectiveRateChanged = NSNotification.Name(kCMTimebaseNotification_EffectiveRateChanged)

  /// Posted by a timebase when its time jumped, also because its source's did.
  public static let timeJumped = NSNotification.Name(kCMTimebaseNotification_TimeJumped)

  /// Keys in the user information of the notifications.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The key as a string.
    public let rawValue: String

    /// The key of a string.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The host time of the event, an `NSValue` with a time.
    public static let eventTime = NotificationKey(rawValue: kCMTimebaseNotificationKey_EventTime)
  }

  /// A timebase whose source this is; it is not kept alive.
  struct Dependent: @unchecked Sendable {
    // A weak reference is read atomically, and it is never assigned again: hence `Sendable`.
    private(set) weak var timebase: CMTimebase?
  }

  func add(dependent: CMTimebase) {
    dependents.withLock { list in
      list.removeAll { $0.timebase == nil }
      list.append(Dependent(timebase: dependent))
    }
  }

  func remove(dependent: CMTimebase) {
    dependents.withLock { $0.removeAll { $0.timebase == nil || $0.timebase === dependent } }
  }

  /// Posts for this timebase and for all that it moves, as far as they move.
  func post(_ name: NSNotification.Name) {
    let eventTime = NSValue(time: CMClock.hostTimeClock.time)
    NotificationCenter.default.post(
      name: name, object: self, userInfo: [NotificationKey.eventTime.rawValue: eventTime])
    for dependent in dependents.withLock({ $0 }).compactMap(\.timebase) where dependent.rate != 0 {
      dependent.post(name)
    }
  }
}

/// The name of `CMTimebase.effectiveRateChanged`.
public let kCMTimebaseNotification_EffectiveRateChanged: CFString = "kCMTimebaseNotification_EffectiveRateChanged"

/// The name of `CMTimebase.timeJumped`.
public let kCMTimebaseNotification_TimeJumped: CFString = "kCMTimebaseNotification_TimeJumped"

/// The key of the host time of the event, an `NSValue` with a time.
public let kCMTimebaseNotificationKey_EventTime: CFString = "EventTime"
