import PlayheadNetworking

/// What choosing between the tracks of an MP4 file needs and libavformat does not tell.
struct MP4TrackNames {
  struct Names: Equatable {
    var title: String?
    /// BCP 47 (ISO/IEC 14496-12 §8.4.6).
    var language: String?
    /// Media characteristics in Apple's spelling, such as `public.easy-to-read`.
    var characteristics: [String] = []
    /// Whether another track names this one as its chapters or as its forced subtitles.
    var isChapterList = false
    var isForced = false
  }

  private(set) var tracks: [Int32: Names] = [:]

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

  private static func names(_ parts: [BoxReader.Box], _ reader: BoxReader) -> Names {
    var names = Names()
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

extension BoxReader {
  /// Numbers of tracks (ISO/IEC 14496-12 §8.3.3).
  func identifiers(_ box: Box) -> [Int32] {
    guard box.content.count <= 4096, let data = exactBytes(box.content) else { return [] }
    return stride(from: 0, to: data.count - 3, by: 4).compactMap { Int32(exactly: number(data, at: $0, width: 4)) }
  }

  /// A full box with a text that ends with zero.
  func fullText(_ box: Box) -> String? {
    guard box.content.count < 4096, let data = exactBytes(box.content), data.count > 4 else { return nil }
    let text = TagBytes.utf8(data.dropFirst(4).prefix { $0 != 0 })
    return text.isEmpty ? nil : text
  }
}
