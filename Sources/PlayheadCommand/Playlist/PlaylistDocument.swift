import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming

/// The output of `playhead playlist --json`. Undeclared values are omitted.
enum PlaylistDocument {
  /// The complete document of either kind of playlist.
  static func json(_ playlist: StreamingPlaylist) -> JSONValue {
    switch playlist {
    case .multivariant(let playlist): json(playlist)
    case .media(let playlist): json(playlist)
    }
  }

  /// An object without the members whose value is nil.
  private static func object(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    .object(pairs.compactMap { name, value in value.map { (name, $0) } })
  }
  /// A string; nil if it is not declared.
  private static func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
  /// A URL of the playlist, without its secrets.
  private static func address(_ text: String?) -> JSONValue? {
    text.map { .string(RedactedURL(reference: $0).description) }
  }
  /// An integer; nil if it is not declared.
  private static func integer(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }
  /// A number; nil if it is not declared.
  private static func number(_ value: Double?) -> JSONValue? { value.map { .number($0) } }
  /// The literal `true`, or nil: false is the default of these attributes and is omitted.
  private static func flag(_ value: Bool) -> JSONValue? { value ? .bool(true) : nil }
  /// An array; nil if it has no elements.
  private static func list<Element>(_ values: [Element], _ make: (Element) -> JSONValue) -> JSONValue? {
    values.isEmpty ? nil : .array(values.map(make))
  }
  /// A date in ISO 8601 format with milliseconds, in UTC.
  private static func date(_ date: Date?) -> JSONValue? { date.map { .string(PlaylistReport.date($0)) } }
  /// A byte range (`EXT-X-BYTERANGE`), in bytes.
  private static func range(_ range: ByteRange?) -> JSONValue? {
    range.map { .object([("offset", .integer($0.offset)), ("length", .integer($0.length))]) }
  }

  /// The members that both kinds of playlist have, at the beginning of the document.
  private static func head(_ kind: String, _ head: PlaylistHead) -> [(String, JSONValue?)] {
    [
      ("kind", .string(kind)), ("version", integer(head.version)),
      ("independentSegments", flag(head.hasIndependentSegments)),
      (
        "start", head.start.map { object([("offset", .number($0.offset)), ("isPrecise", .bool($0.isPrecise))]) }
      ),
      (
        // Variable values are often tokens and therefore hidden.
        "variables",
        list(head.variables.sorted { $0.key < $1.key }) {
          object([("name", .string($0.key)), ("value", .string($0.value.isEmpty ? "" : "…"))])
        }
      ),
      ("warnings", list(head.warnings) { object([("line", integer($0.line)), ("text", .string($0.text))]) }),
    ]
  }

  /// A multivariant playlist (RFC 8216 §4.3.4).
  private static func json(_ playlist: MultivariantPlaylist) -> JSONValue {
    object(
      head("multivariant", playlist.head) + [
        ("variants", .array(playlist.variants.map(json))), ("iFrameVariants", list(playlist.iFrameVariants, json)),
        ("renditions", list(playlist.renditions, json)), ("sessionData", list(playlist.sessionData, json)),
        ("sessionKeys", list(playlist.sessionKeys, json)),
        (
          "contentSteering",
          playlist.contentSteering.map {
            object([("serverURI", address($0.serverURI)), ("pathwayID", text($0.pathwayID))])
          }
        ),
      ])
  }

  /// A variant (`EXT-X-STREAM-INF`, or `EXT-X-I-FRAME-STREAM-INF`); bandwidths are bits per second.
  private static func json(_ variant: Variant) -> JSONValue {
    object([
      ("uri", address(variant.uri)), ("bandwidth", integer(variant.bandwidth)),
      ("averageBandwidth", integer(variant.averageBandwidth)), ("score", number(variant.score)),
      ("codecs", list(variant.codecs) { .string($0) }),
      ("supplementalCodecs", list(variant.supplementalCodecs) { .string($0) }),
      ("width", integer(variant.resolution?.width)), ("height", integer(variant.resolution?.height)),
      ("frameRate", number(variant.frameRate)), ("videoRange", text(variant.videoRange)),
      ("hdcpLevel", text(variant.hdcpLevel)), ("allowedCPC", text(variant.allowedCPC)),
      ("requiredVideoLayout", text(variant.requiredVideoLayout)), ("name", text(variant.name)),
      ("stableID", text(variant.stableID)), ("pathwayID", text(variant.pathwayID)),
      ("audio", text(variant.groups[.audio])), ("video", text(variant.groups[.video])),
      ("subtitles", text(variant.groups[.subtitles])),
      ("closedCaptions", text(variant.hasNoClosedCaptions ? "NONE" : variant.groups[.closedCaptions])),
    ])
  }

  /// A rendition (`EXT-X-MEDIA`).
  private static func json(_ rendition: Rendition) -> JSONValue {
    object([
      ("type", .string(rendition.kind.rawValue)), ("groupID", .string(rendition.groupID)),
      ("name", .string(rendition.name)), ("language", text(rendition.language)),
      ("associatedLanguage", text(rendition.associatedLanguage)), ("uri", address(rendition.uri)),
      ("isDefault", flag(rendition.isDefault)), ("isAutoselect", flag(rendition.isAutoselect)),
      ("isForced", flag(rendition.isForced)), ("inStreamID", text(rendition.inStreamID)),
      ("characteristics", list(rendition.characteristics) { .string($0) }), ("channels", text(rendition.channels)),
      ("bitDepth", integer(rendition.bitDepth)), ("sampleRate", integer(rendition.sampleRate)),
      ("stableID", text(rendition.stableID)),
    ])
  }

  /// Session data (`EXT-X-SESSION-DATA`): a value, or the URL of one.
  private static func json(_ data: SessionData) -> JSONValue {
    object([
      ("dataID", .string(data.dataID)), ("value", text(data.value)), ("uri", address(data.uri)),
      ("format", .string(data.format)), ("language", text(data.language)),
    ])
  }

  /// A key (`EXT-X-KEY` or `EXT-X-SESSION-KEY`). The initialization vector is hexadecimal; the key itself is not
  /// loaded.
  private static func json(_ key: EncryptionKey) -> JSONValue {
    let method =
      switch key.method {
      case .aes128: "AES-128"
      case .sampleAES: "SAMPLE-AES"
      case .sampleAESCTR: "SAMPLE-AES-CTR"
      case .other(let name): name
      }
    let vector = key.initializationVector.map { bytes in hexadecimal(bytes) }
    return object([
      ("method", .string(method)), ("uri", address(key.uri)), ("iv", text(vector)), ("format", .string(key.format)),
    ])
  }

  /// The bytes as in a playlist: `0x` and lowercase digits.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    "0x" + bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// A media playlist (RFC 8216 §4.3.3), with the members of Low-Latency HLS. Durations are seconds.
  private static func json(_ playlist: MediaPlaylist) -> JSONValue {
    let control = playlist.serverControl
    return object(
      head("media", playlist.head) + [
        ("targetDuration", integer(playlist.targetDuration)), ("type", text(playlist.kind?.rawValue)),
        ("hasEnded", .bool(playlist.hasEnded)), ("isIFramesOnly", flag(playlist.isIFramesOnly)),
        ("mediaSequence", integer(playlist.mediaSequence)),
        ("discontinuitySequence", integer(playlist.discontinuitySequence)),
        ("duration", .number(playlist.duration.seconds)), ("partTarget", number(playlist.partTarget)),
        (
          "serverControl",
          control == ServerControl()
            ? nil
            : object([
              ("canSkipUntil", number(control.canSkipUntil)), ("canSkipDateRanges", flag(control.canSkipDateRanges)),
              ("holdBack", number(control.holdBack)), ("partHoldBack", number(control.partHoldBack)),
              ("canBlockReload", flag(control.canBlockReload)),
            ])
        ),
        ("skippedSegments", integer(playlist.skip?.segmentCount)), ("segments", .array(playlist.segments.map(json))),
        ("openParts", list(playlist.openParts, json)), ("preloadHints", list(playlist.preloadHints, json)),
        ("renditionReports", list(playlist.renditionReports, json)), ("dateRanges", list(playlist.dateRanges, json)),
      ])
  }

  /// A segment with its keys, initialization section and parts. `number` is its media sequence number.
  private static func json(_ segment: MediaSegment) -> JSONValue {
    object([
      ("number", integer(segment.mediaSequence)), ("uri", address(segment.uri)),
      ("duration", .number(segment.duration.seconds)), ("title", text(segment.title)),
      ("byteRange", range(segment.byteRange)), ("discontinuitySequence", integer(segment.discontinuitySequence)),
      ("isDiscontinuity", flag(segment.isDiscontinuity)), ("isGap", flag(segment.isGap)), ("date", date(segment.date)),
      ("bitrate", integer(segment.bitrate)), ("keys", list(segment.keys, json)),
      ("map", segment.map.map { object([("uri", address($0.uri)), ("byteRange", range($0.byteRange))]) }),
      ("parts", list(segment.parts, json)),
    ])
  }

  /// A partial segment (`EXT-X-PART`).
  private static func json(_ part: PartialSegment) -> JSONValue {
    object([
      ("uri", address(part.uri)), ("duration", .number(part.duration.seconds)), ("byteRange", range(part.byteRange)),
      ("isIndependent", flag(part.isIndependent)), ("isGap", flag(part.isGap)),
    ])
  }

  /// A preload hint (`EXT-X-PRELOAD-HINT`); start and length are bytes.
  private static func json(_ hint: PreloadHint) -> JSONValue {
    let kind =
      switch hint.kind {
      case .part: "PART"
      case .map: "MAP"
      case .other(let name): name
      }
    return object([
      ("type", .string(kind)), ("uri", address(hint.uri)), ("start", .integer(hint.start)),
      ("length", hint.length.map { .integer($0) }),
    ])
  }

  /// A rendition report (`EXT-X-RENDITION-REPORT`).
  private static func json(_ report: RenditionReport) -> JSONValue {
    object([
      ("uri", address(report.uri)), ("lastMediaSequence", integer(report.lastMediaSequence)),
      ("lastPart", integer(report.lastPart)),
    ])
  }

  /// A date range (`EXT-X-DATERANGE`); SCTE-35 commands are hexadecimal, and durations are seconds.
  private static func json(_ range: DateRange) -> JSONValue {
    object([
      ("id", .string(range.id)), ("class", text(range.classID)), ("start", date(range.start)), ("end", date(range.end)),
      ("duration", number(range.duration)), ("plannedDuration", number(range.plannedDuration)),
      ("cue", list(range.cue) { .string($0) }), ("endsOnNext", flag(range.endsOnNext)),
      (
        "scte35",
        list(range.scte35.sorted { $0.key < $1.key }) {
          object([("name", .string($0.key)), ("value", .string(hexadecimal($0.value)))])
        }
      ),
      (
        "attributes",
        list(range.clientAttributes.sorted { $0.key < $1.key }) { name, value in
          object([("name", .string(name)), ("value", json(value, of: name))])
        }
      ),
    ])
  }

  /// The value of a client attribute (`X-…`). A URL has no secrets, and neither has other text that looks like one.
  private static func json(_ value: DateRange.Value, of name: String) -> JSONValue? {
    switch value {
    case .text(let text) where InterstitialTag.addressNames.contains(name): address(text)
    case .text(let text): .string(RedactedURL(text: text).description)
    case .number(let number): .number(number)
    case .bytes(let bytes): .string(hexadecimal(bytes))
    }
  }
}
