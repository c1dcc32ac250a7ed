import PlayheadNetworking

/// A system that delivers content keys.
public struct AVContentKeySystem: RawRepresentable, Hashable, Sendable {
  /// The name of the system.
  public let rawValue: String
  /// Creates a system with a name. Sessions of unknown systems receive no requests of media.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// FairPlay Streaming. Not available on Linux: requests of such media reach the delegate, but no data for a key
  /// server can be created, and no response accepted.
  public static let fairPlayStreaming = AVContentKeySystem(rawValue: "AVContentKeySystemFairPlayStreaming")
  /// Keys that are delivered in the clear.
  public static let clearKey = AVContentKeySystem(rawValue: "AVContentKeySystemClearKey")
  /// Tokens that authorize playback. Not available on Linux: no media requests them.
  public static let authorizationToken = AVContentKeySystem(rawValue: "AVContentKeySystemAuthorizationToken")

  /// The system as the engine distinguishes it.
  var system: ContentKeyQuery.System {
    switch self {
    case .clearKey: .clear
    case .fairPlayStreaming: .fairPlay
    default: .other
    }
  }
}
