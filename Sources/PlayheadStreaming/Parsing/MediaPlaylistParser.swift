import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadNetworking

/// Parses the tags and URIs of a media playlist. Pure.
struct MediaPlaylistParser {
  /// The result.
  private var media = MediaPlaylist()
  /// The tags read since the last segment, and those that continue to apply.
  private var pending = PendingSegment()
  /// The number of parts in the whole playlist, limited by `ResourceLimits.parts`.
  private var partCount = 0
  /// The URL of the playlist without its query, which does not affect relative references (RFC 3986 §5.2.2): a live
  /// playlist requested with other directives (`_HLS_skip`) is the same.
  private let base: URL?

  /// Creates a parser before the first tag.
  ///
  /// - Parameter url: The URL of the playlist after redirections; nil for text without a location.
  init(url: URL?) { base = url.map(Self.withoutQuery) }

  /// Removes the query; the URL itself if it cannot be decomposed.
  private static func withoutQuery(_ url: URL) -> URL {
    guard url.query() != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    parts.percentEncodedQuery = nil
    return parts.url ?? url
  }

  /// The playlist. Parts without a segment URI become the incomplete segment.
  mutating func finish(_ head: PlaylistHeadParser) -> MediaPlaylist {
    if !pending.parts.isEmpty {
      var open = makeSegment("")
      open.parts = pending.parts
      open.duration = pending.parts.reduce(.zero) { $0 + $1.duration }
      media.openSegment = open
    }
    media.head = head.result
    media.url = head.url
    return media
  }

  /// Parses a tag of media playlists. Other tags are ignored.
  ///
  /// - Parameter head: The tags of both kinds, which substitutes variables and takes warnings.
  /// - Throws: `limitExceeded`, or an error of variables.
  mutating func take(_ name: Substring, _ value: Substring, _ head: inout PlaylistHeadParser) throws(PlaylistError) {
    switch name {
    case "#EXTINF": takeLength(value, &head)
    case "#EXT-X-TARGETDURATION":
      // The specification requires whole seconds; some writers use `10.0`.
      guard let seconds = DecimalText.number(value), seconds >= 0, seconds < 1e6 else {
        head.warn("EXT-X-TARGETDURATION is no number")
        return
      }
      media.targetDuration = Int(saturating: seconds.rounded(.up))
    case "#EXT-X-MEDIA-SEQUENCE":
      guard let number = DecimalText.integer(value), number < 1 << 53 else {
        head.warn("EXT-X-MEDIA-SEQUENCE is no number")
        return
      }
      guard media.segments.isEmpty else {
        head.warn("EXT-X-MEDIA-SEQUENCE after the first segment")
        return
      }
      media.mediaSequence = number
    case "#EXT-X-DISCONTINUITY-SEQUENCE":
      guard let number = DecimalText.integer(value), number < 1 << 53, media.segments.isEmpty else {
        head.warn("EXT-X-DISCONTINUITY-SEQUENCE is no number or comes too late")
        return
      }
      media.discontinuitySequence = number
    case "#EXT-X-PLAYLIST-TYPE":
      media.kind = MediaPlaylist.Kind(rawValue: value.uppercased())
      if media.kind == nil { head.warn("an unknown type of playlist") }
    case "#EXT-X-ENDLIST": media.hasEnded = true
    case "#EXT-X-I-FRAMES-ONLY": media.isIFramesOnly = true
    case "#EXT-X-ALLOW-CACHE": media.allowsCache = value != "NO"
    case "#EXT-X-DATERANGE":
      addDateRange(try head.attributes(value), &head)
      try ResourceLimits.dateRanges.check(media.dateRanges.count)
    default: try takeSegmentTag(name, value, &head)
    }
  }

  /// The tags that mark a playlist as a media playlist.
  static let tags: Set<Substring> = [
    "#EXTINF", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE",
    "#EXT-X-PLAYLIST-TYPE", "#EXT-X-ENDLIST", "#EXT-X-I-FRAMES-ONLY", "#EXT-X-ALLOW-CACHE", "#EXT-X-DATERANGE",
    "#EXT-X-BYTERANGE", "#EXT-X-DISCONTINUITY", "#EXT-X-KEY", "#EXT-X-MAP", "#EXT-X-PROGRAM-DATE-TIME", "#EXT-X-GAP",
    "#EXT-X-BITRATE", "#EXT-X-PART", "#EXT-X-SERVER-CONTROL", "#EXT-X-PART-INF", "#EXT-X-SKIP", "#EXT-X-PRELOAD-HINT",
    "#EXT-X-RENDITION-REPORT",
  ]

  /// Parses a tag that applies to the following segments, or one of low latency.
  private mutating func takeSegmentTag(
    _ name: Substring, _ value: Substring, _ head: inout PlaylistHeadParser
  ) throws(PlaylistError) {
    switch name {
    case "#EXT-X-BYTERANGE":
      pending.byteRange = PendingSegment.byteRange(value)
      if pending.byteRange == nil { head.warn("EXT-X-BYTERANGE cannot be read") }
    case "#EXT-X-DISCONTINUITY":
      pending.isDiscontinuity = true
      pending.discontinuities += 1
    case "#EXT-X-KEY":
      takeKey(try head.attributes(value), &head)
      try ResourceLimits.keys.check(pending.keys.count)
    case "#EXT-X-MAP": takeMap(try head.attributes(value), &head)
    case "#EXT-X-PROGRAM-DATE-TIME":
      pending.date = DateText.date(String(value))
      if pending.date == nil { head.warn("EXT-X-PROGRAM-DATE-TIME cannot be read") }
    case "#EXT-X-GAP": pending.isGap = true
    case "#EXT-X-BITRATE": pending.bitrate = DecimalText.integer(value)
    default: try takeLowLatency(name, try head.attributes(value), &head)
    }
  }

  /// Parses `seconds,title`. IPTV lists have attributes between the two.
  private mutating func takeLength(_ value: Substring, _ head: inout PlaylistHeadParser) {
    let comma = value.utf8.firstIndex(of: UInt8(ascii: ","))
    let number = value[..<(comma ?? value.endIndex)].prefix { $0 != " " && $0 != "\t" }
    pending.duration = DecimalText.time(number)
    if pending.duration == nil { head.warn("EXTINF is no length of time") }
    let title = comma.map { value[value.utf8.index(after: $0)...].trimmed() } ?? ""
    pending.title = title.isEmpty ? nil : String(title)
  }

  /// Sets or removes keys for the following segments.
  private mutating func takeKey(_ list: AttributeList, _ head: inout PlaylistHeadParser) {
    pending.hasSeenKeys = true
    guard list["METHOD"] != "NONE" else {
      pending.keys = []
      return
    }
    guard let key = head.key(list) else { return }
    // One key for each format; a new one replaces the old one (RFC 8216 §4.3.2.4).
    pending.keys.removeAll { $0.format == key.format }
    pending.keys.append(key)
  }

  /// Sets the initialization section of the following segments. The keys that precede the tag apply to it.
  private mutating func takeMap(_ list: AttributeList, _ head: inout PlaylistHeadParser) {
    guard let uri = list["URI"] else { return head.warn("EXT-X-MAP without URI") }
    var range: ByteRange?
    if let text = list["BYTERANGE"] {
      if let parsed = PendingSegment.byteRange(text[...]) {
        range = ByteRange(offset: parsed.offset ?? 0, length: parsed.length)
      } else {
        head.warn("the BYTERANGE of EXT-X-MAP cannot be read")
      }
    }
    pending.map = InitializationSection(
      uri: uri, url: head.resolve(uri), byteRange: range, keys: pending.keys, base: ReferenceBase(head.url))
  }

  /// Adds a segment whose URI line was read, and clears the tags that applied to it alone.
  ///
  /// - Throws: `undefinedByteRange` if the offset of the range is unknown; `limitExceeded`.
  mutating func addSegment(_ uri: String, _ head: inout PlaylistHeadParser) throws(PlaylistError) {
    var segment = makeSegment(uri)
    if let duration = pending.duration {
      segment.duration = duration
    } else {
      if !pending.isGap { head.warn("a segment without EXTINF") }
      segment.hasAssumedDuration = true
      segment.duration = CMTime(value: Int64(media.targetDuration ?? 0), timescale: 1)
    }
    if pending.title != nil { segment.title = pending.title }
    if let range = try byteRange(of: uri, line: head.line) { segment.byteRange = range }
    segment.isGap = pending.isGap
    if !pending.parts.isEmpty { segment.parts = pending.parts }
    media.segments.append(segment)
    try ResourceLimits.segments.check(media.segments.count)
    pending.resetSegment()
  }

  /// Creates a segment with the properties of the preceding tags.
  private mutating func makeSegment(_ uri: String) -> MediaSegment {
    var segment = MediaSegment(uri: uri, shared: pending.shared(base: base))
    segment.mediaSequence = media.mediaSequence + pending.skipped + media.segments.count
    segment.discontinuitySequence = media.discontinuitySequence + pending.discontinuities
    segment.isDiscontinuity = pending.isDiscontinuity
    if pending.date != nil { segment.date = pending.date }
    return segment
  }

  /// The byte range of the next segment; nil for the whole resource. A range without an offset begins where the range
  /// of the preceding segment ends, if both have the same URI (RFC 8216 §4.3.2.2).
  private func byteRange(of uri: String, line: Int) throws(PlaylistError) -> ByteRange? {
    guard let range = pending.byteRange else { return nil }
    if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
    guard let before = media.segments.last, before.uri == uri, let known = before.byteRange,
      !known.end.addingReportingOverflow(range.length).overflow
    else { throw .undefinedByteRange(line: line) }
    return ByteRange(offset: known.end, length: range.length)
  }

  /// Adds a date range, or merges it with the known one of the same identifier.
  private mutating func addDateRange(_ list: AttributeList, _ head: inout PlaylistHeadParser) {
    guard let id = list["ID"] else { return head.warn("EXT-X-DATERANGE without ID") }
    let range = DateRange(list, id: id)
    guard let index = media.dateRanges.firstIndex(where: { $0.id == id }) else {
      if range.start == nil { head.warn("EXT-X-DATERANGE without START-DATE") }
      media.dateRanges.append(range)
      return
    }
    media.dateRanges[index].add(range)
  }

  // MARK: Low latency

  /// Parses a tag of low latency; ignores other tags.
  ///
  /// - Parameters:
  ///   - name: The tag with its `#`.
  ///   - list: Its attributes, with variables substituted.
  /// - Throws: `limitExceeded` if the playlist has too many tags of this kind.
  private mutating func takeLowLatency(
    _ name: Substring, _ list: AttributeList, _ head: inout PlaylistHeadParser
  ) throws(PlaylistError) {
    switch name {
    case "#EXT-X-PART":
      addPart(list, &head)
      partCount += 1
      try ResourceLimits.parts.check(partCount)
    case "#EXT-X-PART-INF": media.partTarget = length(list, "PART-TARGET", above: 0, &head)
    case "#EXT-X-SERVER-CONTROL":
      media.serverControl.canSkipUntil = length(list, "CAN-SKIP-UNTIL", &head)
      media.serverControl.canSkipDateRanges = list.flag("CAN-SKIP-DATERANGES")
      media.serverControl.holdBack = length(list, "HOLD-BACK", &head)
      media.serverControl.partHoldBack = length(list, "PART-HOLD-BACK", &head)
      media.serverControl.canBlockReload = list.flag("CAN-BLOCK-RELOAD")
    case "#EXT-X-SKIP":
      guard let count = list.integer("SKIPPED-SEGMENTS"), count < 1 << 40 else {
        return head.warn("EXT-X-SKIP without SKIPPED-SEGMENTS")
      }
      let removed = list["RECENTLY-REMOVED-DATERANGES"].map { $0.split(separator: "\t").map(String.init) } ?? []
      media.skip = MediaPlaylist.Skip(segmentCount: count, removedDateRanges: removed)
      pending.skipped = count
    case "#EXT-X-PRELOAD-HINT":
      guard let uri = list["URI"], let type = list["TYPE"] else {
        return head.warn("EXT-X-PRELOAD-HINT without URI or TYPE")
      }
      let kind: PreloadHint.Kind = type == "PART" ? .part : type == "MAP" ? .map : .other(type)
      media.preloadHints.append(
        PreloadHint(
          kind: kind, uri: uri, url: head.resolve(uri), start: Int64(list.integer("BYTERANGE-START") ?? 0),
          length: list.integer("BYTERANGE-LENGTH").map(Int64.init)))
      try ResourceLimits.otherTags.check(media.preloadHints.count)
    case "#EXT-X-RENDITION-REPORT":
      guard let uri = list["URI"] else { return head.warn("EXT-X-RENDITION-REPORT without URI") }
      media.renditionReports.append(
        RenditionReport(
          uri: uri, url: head.resolve(uri), lastMediaSequence: list.integer("LAST-MSN"),
          lastPart: list.integer("LAST-PART"))
      )
      try ResourceLimits.otherTags.check(media.renditionReports.count)
    default: break
    }
  }

  /// Seconds; nil, with a warning, if the value is implausible for a live stream.
  private func length(
    _ list: AttributeList, _ name: String, above least: Double = -1, _ head: inout PlaylistHeadParser
  ) -> Double? {
    guard list[name] != nil else { return nil }
    guard let seconds = list.number(name), seconds >= 0, seconds > least, seconds <= Self.longestControl else {
      head.warn("\(name) is not a valid duration")
      return nil
    }
    return seconds
  }
  /// One day.
  private static let longestControl = 86_400.0

  /// Adds a part to the pending segment. A part that cannot be located is left out with a warning: whole segments
  /// remain playable.
  private mutating func addPart(_ list: AttributeList, _ head: inout PlaylistHeadParser) {
    guard let uri = list["URI"], let duration = list["DURATION"].flatMap({ DecimalText.time($0[...]) }) else {
      return head.warn("EXT-X-PART without URI or DURATION")
    }
    var range: ByteRange?
    if let text = list["BYTERANGE"] {
      guard let parsed = PendingSegment.byteRange(text[...]) else {
        return head.warn("the BYTERANGE of a part cannot be read")
      }
      let before = pending.parts.last ?? media.segments.last?.parts.last
      let follows = before.flatMap { $0.uri == uri ? $0.byteRange?.end : nil }
      // The start is unknown; clients that play complete segments are not affected.
      guard let offset = parsed.offset ?? follows else { return head.warn("the BYTERANGE of a part has no beginning") }
      range = ByteRange(offset: offset, length: parsed.length)
    }
    pending.parts.append(
      PartialSegment(
        uri: uri, url: head.resolve(uri), duration: duration, byteRange: range, isIndependent: list.flag("INDEPENDENT"),
        isGap: list.flag("GAP")))
  }
}
