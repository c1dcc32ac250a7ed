import Foundation

/// The application's options for all requests of one asset: fields, cookies, and user agent.
///
/// They may contain secrets, so they are sent to the host of the asset's own URL and to no other, wherever redirections
/// and playlists lead.
package struct RequestOptions: Sendable, Equatable {
  /// A header field.
  package struct Field: Sendable, Equatable {
    /// The name as it is sent, in any case.
    package var name: String
    /// The value as it is sent.
    package var value: String
    /// Creates a field; it is checked before it is sent (`sendable`).
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The header fields, in the order in which they are sent.
  package var fields: [Field]
  /// The application's own cookies, for the asset's host or for other domains.
  package var cookies: [HTTPCookieValue]
  /// The user agent instead of the client's default; nil for the default.
  package var userAgent: String?
  /// The delegate for URLs with custom schemes.
  package var delegate: (any ResourceDelegate)?
  /// The connection to the session that has the content keys of encrypted media; nil for none.
  package var contentKeys: ContentKeySource?
  /// The cache for fetched bytes; nil for none.
  package var cache: DiskCache?
  /// The CMCD configuration; nil: none is sent.
  package var clientData: CMCDSettings?
  /// The declared content of the resource; nil to detect it from the first bytes.
  package var content: ResourceContent?
  /// The document that references the asset, if neither the user nor the application did: an interstitial's.
  package var referrer: Referrer?
  /// The application's exceptions from the reference policy.
  package var permissions: ReferencePolicy.Permissions = []
  /// The networks that may be used.
  package var access = NetworkAccess()

  /// Seconds that playback waits for a lost network before it fails; nil for each reader's default.
  package var networkTimeout: Double?
  /// The opening that the requests belong to; nil for none. It does not affect requests and is ignored in comparisons.
  package var opening: OpeningBudget?

  /// Compares the delegate, the key source and the cache by identity.
  package static func == (a: Self, b: Self) -> Bool {
    a.fields == b.fields && a.cookies == b.cookies && a.userAgent == b.userAgent && a.delegate === b.delegate
      && a.contentKeys === b.contentKeys && a.content == b.content && a.cache === b.cache
      && a.clientData == b.clientData
      && a.networkTimeout == b.networkTimeout
      && a.referrer == b.referrer && a.permissions == b.permissions && a.access == b.access
  }

  /// The delegate that provides a URL; nil for standard schemes or without a delegate.
  func customSchemeDelegate(of url: URL) -> (any ResourceDelegate)? {
    guard let scheme = url.scheme?.lowercased(), !["http", "https", "file", "data"].contains(scheme),
      let delegate, delegate.answers
    else { return nil }
    return delegate
  }

  /// The reason why a document may not reference a URL; nil if it may.
  package func refusal(of url: URL, from referrer: Referrer?) -> ReferenceRefusal? {
    ReferencePolicy(permissions).refusal(of: url, from: referrer, hasDelegate: customSchemeDelegate(of: url) != nil)
  }

  /// The fields as a delegate sees them.
  var allFields: [Field] { fields + (userAgent.map { [Field("User-Agent", $0)] } ?? []) }

  /// Creates options without a delegate and a cache.
  package init(fields: [Field] = [], cookies: [HTTPCookieValue] = [], userAgent: String? = nil) {
    self.fields = fields
    self.cookies = cookies
    self.userAgent = userAgent
  }

  /// The fields that can be sent. A name must be a token and a value one line (RFC 9110 §5.1, §5.5): anything else
  /// would allow injecting fields. Fields that the transfer itself controls are excluded.
  var sendable: [Field] {
    fields.filter { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(Self.isTokenCharacter)
        && !field.value.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
        && !Self.reserved.contains(field.name.lowercased())
    }
  }

  /// The user agent as one line; nil if it is empty or has line breaks.
  var sendableUserAgent: String? {
    userAgent.flatMap { agent in
      agent.isEmpty || agent.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F } ? nil : agent
    }
  }

  /// The fields that the transfer itself controls, in lowercase.
  private static let reserved: Set<String> = [
    "range", "if-range", "host", "content-length", "transfer-encoding", "connection", "icy-metadata", "accept-encoding",
  ]

  /// Whether a byte is allowed in a token (RFC 9110 §5.6.2).
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
