import Foundation

extension AVAudioSession {
  /// Something else needed the device, or gives it back. Linux's sound servers mix: it is never posted there.
  public class var interruptionNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionInterruptionNotification")
  }

  /// A device came or went. Posted on the main queue; `userInfo` has the reason and the route before.
  public class var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }

  /// The sound server went away. Players go on unheard. Posted on the main queue.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }

  /// The sound server is there again, and players are heard again. Posted on the main queue.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }

  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Sendable {
    case ended = 0
    case began = 1
  }

  /// What a program may do after an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var shouldResume: InterruptionOptions { InterruptionOptions(rawValue: 1) }
  }

  /// Why the route is another one.
  public enum RouteChangeReason: UInt, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
  }
}

/// The `AVAudioSession.InterruptionType`, as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The `AVAudioSession.InterruptionOptions`, as a number.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The `AVAudioSession.RouteChangeReason`, as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The `AVAudioSessionRouteDescription` before the change.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
