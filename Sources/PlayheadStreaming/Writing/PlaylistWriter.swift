import CoreMedia
import Foundation
import PlayheadBasics

/// Writes playlists whose resources are local files (RFC 8216 §4).
package enum PlaylistWriter {
  /// The file names of the resources of a playlist.
  package struct Names {
    /// The URI of the file with a segment.
    package var segment: (MediaSegment) -> String
    /// The URI of the file with an initialization section.
    package var section: (InitializationSection) -> String
    /// The URI of the file with a key; nil to write the original URI.
    package var key: (EncryptionKey) -> String?

    /// Creates the names from one function for each kind of resource. The URIs are relative to the playlist's file.
    package init(
      segment: @escaping (MediaSegment) -> String, section: @escaping (InitializationSection) -> String,
      key: @escaping (EncryptionKey) -> String?
    ) {
      self.segment = segment
      self.section = section
      self.key = key
    }
  }

  /// A complete playlist. Every resource has its own file, so there are no byte ranges.
  ///
  /// The result ends with `EXT-X-ENDLIST`; parts and low-latency tags are left out.
  package static func text(_ playlist: MediaPlaylist, names: Names) -> String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-PLAYLIST-TYPE:VOD"]
    lines.append("#EXT-X-TARGETDURATION:\(playlist.targetDuration ?? 1)")
    lines.append("#EXT-X-MEDIA-SEQUENCE:\(playlist.mediaSequence)")
    lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(playlist.discontinuitySequence)")
    if playlist.head.hasIndependentSegments { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
    lines += playlist.dateRanges.map { dateRange($0, base: playlist.url) }
    var map: InitializationSection?
    var keys: [EncryptionKey] = []
    for segment in playlist.segments {
      if segment.isDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
      // A key precedes the section that it applies to.
      if segment.keys != keys { lines += keyLines(segment.keys, names) }
      if let section = segment.map, section != map {
        if section.keys != segment.keys { lines += keyLines(section.keys, names) }
        lines.append("#EXT-X-MAP:URI=\"\(names.section(section))\"")
        if section.keys != segment.keys { lines += keyLines(segment.keys, names) }
      }
      (map, keys) = (segment.map, segment.keys)
      if let date = segment.date { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(text(date))") }
      if segment.isGap { lines.append("#EXT-X-GAP") }
      lines.append("#EXTINF:\(seconds(segment.duration.seconds)),\(segment.title ?? "")")
      lines.append(names.segment(segment))
    }
    return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  /// A playlist of one variant and the selected renditions, with the files of their playlists.
  ///
  /// - Parameters:
  ///   - file: The URI of the variant's playlist.
  ///   - renditions: The renditions with the URIs of their playlists; nil for those within the variant's segments.
  ///   - start: `EXT-X-START`; nil to leave it out.
  package static func text(
    _ variant: Variant, file: String, renditions: [(rendition: Rendition, file: String?)], start: StartPoint?
  ) -> String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
    if let start {
      lines.append("#EXT-X-START:TIME-OFFSET=\(start.offset),PRECISE=\(start.isPrecise ? "YES" : "NO")")
    }
    for (rendition, file) in renditions { lines.append(media(rendition, file)) }
    var attributes = ["BANDWIDTH=\(variant.bandwidth)"]
    if let average = variant.averageBandwidth { attributes.append("AVERAGE-BANDWIDTH=\(average)") }
    if !variant.codecs.isEmpty { attributes.append("CODECS=\"\(variant.codecs.joined(separator: ","))\"") }
    if let size = variant.resolution { attributes.append("RESOLUTION=\(size.width)x\(size.height)") }
    if let rate = variant.frameRate { attributes.append("FRAME-RATE=\(rate)") }
    if let range = variant.videoRange { attributes.append("VIDEO-RANGE=\(range)") }
    for kind in Rendition.Kind.allCases where renditions.contains(where: { $0.rendition.kind == kind }) {
      if let group = variant.groups[kind] { attributes.append("\(kind.rawValue)=\"\(group)\"") }
    }
    lines += ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), file, ""]
    return lines.joined(separator: "\n")
  }

  /// The line of a rendition.
  ///
  /// - Parameter file: The URI of its playlist; nil if it is within the variant's segments.
  private static func media(_ rendition: Rendition, _ file: String?) -> String {
    var attributes = [
      "TYPE=\(rendition.kind.rawValue)", "GROUP-ID=\"\(rendition.groupID)\"", "NAME=\"\(rendition.name)\"",
    ]
    if let language = rendition.language { attributes.append("LANGUAGE=\"\(language)\"") }
    if rendition.isDefault { attributes.append("DEFAULT=YES") }
    if rendition.isAutoselect { attributes.append("AUTOSELECT=YES") }
    if rendition.isForced { attributes.append("FORCED=YES") }
    if let stream = rendition.inStreamID { attributes.append("INSTREAM-ID=\"\(stream)\"") }
    if let channels = rendition.channels { attributes.append("CHANNELS=\"\(channels)\"") }
    if !rendition.characteristics.isEmpty {
      attributes.append("CHARACTERISTICS=\"\(rendition.characteristics.joined(separator: ","))\"")
    }
    if let file { attributes.append("URI=\"\(file)\"") }
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  /// The lines of all keys that apply from here on; `METHOD=NONE` for none.
  private static func keyLines(_ keys: [EncryptionKey], _ names: Names) -> [String] {
    if keys.isEmpty { return ["#EXT-X-KEY:METHOD=NONE"] }
    return keys.map { key in
      let method =
        switch key.method {
        case .aes128: "AES-128"
        case .sampleAES: "SAMPLE-AES"
        case .sampleAESCTR: "SAMPLE-AES-CTR"
        case .other(let name): name
        }
      var attributes = ["METHOD=\(method)"]
      if let file = names.key(key) ?? key.uri { attributes.append("URI=\"\(file)\"") }
      if let vector = key.initializationVector { attributes.append("IV=0x" + hexadecimal(vector)) }
      if key.format != EncryptionKey.identityFormat { attributes.append("KEYFORMAT=\"\(key.format)\"") }
      if !key.formatVersions.isEmpty, key.formatVersions != [1] {
        attributes.append("KEYFORMATVERSIONS=\"\(key.formatVersions.map(String.init).joined(separator: "/"))\"")
      }
      return "#EXT-X-KEY:" + attributes.joined(separator: ",")
    }
  }

  /// A date range whose references are resolved against `base`.
  private static func dateRange(_ range: DateRange, base: URL?) -> String {
    var attributes = ["ID=\"\(range.id)\""]
    if let name = range.classID { attributes.append("CLASS=\"\(name)\"") }
    if let start = range.start { attributes.append("START-DATE=\"\(text(start))\"") }
    if !range.cue.isEmpty { attributes.append("CUE=\"\(range.cue.joined(separator: ","))\"") }
    if let end = range.end { attributes.append("END-DATE=\"\(text(end))\"") }
    if let duration = range.duration { attributes.append("DURATION=\(seconds(duration))") }
    if let duration = range.plannedDuration { attributes.append("PLANNED-DURATION=\(seconds(duration))") }
    for (name, bytes) in range.scte35.sorted(by: { $0.key < $1.key }) {
      attributes.append("\(name)=0x" + hexadecimal(bytes))
    }
    if range.endsOnNext { attributes.append("END-ON-NEXT=YES") }
    for (name, value) in range.clientAttributes.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .text(let text):
        let address = InterstitialTag.addressNames.contains(name) ? URL(string: text, relativeTo: base) : nil
        attributes.append("\(name)=\"\(address?.absoluteString ?? text)\"")
      case .number(let number): attributes.append("\(name)=\(seconds(number))")
      case .bytes(let bytes): attributes.append("\(name)=0x" + hexadecimal(bytes))
      }
    }
    return "#EXT-X-DATERANGE:" + attributes.joined(separator: ",")
  }

  /// Two lowercase digits for each byte, without prefix.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Six decimals, the precision of parsing.
  private static func seconds(_ value: Double) -> String {
    let micros = Int64(saturating: (value * 1_000_000).rounded())
    let fraction = String(abs(micros) % 1_000_000)
    return (micros < 0 ? "-" : "") + "\(abs(micros) / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count)
      + fraction
  }

  /// A date in ISO 8601 with milliseconds, in UTC.
  private static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
