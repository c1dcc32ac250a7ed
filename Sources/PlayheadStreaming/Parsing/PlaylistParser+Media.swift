import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadNetworking

/// The tags of media playlists.
extension PlaylistParser {
  /// Parses a tag of media playlists.
  ///
  /// - Returns: False, and nothing changed, for other tags.
  /// - Throws: `mixedKinds` after a tag of multivariant playlists; `limitExceeded`; errors of variables.
  mutating func takeMedia(_ name: Substring, _ value: Substring) throws(PlaylistError) -> Bool {
    guard Self.mediaTags.contains(name) else { return false }
    try be(.media)
    switch name {
    case "#EXTINF": takeLength(value)
    case "#EXT-X-TARGETDURATION":
      // The specification requires whole seconds; some writers use `10.0`.
      guard let seconds = DecimalText.number(value), seconds >= 0, seconds < 1e6 else {
        warn("EXT-X-TARGETDURATION is no number")
        return true
      }
      media.targetDuration = Int(saturating: seconds.rounded(.up))
    case "#EXT-X-MEDIA-SEQUENCE":
      guard let number = DecimalText.integer(value), number < 1 << 53 else {
        warn("EXT-X-MEDIA-SEQUENCE is no number")
        return true
      }
      guard media.segments.isEmpty else {
        warn("EXT-X-MEDIA-SEQUENCE after the first segment")
        return true
      }
      media.mediaSequence = number
    case "#EXT-X-DISCONTINUITY-SEQUENCE":
      guard let number = DecimalText.integer(value), number < 1 << 53, media.segments.isEmpty else {
        warn("EXT-X-DISCONTINUITY-SEQUENCE is no number or comes too late")
        return true
      }
      media.discontinuitySequence = number
    case "#EXT-X-PLAYLIST-TYPE":
      media.kind = MediaPlaylist.Kind(rawValue: value.uppercased())
      if media.kind == nil { warn("an unknown type of playlist") }
    case "#EXT-X-ENDLIST": media.hasEnded = true
    case "#EXT-X-I-FRAMES-ONLY": media.isIFramesOnly = true
    case "#EXT-X-ALLOW-CACHE": media.allowsCache = value != "NO"
    case "#EXT-X-DATERANGE":
      addDateRange(try attributes(value))
      try check(media.dateRanges.count, ResourceLimits.dateRanges)
    default: try takeSegmentTag(name, value)
    }
    return true
  }

  /// The tags that mark a playlist as a media playlist.
  private static let mediaTags: Set<Substring> = [
    "#EXTINF", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE",
    "#EXT-X-PLAYLIST-TYPE", "#EXT-X-ENDLIST", "#EXT-X-I-FRAMES-ONLY", "#EXT-X-ALLOW-CACHE", "#EXT-X-DATERANGE",
    "#EXT-X-BYTERANGE", "#EXT-X-DISCONTINUITY", "#EXT-X-KEY", "#EXT-X-MAP", "#EXT-X-PROGRAM-DATE-TIME", "#EXT-X-GAP",
    "#EXT-X-BITRATE", "#EXT-X-PART", "#EXT-X-SERVER-CONTROL", "#EXT-X-PART-INF", "#EXT-X-SKIP", "#EXT-X-PRELOAD-HINT",
    "#EXT-X-RENDITION-REPORT",
  ]

  /// Parses a tag that applies to the following segments, or one of low latency.
  private mutating func takeSegmentTag(_ name: Substring, _ value: Substring) throws(PlaylistError) {
    switch name {
    case "#EXT-X-BYTERANGE":
      pending.byteRange = PendingSegment.byteRange(value)
      if pending.byteRange == nil { warn("EXT-X-BYTERANGE cannot be read") }
    case "#EXT-X-DISCONTINUITY":
      pending.isDiscontinuity = true
      pending.discontinuities += 1
    case "#EXT-X-KEY":
      takeKey(try attributes(value))
      try check(pending.keys.count, ResourceLimits.keys)
    case "#EXT-X-MAP": takeMap(try attributes(value))
    case "#EXT-X-PROGRAM-DATE-TIME":
      pending.date = DateText.date(String(value))
      if pending.date == nil { warn("EXT-X-PROGRAM-DATE-TIME cannot be read") }
    case "#EXT-X-GAP": pending.isGap = true
    case "#EXT-X-BITRATE": pending.bitrate = DecimalText.integer(value)
    default: try takeLowLatency(name, try attributes(value))
    }
  }

  /// Parses `seconds,title`. IPTV lists have attributes between the two.
  private mutating func takeLength(_ value: Substring) {
    let comma = value.utf8.firstIndex(of: UInt8(ascii: ","))
    let number = value[..<(comma ?? value.endIndex)].prefix { $0 != " " && $0 != "\t" }
    pending.duration = DecimalText.time(number)
    if pending.duration == nil { warn("EXTINF is no length of time") }
    let title = comma.map { value[value.utf8.index(after: $0)...].trimmed() } ?? ""
    pending.title = title.isEmpty ? nil : String(title)
  }

  /// Sets or removes keys for the following segments.
  private mutating func takeKey(_ list: AttributeList) {
    pending.hasSeenKeys = true
    guard list["METHOD"] != "NONE" else {
      pending.keys = []
      return
    }
    guard let key = key(list) else { return }
    // One key for each format; a new one replaces the old one (RFC 8216 §4.3.2.4).
    pending.keys.removeAll { $0.format == key.format }
    pending.keys.append(key)
  }

  /// Parses the attributes of a key tag; used for session keys too. Pads a short initialization vector to 16 bytes.
  ///
  /// - Returns: nil, with a warning, without `METHOD`. A key without URI is returned, with a warning.
  mutating func key(_ list: AttributeList) -> EncryptionKey? {
    guard let name = list["METHOD"] else {
      warn("a key without METHOD")
      return nil
    }
    let method: EncryptionKey.Method =
      switch name {
      case "AES-128": .aes128
      case "SAMPLE-AES": .sampleAES
      case "SAMPLE-AES-CTR": .sampleAESCTR
      default: .other(name)
      }
    if list["URI"] == nil { warn("a key without URI") }
    var vector = list.bytes("IV")
    if let given = vector {
      if given.count > 16 { warn("an IV of more than 128 bits") }
      vector = [UInt8](repeating: 0, count: max(0, 16 - given.count)) + given.suffix(16)
    }
    return EncryptionKey(
      method: method, uri: list["URI"], url: list["URI"].flatMap(resolve), initializationVector: vector,
      format: list["KEYFORMAT"] ?? EncryptionKey.identityFormat,
      formatVersions: list["KEYFORMATVERSIONS"].map { $0.split(separator: "/").compactMap(DecimalText.integer) } ?? [1],
      base: ReferenceBase(url))
  }

  /// Sets the initialization section of the following segments. The keys that precede the tag apply to it.
  private mutating func takeMap(_ list: AttributeList) {
    guard let uri = list["URI"] else { return warn("EXT-X-MAP without URI") }
    var range: ByteRange?
    if let text = list["BYTERANGE"] {
      if let parsed = PendingSegment.byteRange(text[...]) {
        range = ByteRange(offset: parsed.offset ?? 0, length: parsed.length)
      } else {
        warn("the BYTERANGE of EXT-X-MAP cannot be read")
      }
    }
    pending.map = InitializationSection(
      uri: uri, url: resolve(uri), byteRange: range, keys: pending.keys, base: ReferenceBase(url))
  }

  /// Adds a segment whose URI line was read, and clears the tags that applied to it alone.
  ///
  /// - Throws: `undefinedByteRange` if the offset of the range is unknown; `limitExceeded`.
  mutating func addSegment(_ uri: String) throws(PlaylistError) {
    var segment = makeSegment(uri)
    if let duration = pending.duration {
      segment.duration = duration
    } else {
      if !pending.isGap { warn("a segment without EXTINF") }
      segment.hasAssumedDuration = true
      segment.duration = CMTime(value: Int64(media.targetDuration ?? 0), timescale: 1)
    }
    if pending.title != nil { segment.title = pending.title }
    if let range = try byteRange(of: uri) { segment.byteRange = range }
    segment.isGap = pending.isGap
    if !pending.parts.isEmpty { segment.parts = pending.parts }
    media.segments.append(segment)
    try check(media.segments.count, ResourceLimits.segments)
    pending.resetSegment()
  }

  /// Creates a segment with the properties of the preceding tags.
  mutating func makeSegment(_ uri: String) -> MediaSegment {
    var segment = MediaSegment(uri: uri, shared: pending.shared(base: base))
    segment.mediaSequence = media.mediaSequence + pending.skipped + media.segments.count
    segment.discontinuitySequence = media.discontinuitySequence + pending.discontinuities
    segment.isDiscontinuity = pending.isDiscontinuity
    if pending.date != nil { segment.date = pending.date }
    return segment
  }

  /// The byte range of the next segment; nil for the whole resource. A range without an offset begins where the range
  /// of the preceding segment ends, if both have the same URI (RFC 8216 §4.3.2.2).
  private func byteRange(of uri: String) throws(PlaylistError) -> ByteRange? {
    guard let range = pending.byteRange else { return nil }
    if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
    guard let before = media.segments.last, before.uri == uri, let known = before.byteRange,
      !known.end.addingReportingOverflow(range.length).overflow
    else { throw .undefinedByteRange(line: line) }
    return ByteRange(offset: known.end, length: range.length)
  }
}
