import CoreMedia
import Foundation
import PlayheadStreaming

/// The files of a download and their order. Does no input or output.
struct DownloadPlan {
  /// A media playlist and its folder in the package.
  struct Part {
    /// The parsed playlist, which is complete: live streams cannot be downloaded.
    var playlist: MediaPlaylist
    /// The folder's name in the package: the number of the part.
    var folder: String
  }

  /// A file to download.
  struct File {
    /// The address of the resource that contains the file.
    var url: URL
    /// The playlist that refers to it.
    var base: URL?
    /// The byte range of the file in that resource; nil for all of it.
    var range: ByteRange?
    /// The path below the package.
    var name: String
    /// The time range of the presentation that it contains; nil unless it is a segment of the variant.
    var time: CMTimeRange?
  }

  /// The parts, the variant first.
  let parts: [Part]
  /// Keys and init sections first, then segments in order of time.
  private(set) var files: [File] = []
  /// The rewritten media playlists, with their paths below the package. They refer to `files`.
  private(set) var playlists: [(name: String, text: String)] = []

  /// Plans the download of the parts.
  init(_ parts: [Part]) {
    self.parts = parts
    var timed: [(order: Double, file: File)] = []
    for (index, part) in parts.enumerated() {
      let base = part.playlist.url
      let sections = Self.unique(part.playlist.segments.compactMap(\.map))
      let keys = Self.unique(part.playlist.segments.flatMap { $0.keys + ($0.map?.keys ?? []) }).filter {
        $0.format == EncryptionKey.identityFormat && $0.url != nil
      }
      let addresses = Self.unique(keys.compactMap(\.url))
      let name = { (key: EncryptionKey) -> String? in
        key.url.flatMap { addresses.firstIndex(of: $0) }.map { "key\($0).bin" }
      }
      for (number, address) in addresses.enumerated() {
        files.append(File(url: address, base: base, range: nil, name: "\(part.folder)/key\(number).bin"))
      }
      for (number, section) in sections.enumerated() {
        guard let url = section.url else { continue }
        files.append(File(url: url, base: base, range: section.byteRange, name: "\(part.folder)/section\(number).mp4"))
      }
      var at = CMTime.zero
      for segment in part.playlist.segments {
        defer { at = at + segment.duration }
        guard !segment.isGap, let url = segment.url else { continue }
        let file = File(
          url: url, base: base, range: segment.byteRange, name: "\(part.folder)/\(Self.name(segment))",
          time: index == 0 ? CMTimeRange(start: at, duration: segment.duration) : nil)
        timed.append((at.seconds + (index == 0 ? 0.001 : 0), file))
      }
      let names = PlaylistWriter.Names(
        segment: Self.name, section: { "section\(sections.firstIndex(of: $0) ?? 0).mp4" }, key: name)
      playlists.append(("\(part.folder)/index.m3u8", PlaylistWriter.text(part.playlist, names: names)))
    }
    // Files for the same time are adjacent, the variant last, so that a reported time range is complete.
    files += timed.sorted { $0.order < $1.order }.map(\.file)
  }

  /// The file name of a segment: its media sequence number with at least six digits.
  private static func name(_ segment: MediaSegment) -> String {
    let number = String(max(0, segment.mediaSequence))
    return String(repeating: "0", count: max(0, 6 - number.count)) + number + ".seg"
  }

  /// The values without duplicates, in the order of their first occurrence.
  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
