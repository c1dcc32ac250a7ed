import Foundation

/// What a program wants to be sent along with every request for one asset: fields, cookies, and who asks.
///
/// They may hold secrets, so they go to the host of the asset's own address and to no other, wherever redirections and
/// playlists lead.
package struct RequestOptions: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var fields: [Field]
  package var cookies: [HTTPCookieValue]
  package var userAgent: String?
  /// Who gives addresses with schemes that nothing here can read.
  package var delegate: (any ResourceDelegate)?
  /// Where what was fetched is kept for another time; nil: nowhere.
  package var cache: DiskCache?
  /// Whether and how servers are told what the player does; nil: not.
  package var clientData: ClientDataSettings?
  /// What the resource holds, for whoever knows better than its first bytes; nil: those tell.
  package var content: ResourceContent?
  /// The document that named the asset, where no user and no program did: an interstitial's.
  package var referrer: Referrer?
  /// What of the rules for references the program has lifted.
  package var permissions: ReferencePolicy.Permissions = []

  /// Seconds for which playing waits for a network that is lost before it fails; nil: as each reader does by itself.
  package var networkTimeout: Double?
  /// The opening that requests belong to; nil: none. It changes nothing of what is asked for, and does not count in comparisons.
  package var opening: OpeningBudget?

  package static func == (a: Self, b: Self) -> Bool {
    a.fields == b.fields && a.cookies == b.cookies && a.userAgent == b.userAgent && a.delegate === b.delegate
      && a.content == b.content && a.cache === b.cache && a.clientData == b.clientData
      && a.networkTimeout == b.networkTimeout
      && a.referrer == b.referrer && a.permissions == b.permissions
  }

  /// Who gives an address, if it is none that can be read here and there is somebody.
  func giver(of url: URL) -> (any ResourceDelegate)? {
    guard let scheme = url.scheme?.lowercased(), !["http", "https", "file", "data"].contains(scheme),
      let delegate, delegate.answers
    else { return nil }
    return delegate
  }

  /// Why an address may not be asked for on the word of a document; nil if it may.
  package func refusal(of url: URL, from referrer: Referrer?) -> ReferenceRefusal? {
    ReferencePolicy(permissions).refusal(of: url, from: referrer, hasDelegate: giver(of: url) != nil)
  }

  /// The fields as a program that answers by itself sees them.
  var allFields: [Field] { fields + (userAgent.map { [Field("User-Agent", $0)] } ?? []) }

  package init(fields: [Field] = [], cookies: [HTTPCookieValue] = [], userAgent: String? = nil) {
    self.fields = fields
    self.cookies = cookies
    self.userAgent = userAgent
  }

  /// The fields that can be sent. A name must be a token and a value one line (RFC 9110 §5.1, §5.5): anything else
  /// would let a value smuggle in fields of its own. Fields that belong to the transfer itself are not the program's to
  /// set.
  var sendable: [Field] {
    fields.filter { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(Self.isTokenCharacter)
        && !field.value.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
        && !Self.reserved.contains(field.name.lowercased())
    }
  }

  /// Who asks, as one line; nil for what would be two, or nothing.
  var sendableUserAgent: String? {
    userAgent.flatMap { agent in
      agent.isEmpty || agent.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F } ? nil : agent
    }
  }

  private static let reserved: Set<String> = [
    "range", "if-range", "host", "content-length", "transfer-encoding", "connection", "icy-metadata", "accept-encoding",
  ]

  /// RFC 9110 §5.6.2.
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
