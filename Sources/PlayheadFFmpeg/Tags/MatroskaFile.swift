import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// The parts of a Matroska file that libavformat omits: tags with languages, nested chapters, track flags (RFC 9559
/// §5).
struct MatroskaFile {
  /// The properties of a track entry.
  struct Track {
    /// The unique identifier that tags refer to; 0 if missing.
    var uid: UInt64
    /// The BCP 47 tag; nil if undeclared.
    var languageTag: String?
    /// `FlagHearingImpaired`: suitable for users with hearing impairments.
    var isHearingImpaired = false
    /// `FlagVisualImpaired`: suitable for users with visual impairments.
    var isVisualImpaired = false
    /// `FlagOriginal`: in the content's original language.
    var isOriginal = false
    /// `FlagCommentary`: contains commentary.
    var isCommentary = false
  }

  /// The tags of the whole file, in file order.
  private(set) var tags: [MediaTag] = []
  /// The tags of tracks by their unique identifier.
  private(set) var trackTags: [UInt64: [MediaTag]] = [:]
  /// The tracks that libavformat exposes as streams, in file order.
  private(set) var tracks: [Track] = []
  /// The chapters of the selected edition; empty if there are none.
  private(set) var chapters: [ChapterInfo] = []

  /// Reads the elements of the file.
  private let reader: EBMLReader

  /// Reads tracks, chapters and tags; moves the source's position. nil for other files.
  init?(_ source: any ByteSource) {
    guard let size = source.size else { return nil }
    reader = EBMLReader(source)
    guard let head = reader.element(at: 0, within: size), head.id == 0x1A45_DFA3,
      let segment = reader.element(at: head.content.upperBound, within: size), segment.id == 0x1853_8067
    else { return nil }
    for element in topLevel(segment.content) {
      switch element.id {
      case 0x1654_AE6B: readTracks(element)
      case 0x1043_A770: chapters = MatroskaChapters(reader).read(element)
      case 0x1254_C367: readTags(element)
      default: break
      }
    }
  }

  /// The elements before the first cluster, and the later ones that the seek head references.
  private func topLevel(_ segment: Range<Int64>) -> [EBMLReader.Element] {
    var found = reader.elements(in: segment, through: 0x1F43_B675).filter { $0.id != 0x1F43_B675 }
    for head in found where head.id == 0x114D_9B74 {
      for entry in reader.elements(in: head.content) where entry.id == 0x4DBB {
        let parts = reader.elements(in: entry.content)
        guard let id = reader.unsigned(parts.first(0x53AB)), let offset = reader.unsigned(parts.first(0x53AC)),
          let distance = Int64(exactly: offset), distance < segment.upperBound - segment.lowerBound,
          [0x1654_AE6B, 0x1043_A770, 0x1254_C367].contains(id), !found.contains(where: { $0.id == UInt32(id) }),
          let element = reader.element(at: segment.lowerBound + distance, within: segment.upperBound), element.id == id
        else { continue }
        found.append(element)
      }
    }
    return found
  }

  /// Reads the entries of `Tracks`, without those that libavformat does not expose.
  private mutating func readTracks(_ box: EBMLReader.Element) {
    for entry in reader.elements(in: box.content) where entry.id == 0xAE {
      let parts = reader.elements(in: entry.content)
      // Video, audio, subtitles and metadata (RFC 9559 §5.1.4.1.3); other types have no stream.
      guard let type = reader.unsigned(parts.first(0x83)), [1, 2, 0x11, 0x21].contains(type) else { continue }
      func isSet(_ id: UInt32) -> Bool { reader.unsigned(parts.first(id)) == 1 }
      tracks.append(
        Track(
          uid: reader.unsigned(parts.first(0x73C5)) ?? 0,
          languageTag: reader.text(parts.first(0x22_B59D)), isHearingImpaired: isSet(0x55AB),
          isVisualImpaired: isSet(0x55AC), isOriginal: isSet(0x55AE), isCommentary: isSet(0x55AF)))
    }
  }

  // MARK: Tags

  /// Reads `Tags`: those of the file and those of tracks.
  private mutating func readTags(_ box: EBMLReader.Element) {
    for tag in reader.elements(in: box.content).prefix(TagLimits.count) where tag.id == 0x7373 {
      let parts = reader.elements(in: tag.content)
      let targets = parts.first(0x63C0).map { reader.elements(in: $0.content) } ?? []
      var found: [MediaTag] = []
      for simple in parts where simple.id == 0x67C8 { readSimple(simple, prefix: "", depth: 0, into: &found) }
      let level = reader.unsigned(targets.first(0x68CA))
      let ids = targets.filter { $0.id == 0x63C5 }.compactMap { reader.unsigned($0) }.filter { $0 != 0 }
      // Tags of chapters and attachments do not describe the file.
      let isElsewhere = targets.contains { [0x63C4, 0x63C9, 0x63C6].contains($0.id) && reader.unsigned($0) != 0 }
      if ids.isEmpty, !isElsewhere {
        tags += found.map { Self.leveled($0, level) }
      } else {
        for id in ids { trackTags[id, default: []] += found }
      }
    }
  }

  /// Prefixes the tags of the album and the collection, the levels above the file or song (50 and 30): their titles are
  /// not the file's.
  private static func leveled(_ tag: MediaTag, _ level: UInt64?) -> MediaTag {
    var tag = tag
    if let level, level > 50 { tag.key = "COLLECTION/" + tag.key }
    return tag
  }

  /// Reads a `SimpleTag` and those nested in it, whose keys begin with that of the parent.
  private func readSimple(_ element: EBMLReader.Element, prefix: String, depth: Int, into tags: inout [MediaTag]) {
    guard depth < TagLimits.depth, tags.count < TagLimits.count else { return }
    let parts = reader.elements(in: element.content)
    guard let name = reader.text(parts.first(0x45A3)), !name.isEmpty else { return }
    let key = prefix + name.uppercased()
    let language = reader.text(parts.first(0x447B)) ?? reader.text(parts.first(0x447A))
    if let text = reader.text(parts.first(0x4487)) {
      tags.append(MediaTag(.matroska, key, .text(text), language: language))
    } else if let binary = parts.first(0x4485) {
      tags.append(MediaTag(.matroska, key, .stored(binary.content, .raw), language: language))
    }
    for nested in parts where nested.id == 0x67C8 {
      readSimple(nested, prefix: key + "/", depth: depth + 1, into: &tags)
    }
  }
}
