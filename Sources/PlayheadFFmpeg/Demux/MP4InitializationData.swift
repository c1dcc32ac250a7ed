import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

extension Demuxer {
  /// The `pssh` boxes of an encrypted MP4 file one after the other, as key systems expect them (W3C "`cenc`
  /// Initialization Data Format"); nil if there are none. Call it before the first packet is read; it restores the
  /// source's position.
  package func initializationData() -> [UInt8]? {
    guard info.containerName.hasPrefix("mov,"), io.source.isSeekable, let size = io.source.size,
      info.tracks.contains(where: \.hasEncryptedSamples)
    else { return nil }
    defer { try? io.source.seek(to: io.context.pointee.pos) }
    return BoxReader(io.source).initializationData(size: size)
  }
}

extension BoxReader {
  /// The size limit of all `pssh` boxes together; each has a few hundred bytes.
  private static let initializationDataLimit = 1 << 18

  /// The complete `pssh` boxes of a movie (ISO/IEC 23001-7 §8.1); nil if it has none.
  fileprivate func initializationData(size: Int64) -> [UInt8]? {
    guard let movie = boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return nil }
    var result: [UInt8] = []
    for box in boxes(in: movie.content) where box.type == "pssh" {
      // A box of this size has a header of eight bytes, unless a damaged file states otherwise.
      guard box.content.count <= Self.initializationDataLimit - result.count,
        let whole = exactBytes(box.content.lowerBound - 8..<box.content.upperBound),
        TagBytes.latin1(whole[4..<8]) == "pssh"
      else { continue }
      result += whole
    }
    return result.isEmpty ? nil : result
  }
}
