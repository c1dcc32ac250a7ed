import Foundation

extension DateRange {
  /// Creates a date range from the attributes of `EXT-X-DATERANGE`.
  ///
  /// - Parameter id: Its attribute `ID`.
  init(_ list: AttributeList, id: String) {
    self.init(
      id: id, classID: list["CLASS"], start: list["START-DATE"].flatMap(DateText.date), cue: list.list("CUE"),
      end: list["END-DATE"].flatMap(DateText.date), duration: list.number("DURATION"),
      plannedDuration: list.number("PLANNED-DURATION"), scte35: [:], endsOnNext: list.flag("END-ON-NEXT"),
      clientAttributes: [:])
    for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] { scte35[name] = list.bytes(name) }
    for (name, value) in list.values where name.hasPrefix("X-") { clientAttributes[name] = Self.value(value) }
  }

  /// Distinguishes the types of a client attribute: quoted text, a hexadecimal sequence, or a number. Other unquoted
  /// text is retained as text.
  private static func value(_ value: AttributeList.Value) -> DateRange.Value {
    guard case .plain(let text) = value else { return .text(value.text) }
    if let bytes = HexadecimalText.bytes(text) { return .bytes(bytes) }
    return DecimalText.number(text[...]).map { .number($0) } ?? .text(text)
  }

  /// Merges a further tag with the same identifier, which adds missing attributes (RFC 8216 §4.3.2.7).
  mutating func add(_ other: DateRange) {
    classID = classID ?? other.classID
    start = start ?? other.start
    if cue.isEmpty { cue = other.cue }
    end = end ?? other.end
    duration = duration ?? other.duration
    plannedDuration = plannedDuration ?? other.plannedDuration
    scte35.merge(other.scte35) { old, _ in old }
    endsOnNext = endsOnNext || other.endsOnNext
    clientAttributes.merge(other.clientAttributes) { old, _ in old }
  }
}
