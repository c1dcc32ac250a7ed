import CPlayheadFFmpeg
import PlayheadNetworking

/// Detects MP4 edit lists that begin before the first sync sample.
enum EditPreroll {
  /// Whether libavformat drops the preroll samples. If an edit begins after them and no sync sample precedes it,
  /// libavformat's index begins within the edit, and nothing up to the next sync sample can be decoded.
  static func isLost(_ format: UnsafeMutablePointer<AVFormatContext>, _ io: borrowing IOBridge) -> Bool {
    guard let name = format.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,"),
      io.source.isSeekable
    else { return false }
    let starts = format.streamPointers.reduce(into: [Int32: Int64]()) { starts, stream in
      guard stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0,
        let first = avformat_index_get_entry(stream, 0)?.pointee,
        first.flags & (AVINDEX_KEYFRAME | AVINDEX_DISCARD_FRAME) == 0
      else { return }
      starts[stream.pointee.id] = first.timestamp
    }
    guard !starts.isEmpty else { return false }
    // libavformat continues to read at the position that it assumes.
    defer { try? io.source.seek(to: io.context.pointee.pos) }
    return edits(io.source).map { isLost(starts, $0) } ?? false
  }

  /// - Parameters:
  ///   - starts: The first time in the index of each track that begins without a sync sample.
  ///   - edits: The edits of each track. A single edit only requires shifting the times.
  private static func isLost(_ starts: [Int32: Int64], _ edits: [Int32: [Int64]]) -> Bool {
    guard edits.values.allSatisfy({ $0.count { $0 >= 0 } <= 1 }) else { return false }
    return starts.contains { track, start in
      // Samples before an edit have negative times if the index contains them.
      guard let list = edits[track], list.count == 1, let mediaTime = list.first, mediaTime > 0 else { return false }
      return start > -mediaTime / 2
    }
  }

  /// The media times of the edits by track identifier; -1 is an empty edit.
  private static func edits(_ source: any ByteSource) -> [Int32: [Int64]]? {
    guard let size = source.size else { return nil }
    let reader = BoxReader(source)
    guard let movie = reader.boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return nil }
    var edits: [Int32: [Int64]] = [:]
    for track in reader.boxes(in: movie.content) where track.type == "trak" {
      let parts = reader.boxes(in: track.content)
      guard let header = parts.first(where: { $0.type == "tkhd" }), let number = reader.trackIdentifier(header),
        let container = parts.first(where: { $0.type == "edts" }),
        let list = reader.boxes(in: container.content).first(where: { $0.type == "elst" })
      else { continue }
      edits[number] = reader.edits(list).map(\.mediaTime)
    }
    return edits
  }
}
