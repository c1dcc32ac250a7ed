import Foundation

extension AVAudioSession {
  /// Posted when an interruption begins or ends. Never posted on Linux, where sound servers mix all audio.
  public class var interruptionNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionInterruptionNotification")
  }

  /// Posted on the main queue when a device was added or removed; `userInfo` has the reason and the previous route.
  public class var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }

  /// Posted on the main queue when the sound server is lost. Playback continues without audio.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }

  /// Posted on the main queue when the sound server is available again and audio has resumed.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }

  /// Posted on the main queue when another program begins or ends to play music, video or speech; `userInfo` has the
  /// type. It requires an active session, or a query of the hint.
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }

  /// Whether secondary audio had better be silent from now on.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// Other audio has ended.
    case end = 0
    /// Other audio has begun.
    case begin = 1
  }

  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Sendable {
    /// The interruption has ended.
    case ended = 0
    /// An interruption has begun.
    case began = 1
  }

  /// The actions recommended after an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// The raw value.
    public let rawValue: UInt
    /// Creates a value from its raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Playback can resume.
    public static var shouldResume: InterruptionOptions { InterruptionOptions(rawValue: 1) }
  }

  /// The reason for a route change.
  public enum RouteChangeReason: UInt, Sendable {
    /// The reason is unknown.
    case unknown = 0
    /// A device was added.
    case newDeviceAvailable = 1
    /// The device of the route was removed.
    case oldDeviceUnavailable = 2
    /// The category has changed.
    case categoryChange = 3
    /// Another device was selected.
    case override = 4
    /// The device woke from sleep.
    case wakeFromSleep = 6
    /// No route suits the category.
    case noSuitableRouteForCategory = 7
    /// The configuration of the route has changed.
    case routeConfigurationChange = 8
  }
}

/// The key of the `AVAudioSession.InterruptionType`, as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The key of the `AVAudioSession.InterruptionOptions`, as a number.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key of the `AVAudioSession.SilenceSecondaryAudioHintType`, as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// The key of the `AVAudioSession.RouteChangeReason`, as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The key of the `AVAudioSessionRouteDescription` before the change.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
