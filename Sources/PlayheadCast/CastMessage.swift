import Foundation

/// A message of the Cast protocol, version 2: the protocol buffer `CastMessage` of Chromium's `cast_channel.proto`,
/// with JSON as its payload. On the connection, the size precedes it as 32 bits in network byte order.
package struct CastMessage: Sendable, Hashable {
  /// What a payload is about.
  package enum Namespace: String, Sendable {
    /// Virtual connections to the device and its applications.
    case connection = "urn:x-cast:com.google.cast.tp.connection"
    /// Signs of life.
    case heartbeat = "urn:x-cast:com.google.cast.tp.heartbeat"
    /// The device: its applications and its volume.
    case receiver = "urn:x-cast:com.google.cast.receiver"
    /// The media of an application.
    case media = "urn:x-cast:com.google.cast.media"
  }

  /// The sender's identifier.
  package var source: String
  /// The receiver's identifier.
  package var destination: String
  /// The namespace: one of `Namespace`, or another one of an application.
  package var namespace: String
  /// The payload.
  package var payload: String

  /// The size limit of a message in bytes, as in Chromium.
  package static let sizeLimit = 65536

  /// Creates a message.
  package init(from source: String, to destination: String, _ namespace: Namespace, payload: String) {
    (self.source, self.destination, self.payload) = (source, destination, payload)
    self.namespace = namespace.rawValue
  }

  // MARK: Encoding

  /// The message with its size, for the connection.
  package var framed: [UInt8] {
    // protocol_version = 1: CASTV2_1_0 is 0. payload_type = 5: a string is 0.
    var bytes: [UInt8] = [0x08, 0]
    let fields: [(UInt8, String)] = [(2, source), (3, destination), (4, namespace)]
    for (number, text) in fields { Self.append(text, number, to: &bytes) }
    bytes += [0x28, 0]
    Self.append(payload, 6, to: &bytes)
    return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
  }

  private static func append(_ text: String, _ number: UInt8, to bytes: inout [UInt8]) {
    bytes.append(number << 3 | 2)
    var length = text.utf8.count
    while length > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes += Array(text.utf8)
  }

  // MARK: Decoding

  /// Decodes a message without its size; nil if it is malformed, or has no text as its payload.
  package init?(_ bytes: [UInt8]) {
    var reader = FieldReader(rest: bytes[...])
    var texts: [UInt64: String] = [:]
    while !reader.rest.isEmpty {
      guard let key = reader.number() else { return nil }
      switch key & 7 {
      case 0: guard reader.number() != nil else { return nil }
      case 1: guard reader.take(8) != nil else { return nil }
      case 2:
        guard let length = reader.number(), let field = reader.take(length) else { return nil }
        guard [2, 3, 4, 6].contains(key >> 3) else { continue }
        guard let text = String(validating: field, as: UTF8.self) else { return nil }
        texts[key >> 3] = text
      case 5: guard reader.take(4) != nil else { return nil }
      default: return nil
      }
    }
    guard let source = texts[2], let destination = texts[3], let namespace = texts[4], let payload = texts[6] else {
      return nil
    }
    (self.source, self.destination, self.namespace, self.payload) = (source, destination, namespace, payload)
  }

  /// Reads the fields of a protocol buffer.
  private struct FieldReader {
    var rest: ArraySlice<UInt8>

    /// A variable-length number of at most ten bytes.
    mutating func number() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }

    mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
      guard count <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return rest.prefix(Int(count))
    }
  }
}

/// The received part of a connection, cut into messages.
package struct CastMessageStream: Sendable {
  private var bytes: [UInt8] = []

  /// Creates an empty stream.
  package init() {}

  /// Why a connection cannot be read any more.
  package enum Failure: Error { case malformed }

  /// Adds received bytes. Returns the messages that are complete; messages with binary payloads are dropped.
  package mutating func add(_ received: [UInt8]) throws(Failure) -> [CastMessage] {
    bytes += received
    var messages: [CastMessage] = []
    while bytes.count >= 4 {
      let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard size <= CastMessage.sizeLimit else { throw .malformed }
      guard bytes.count >= 4 + size else { break }
      if let message = CastMessage(Array(bytes[4..<(4 + size)])) { messages.append(message) }
      bytes.removeFirst(4 + size)
    }
    return messages
  }
}
