import Foundation

/// Decodes JSON (RFC 8259) from servers and files. The only user of `JSONDecoder`.
///
/// `JSONDecoder` of Swift 6.0 traps on object keys that are not valid text: bytes that are not UTF-8, half of a
/// surrogate pair, an unknown escape. `JSONSerialization` validates all keys and values first, and throws.
package enum ExternalJSON {
  /// Decodes a value of a type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    _ = try JSONSerialization.jsonObject(with: data)
    return try JSONDecoder().decode(type, from: data)
  }
}
