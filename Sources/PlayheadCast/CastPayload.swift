import Foundation

/// A JSON payload that has been received. Every member comes from outside and may have any type.
struct CastPayload {
  /// The object.
  private let members: [String: Any]

  /// Parses a payload; nil if it is no JSON object.
  init?(_ text: String) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)), let members = value as? [String: Any]
    else { return nil }
    self.members = members
  }

  private init(_ members: [String: Any]) { self.members = members }

  /// The type of the message.
  var type: String { text("type") ?? "" }
  /// The number of the request that the message answers; nil or 0 for other messages.
  var request: Int? { number("requestId").flatMap { Int(exactly: $0) } }

  func text(_ name: String) -> String? { members[name] as? String }
  func number(_ name: String) -> Double? {
    (members[name] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
  }
  func object(_ name: String) -> CastPayload? { (members[name] as? [String: Any]).map(CastPayload.init(_:)) }
  func objects(_ name: String) -> [CastPayload] {
    (members[name] as? [Any] ?? []).prefix(64).compactMap { ($0 as? [String: Any]).map(CastPayload.init(_:)) }
  }
}
