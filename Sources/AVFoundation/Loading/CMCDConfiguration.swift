import Foundation
import PlayheadNetworking

/// Reports the player's state to servers with Common Media Client Data (CTA-5004): the value of
/// `AVURLAssetMediaClientDataKey`.
///
/// ```swift
/// let asset = AVURLAsset(url: address, options: [AVURLAssetMediaClientDataKey: CMCDConfiguration(.query)])
/// ```
///
/// Every request then carries the type, bit rate and duration of the requested object, the buffer length, the measured
/// throughput, and whether playback is waiting for it. It is sent to every server that media is loaded from.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public struct CMCDConfiguration: Sendable, Equatable {
  /// The transport of the data.
  public enum Transport: Sendable {
    /// In the `CMCD` query parameter.
    case query
    /// In the header fields `CMCD-Object`, `CMCD-Request` and `CMCD-Session`.
    case headers
  }

  /// The transport of the data.
  public var transport: Transport
  /// The content identifier, up to 64 ASCII characters; nil to omit it.
  public var contentIdentifier: String?
  /// The session identifier; nil for the asset's `httpSessionIdentifier`.
  public var sessionIdentifier: UUID?

  /// Creates a configuration with a transport.
  public init(_ transport: Transport, contentIdentifier: String? = nil, sessionIdentifier: UUID? = nil) {
    self.transport = transport
    self.contentIdentifier = contentIdentifier
    self.sessionIdentifier = sessionIdentifier
  }

  func settings(of session: UUID) -> CMCDSettings {
    CMCDSettings(
      mode: transport == .query ? .query : .fields, contentID: contentIdentifier,
      sessionID: (sessionIdentifier ?? session).uuidString)
  }
}

/// The configuration of Common Media Client Data: a `CMCDConfiguration`. Nothing is reported by default.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public let AVURLAssetMediaClientDataKey = "AVURLAssetMediaClientDataKey"
