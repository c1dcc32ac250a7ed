/// What the first answer said of the resource.
struct Entity: Sendable, Equatable {
  enum Access: Sendable, Equatable {
    /// Any part can be asked for.
    case ranges
    /// Only from its beginning to its end.
    case whole
    /// It has no end, and no beginning that could be asked for: internet radio.
    case live
  }

  var access: Access
  /// Where it ends: what the server declared, until its end was reached.
  var size: Int64?
  /// The size that the server declares, right or wrong: another declared size is another resource.
  var declaredSize: Int64?
  /// The strong entity tag, else the date of the last change.
  var validator: String?
  /// Bytes of sound between two titles, where the server mixes titles in.
  var titleInterval: Int?
  /// Whether its server lets it be kept on disk.
  var mayBeKept: Bool

  /// `range` is whether one was asked for.
  init(_ head: HTTPResponseHead) {
    validator = head.validator
    mayBeKept = head.mayBeKept
    titleInterval = head["icy-metaint"].flatMap { Int($0) }
    if head.status == 206, let range = head.contentRange {
      access = .ranges
      size = range.total
    } else {
      // A server may leave out what it was asked (RFC 9110 §14.2) though it can do it, and says so.
      let isRadio = head.fields.keys.contains { $0.hasPrefix("icy-") } && head.contentLength == nil
      let acceptsRanges = head["accept-ranges"]?.lowercased() == "bytes" && head.contentLength != nil
      access = isRadio ? .live : acceptsRanges ? .ranges : .whole
      size = isRadio ? nil : head.contentLength
    }
    declaredSize = size
  }

  /// Whether another answer is about the same version of the same resource, as far as both tell.
  func isSame(as other: Entity) -> Bool {
    if let mine = validator, let theirs = other.validator, mine != theirs { return false }
    if let mine = declaredSize, let theirs = other.declaredSize, mine != theirs { return false }
    return true
  }
}
