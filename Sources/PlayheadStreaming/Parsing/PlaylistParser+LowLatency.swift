import CoreMedia
import Foundation
import PlayheadBasics

/// The second edition's tags for low latency, and date ranges.
extension PlaylistParser {
  /// Parses a tag of low latency; ignores other tags.
  ///
  /// - Parameters:
  ///   - name: The tag with its `#`.
  ///   - list: Its attributes, with variables substituted.
  /// - Throws: `limitExceeded` if the playlist has too many tags of this kind.
  mutating func takeLowLatency(_ name: Substring, _ list: AttributeList) throws(PlaylistError) {
    switch name {
    case "#EXT-X-PART":
      addPart(list)
      partCount += 1
      try check(partCount, ResourceLimits.parts)
    case "#EXT-X-PART-INF": media.partTarget = length(list, "PART-TARGET", above: 0)
    case "#EXT-X-SERVER-CONTROL":
      media.serverControl.canSkipUntil = length(list, "CAN-SKIP-UNTIL")
      media.serverControl.canSkipDateRanges = list.flag("CAN-SKIP-DATERANGES")
      media.serverControl.holdBack = length(list, "HOLD-BACK")
      media.serverControl.partHoldBack = length(list, "PART-HOLD-BACK")
      media.serverControl.canBlockReload = list.flag("CAN-BLOCK-RELOAD")
    case "#EXT-X-SKIP":
      guard let count = list.integer("SKIPPED-SEGMENTS"), count < 1 << 40 else {
        return warn("EXT-X-SKIP without SKIPPED-SEGMENTS")
      }
      let removed = list["RECENTLY-REMOVED-DATERANGES"].map { $0.split(separator: "\t").map(String.init) } ?? []
      media.skip = MediaPlaylist.Skip(segmentCount: count, removedDateRanges: removed)
      pending.skipped = count
    case "#EXT-X-PRELOAD-HINT":
      guard let uri = list["URI"], let type = list["TYPE"] else {
        return warn("EXT-X-PRELOAD-HINT without URI or TYPE")
      }
      let kind: PreloadHint.Kind = type == "PART" ? .part : type == "MAP" ? .map : .other(type)
      media.preloadHints.append(
        PreloadHint(
          kind: kind, uri: uri, url: resolve(uri), start: Int64(list.integer("BYTERANGE-START") ?? 0),
          length: list.integer("BYTERANGE-LENGTH").map(Int64.init)))
      try check(media.preloadHints.count, ResourceLimits.otherTags)
    case "#EXT-X-RENDITION-REPORT":
      guard let uri = list["URI"] else { return warn("EXT-X-RENDITION-REPORT without URI") }
      media.renditionReports.append(
        RenditionReport(
          uri: uri, url: resolve(uri), lastMediaSequence: list.integer("LAST-MSN"), lastPart: list.integer("LAST-PART"))
      )
      try check(media.renditionReports.count, ResourceLimits.otherTags)
    default: break
    }
  }

  /// Seconds; nil, with a warning, if the value is implausible for a live stream.
  private mutating func length(_ list: AttributeList, _ name: String, above least: Double = -1) -> Double? {
    guard list[name] != nil else { return nil }
    guard let seconds = list.number(name), seconds >= 0, seconds > least, seconds <= Self.longestControl else {
      warn("\(name) is not a valid duration")
      return nil
    }
    return seconds
  }
  /// One day.
  private static let longestControl = 86_400.0

  /// Adds a part to the pending segment. A part that cannot be located is left out with a warning: whole segments
  /// remain playable.
  private mutating func addPart(_ list: AttributeList) {
    guard let uri = list["URI"], let duration = list["DURATION"].flatMap({ DecimalText.time($0[...]) }) else {
      return warn("EXT-X-PART without URI or DURATION")
    }
    var range: ByteRange?
    if let text = list["BYTERANGE"] {
      guard let parsed = PendingSegment.byteRange(text[...]) else {
        return warn("the BYTERANGE of a part cannot be read")
      }
      let before = pending.parts.last ?? media.segments.last?.parts.last
      let follows = before.flatMap { $0.uri == uri ? $0.byteRange?.end : nil }
      // The start is unknown; clients that play complete segments are not affected.
      guard let offset = parsed.offset ?? follows else { return warn("the BYTERANGE of a part has no beginning") }
      range = ByteRange(offset: offset, length: parsed.length)
    }
    pending.parts.append(
      PartialSegment(
        uri: uri, url: resolve(uri), duration: duration, byteRange: range, isIndependent: list.flag("INDEPENDENT"),
        isGap: list.flag("GAP")))
  }

  /// Adds a date range, or merges it with the known one of the same identifier.
  mutating func addDateRange(_ list: AttributeList) {
    guard let id = list["ID"] else { return warn("EXT-X-DATERANGE without ID") }
    var range = DateRange(
      id: id, classID: list["CLASS"], start: list["START-DATE"].flatMap(DateText.date), cue: list.list("CUE"),
      end: list["END-DATE"].flatMap(DateText.date), duration: list.number("DURATION"),
      plannedDuration: list.number("PLANNED-DURATION"), scte35: [:], endsOnNext: list.flag("END-ON-NEXT"),
      clientAttributes: [:])
    for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] { range.scte35[name] = list.bytes(name) }
    for (name, value) in list.values where name.hasPrefix("X-") {
      range.clientAttributes[name] = Self.value(value)
    }
    guard let index = media.dateRanges.firstIndex(where: { $0.id == id }) else {
      if range.start == nil { warn("EXT-X-DATERANGE without START-DATE") }
      media.dateRanges.append(range)
      return
    }
    media.dateRanges[index].add(range)
  }

  /// Distinguishes the types of a client attribute: quoted text, a hexadecimal sequence, or a number. Other unquoted
  /// text is retained as text.
  private static func value(_ value: AttributeList.Value) -> DateRange.Value {
    guard case .plain(let text) = value else { return .text(value.text) }
    if let bytes = HexadecimalText.bytes(text) { return .bytes(bytes) }
    return DecimalText.number(text[...]).map { .number($0) } ?? .text(text)
  }
}

extension DateRange {
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
