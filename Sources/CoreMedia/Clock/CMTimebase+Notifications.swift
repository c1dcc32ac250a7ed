import Foundation
import Synchronization

extension CMTimebase {
  /// Posted by a timebase when its effective rate changed, also because of its source.
  public static let effectiveRateChanged = NSNotification.Name(kCMTimebaseNotification_EffectiveRateChanged)

  /// Posted by a timebase when its time jumped, also because of its source.
  public static let timeJumped = NSNotification.Name(kCMTimebaseNotification_TimeJumped)

  /// The keys in the user information of the notifications.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The key as a string.
    public let rawValue: String

    /// Creates a key from a string.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The host time of the event: an `NSValue` with a `CMTime`.
    public static let eventTime = NotificationKey(rawValue: kCMTimebaseNotificationKey_EventTime)
  }

  /// A timebase that has this one as its source; referenced weakly.
  struct Dependent: @unchecked Sendable {
    // `Sendable`: a weak reference is read atomically, and it is never assigned again.
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

  /// Posts a notification for this timebase and for all running timebases that depend on it.
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

/// The key of the host time of the event: an `NSValue` with a `CMTime`.
public let kCMTimebaseNotificationKey_EventTime: CFString = "EventTime"
