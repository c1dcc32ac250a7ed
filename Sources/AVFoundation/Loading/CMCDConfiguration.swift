import Foundation
import PlayheadNetworking

/// That servers are to be told what the player does: Common Media Client Data (CTA-5004), with the value of
/// `AVURLAssetMediaClientDataKey`.
///
/// ```swift
/// let asset = AVURLAsset(url: address, options: [AVURLAssetMediaClientDataKey: CMCDConfiguration(.query)])
/// ```
///
/// Every request then says what it is for: kind, bit rate and length of what is asked, seconds at hand, the measured speed, whether
/// somebody waits for it. It goes to every server that media is fetched from.
///
/// - Note: Not in Apple's API.
public struct CMCDConfiguration: Sendable, Equatable {
  /// How it goes along.
  public enum Transport: Sendable {
    /// As `CMCD` in the query of the address.
    case query
    /// As fields `CMCD-Object`, `CMCD-Request` and `CMCD-Session`.
    case headers
  }

  /// How it goes along.
  public var transport: Transport
  /// Which content it is; nil: nothing is told of that. Up to 64 characters of ASCII.
  public var contentIdentifier: String?
  /// Which playing of it; nil: the asset's `httpSessionIdentifier`.
  public var sessionIdentifier: UUID?

  /// Tells it in one of two ways.
  public init(_ transport: Transport, contentIdentifier: String? = nil, sessionIdentifier: UUID? = nil) {
    self.transport = transport
    self.contentIdentifier = contentIdentifier
    self.sessionIdentifier = sessionIdentifier
  }

  func settings(of session: UUID) -> ClientDataSettings {
    ClientDataSettings(
      mode: transport == .query ? .query : .fields, contentID: contentIdentifier,
      sessionID: (sessionIdentifier ?? session).uuidString)
  }
}

/// What servers are told of the player: a `CMCDConfiguration`. Without it nothing.
///
/// - Note: Not in Apple's API.
public let AVURLAssetMediaClientDataKey = "AVURLAssetMediaClientDataKey"
