import Foundation

/// Decodes JSON (RFC 8259) that comes from a server or a file. It is the only place that uses `JSONDecoder`.
///
/// `JSONDecoder` of Swift 6.0 ends the program at an object's name that is no text: bytes that are not UTF-8, half of a surrogate pair,
/// an unknown escape. `JSONSerialization` reads all names and values as text first, and throws.
package enum ExternalJSON {
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    _ = try JSONSerialization.jsonObject(with: data)
    return try JSONDecoder().decode(type, from: data)
  }
}
