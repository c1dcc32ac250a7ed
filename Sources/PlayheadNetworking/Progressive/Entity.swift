/// The properties of a resource from its first response.
struct Entity: Sendable, Equatable {
  /// The ways in which the server delivers the bytes of a resource.
  enum Access: Sendable, Equatable {
    /// Any range can be requested.
    case ranges
    /// Only the whole resource can be requested.
    case whole
    /// Without an end, and without a beginning that could be requested: internet radio.
    case live
  }

  /// Determined by the first response; later ones may correct it.
  var access: Access
  /// The end: as the server declared it, until the end was reached.
  var size: Int64?
  /// The size that the server declares, even if wrong: a different declared size means a different resource.
  var declaredSize: Int64?
  /// The strong entity tag, otherwise the date of the last change.
  var validator: String?
  /// Bytes of audio between two titles, if the server interleaves titles.
  var titleInterval: Int?
  /// Whether the server permits storage on disk.
  var mayBeStored: Bool

  /// Derives the properties from the first response.
  init(_ head: HTTPResponseHead) {
    validator = head.validator
    mayBeStored = head.mayBeStored
    titleInterval = head["icy-metaint"].flatMap { Int($0) }
    if head.status == 206, let range = head.contentRange {
      access = .ranges
      size = range.total
    } else {
      // A server may ignore a range request (RFC 9110 §14.2) although it declares support.
      let isRadio = head.fields.keys.contains { $0.hasPrefix("icy-") } && head.contentLength == nil
      let acceptsRanges = head["accept-ranges"]?.lowercased() == "bytes" && head.contentLength != nil
      access = isRadio ? .live : acceptsRanges ? .ranges : .whole
      size = isRadio ? nil : head.contentLength
    }
    declaredSize = size
  }

  /// Whether another response describes the same version of the resource, as far as both declare it.
  func isSame(as other: Entity) -> Bool {
    if let mine = validator, let theirs = other.validator, mine != theirs { return false }
    if let mine = declaredSize, let theirs = other.declaredSize, mine != theirs { return false }
    return true
  }
}
