import PlayheadMedia
import PlayheadNetworking

/// The properties of MP4 tracks that track selection needs and libavformat does not expose.
struct MP4TrackNames {
  /// The properties of one track.
  struct Names: Equatable {
    /// The name in the track's user data; nil if missing or empty.
    var title: String?
    /// BCP 47 (ISO/IEC 14496-12 §8.4.6).
    var language: String?
    /// Media characteristics in Apple's spelling, such as `public.easy-to-read`.
    var characteristics: [String] = []
    /// Whether another track names this one as its chapters or as its forced subtitles.
    var isChapterList = false
    /// Whether another track names this one as its forced subtitles (`forc`).
    var isForced = false
    /// The keys of a timed metadata track.
    var metadataKeys: MetadataTrackKeys?
    /// The WebVTT header before the first cue (`vttC`, ISO/IEC 14496-30 §7.5).
    var textHeader: [UInt8] = []
    /// Whether the sample entry is one of Common Encryption.
    var isEncrypted = false
  }

  /// The properties by track identifier.
  private(set) var tracks: [Int32: Names] = [:]

  /// Reads all tracks of a movie.
  ///
  /// - Parameter parts: The boxes of `moov`.
  init(_ reader: BoxReader, movie parts: [BoxReader.Box]) {
    var chapterLists: Set<Int32> = []
    var forced: Set<Int32> = []
    for track in parts where track.type == "trak" && tracks.count < TagLimits.count {
      let inner = reader.boxes(in: track.content)
      guard let header = inner.first(where: { $0.type == "tkhd" }), let identifier = reader.trackIdentifier(header)
      else {
        continue
      }
      tracks[identifier] = Self.names(inner, reader)
      guard let references = inner.first(where: { $0.type == "tref" }) else { continue }
      for reference in reader.boxes(in: references.content) {
        let found = reader.identifiers(reference)
        if reference.type == "chap" { chapterLists.formUnion(found) }
        if reference.type == "forc" { forced.formUnion(found) }
      }
    }
    for identifier in chapterLists { tracks[identifier]?.isChapterList = true }
    for identifier in forced { tracks[identifier]?.isForced = true }
  }

  /// Reads the boxes of a track.
  private static func names(_ parts: [BoxReader.Box], _ reader: BoxReader) -> Names {
    var names = Names()
    if let box = descriptionBox(parts, reader) {
      let head = reader.bytes(at: box.content.lowerBound, count: 16) ?? []
      // Sample entries of Common Encryption (ISO/IEC 14496-12 §8.12), which libavformat replaces by the protected
      // format.
      names.isEncrypted = head.count == 16 && ["encv", "enca", "enct", "encs"].contains(TagBytes.latin1(head[12...]))
      if let entry = description(box, parts, reader, handlers: ["meta", "text"]) {
        names.metadataKeys = MetadataTrackKeys(sampleDescription: entry)
        names.textHeader = webVTTHeader(entry)
      }
    }
    let media = parts.first { $0.type == "mdia" }.map { reader.boxes(in: $0.content, through: "elng") } ?? []
    if let box = media.first(where: { $0.type == "elng" }) { names.language = reader.fullText(box) }
    let userData = parts.filter { $0.type == "udta" }
    guard !userData.isEmpty else { return names }
    let tags = MP4Tags.read(userData, reader, isQuickTime: true)
    names.title = tags.first { ["tnam", "name", "©nam"].contains($0.key) }?.text.flatMap { $0.isEmpty ? nil : $0 }
    names.characteristics = tags.filter { $0.key == "tagc" }.compactMap(\.text)
    return names
  }
}

extension MP4TrackNames {
  /// The size limit of a sample description; real ones are smaller.
  private static let descriptionLimit = 1 << 18

  /// The first box of a type in a parent; nil if there is none.
  private static func box(_ name: String, in parent: BoxReader.Box?, _ reader: BoxReader) -> BoxReader.Box? {
    parent.flatMap { reader.boxes(in: $0.content, through: name).last }.flatMap { $0.type == name ? $0 : nil }
  }

  /// The `stsd` box of a track.
  private static func descriptionBox(_ parts: [BoxReader.Box], _ reader: BoxReader) -> BoxReader.Box? {
    let information = box("minf", in: parts.first { $0.type == "mdia" }, reader)
    return box("stsd", in: box("stbl", in: information, reader), reader)
  }

  /// The content of a sample description in a track with one of these handlers.
  private static func description(
    _ description: BoxReader.Box, _ parts: [BoxReader.Box], _ reader: BoxReader, handlers: Set<String>
  ) -> [UInt8]? {
    guard let handler = box("hdlr", in: parts.first { $0.type == "mdia" }, reader),
      let head = reader.bytes(at: handler.content.lowerBound, count: 12), head.count == 12,
      handlers.contains(TagBytes.latin1(head[8..<12])), description.content.count < descriptionLimit
    else { return nil }
    return reader.exactBytes(description.content)
  }

  /// The WebVTT header in a `wvtt` sample entry: `stsd` has eight bytes before its first entry, the entry sixteen
  /// before its boxes. Empty for other entries.
  private static func webVTTHeader(_ description: [UInt8]) -> [UInt8] {
    func size(_ place: Int) -> Int { description[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard description.count >= 24, TagBytes.latin1(description[12..<16]) == "wvtt" else { return [] }
    let end = min(description.count, 8 + size(8))
    var place = 24
    while place + 8 <= end {
      let length = size(place)
      guard length >= 8, length <= end - place else { return [] }
      if TagBytes.latin1(description[place + 4..<place + 8]) == "vttC" {
        return Array(description[place + 8..<place + length])
      }
      place += length
    }
    return []
  }
}

extension BoxReader {
  /// The track identifiers of a reference box (ISO/IEC 14496-12 §8.3.3).
  func identifiers(_ box: Box) -> [Int32] {
    guard box.content.count <= 4096, let data = exactBytes(box.content) else { return [] }
    return stride(from: 0, to: data.count - 3, by: 4).compactMap { Int32(exactly: number(data, at: $0, width: 4)) }
  }

  /// The zero-terminated text of a full box.
  func fullText(_ box: Box) -> String? {
    guard box.content.count < 4096, let data = exactBytes(box.content), data.count > 4 else { return nil }
    let text = TagBytes.utf8(data.dropFirst(4).prefix { $0 != 0 })
    return text.isEmpty ? nil : text
  }
}
