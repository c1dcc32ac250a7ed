import CPlayheadFFmpeg
import PlayheadNetworking

/// Edit lists of MP4 that begin before the first sync sample.
extension Demuxer {
  /// Whether libavformat drops the samples with which decoding begins: where an edit begins behind them and no sync sample lies before
  /// it, its index begins within the edit, and nothing up to the next sync sample can be decoded.
  static func losesPreroll(_ format: UnsafeMutablePointer<AVFormatContext>, _ io: borrowing IOBridge) -> Bool {
    guard let name = format.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,"),
      io.source.isSeekable
    else { return false }
    let starts = streams(of: format).reduce(into: [Int32: Int64]()) { starts, stream in
      guard stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0,
        let first = avformat_index_get_entry(stream, 0)?.pointee,
        first.flags & (AVINDEX_KEYFRAME | AVINDEX_DISCARD_FRAME) == 0
      else { return }
      starts[stream.pointee.id] = first.timestamp
    }
    guard !starts.isEmpty else { return false }
    // libavformat goes on reading where it believes the source to be.
    defer { try? io.source.seek(to: io.context.pointee.pos) }
    return edits(io.source).map { losesPreroll(starts, $0) } ?? false
  }

  /// - Parameters:
  ///   - starts: The first time in the index of each track that begins without a sync sample.
  ///   - edits: Those of each track. With one for each, shifting the times is all that they ask for.
  private static func losesPreroll(_ starts: [Int32: Int64], _ edits: [Int32: [Int64]]) -> Bool {
    guard edits.values.allSatisfy({ $0.count { $0 >= 0 } <= 1 }) else { return false }
    return starts.contains { track, start in
      // The samples in front of an edit have times below zero where the index has them.
      guard let list = edits[track], list.count == 1, let mediaTime = list.first, mediaTime > 0 else { return false }
      return start > -mediaTime / 2
    }
  }

  /// The media times of the edits by track; -1 is an empty one.
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
