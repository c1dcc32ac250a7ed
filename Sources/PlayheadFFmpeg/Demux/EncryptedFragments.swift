import CPlayheadFFmpeg
import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// Seeks in an MP4 file with encrypted fragments (ISO/IEC 23001-7) for FFmpeg 5, which looks the encryption of a sample
/// up in the fragment whose header it read last.
///
/// Fragments are read in order, and each seek opens the file again as if it began, after its header, with the fragment
/// of the target. Later versions of FFmpeg find the fragment by the position of the sample.
package struct EncryptedFragments {
  /// A fragment: the offset of its `moof`, and the decode times at which its tracks begin, by track identifier.
  private struct Fragment {
    let offset: Int64
    let times: [Int32: CMTime]
  }

  /// Whether a file must be opened again to read its fragments in order: it is a fragmented MP4 with encrypted samples,
  /// and this version of libavformat finds their encryption in no other way. `source`: the demuxer's.
  package static func mustBeRead(by demuxer: borrowing Demuxer, in source: any ByteSource) -> Bool {
    let info = demuxer.info
    guard LIBAVFORMAT_VERSION_MAJOR < 60, info.containerName.hasPrefix("mov,"), source.isSeekable,
      info.tracks.contains(where: \.hasEncryptedSamples)
    else { return false }
    let isFragmented = MP4Fragments(source).isFragmented
    // libavformat continues to read at the position that it assumes.
    try? source.seek(to: demuxer.io.context.pointee.pos)
    return isFragmented
  }

  private let source: any ByteSource
  /// The fragments in the order of the file; only the first one where each header would be a request, and where offsets
  /// of samples count from the beginning of the file.
  private let fragments: [Fragment]
  /// Presentation may begin that much before or after decoding; a fragment earlier costs little.
  private static let margin = CMTime(value: 1, timescale: 2)
  /// The flag of a track fragment whose offsets count from the beginning of the file (ISO/IEC 14496-12 §8.8.7).
  private static let hasBaseOffset: UInt64 = 1

  /// Reads the headers of the fragments. Moves the source's position.
  package init(_ source: any ByteSource) {
    self.source = source
    guard source.transfer == nil, let size = source.size else {
      fragments = []
      return
    }
    let reader = BoxReader(source)
    let boxes = reader.boxes(in: 0..<size)
    let timescales = boxes.first { $0.type == "moov" }.map { Self.timescales($0, reader) } ?? [:]
    var found: [Fragment] = []
    for box in boxes where box.type == "moof" {
      guard let times = Self.times(box, timescales, reader) else {
        fragments = []
        return
      }
      // Eight bytes of size and type precede the content.
      found.append(Fragment(offset: box.content.lowerBound - 8, times: times))
    }
    fragments = found
  }

  /// Ticks per second by track identifier.
  private static func timescales(_ movie: BoxReader.Box, _ reader: BoxReader) -> [Int32: Int32] {
    var timescales: [Int32: Int32] = [:]
    for track in reader.boxes(in: movie.content) where track.type == "trak" {
      let parts = reader.boxes(in: track.content)
      guard let header = parts.first(where: { $0.type == "tkhd" }), let identifier = reader.trackIdentifier(header),
        let media = parts.first(where: { $0.type == "mdia" }),
        let mediaHeader = reader.boxes(in: media.content).first(where: { $0.type == "mdhd" }),
        let timescale = reader.header(mediaHeader).flatMap({ Int32(exactly: $0.timescale) }), timescale > 0
      else { continue }
      timescales[identifier] = timescale
    }
    return timescales
  }

  /// The decode times at which the tracks of a fragment begin; nil if its offsets count from the beginning of the file.
  private static func times(
    _ fragment: BoxReader.Box, _ timescales: [Int32: Int32], _ reader: BoxReader
  ) -> [Int32: CMTime]? {
    var times: [Int32: CMTime] = [:]
    for part in reader.boxes(in: fragment.content) where part.type == "traf" {
      let inner = reader.boxes(in: part.content)
      guard let header = inner.first(where: { $0.type == "tfhd" }),
        let data = reader.bytes(at: header.content.lowerBound, count: 8)
      else { continue }
      guard reader.number(data, at: 0, width: 4) & hasBaseOffset == 0 else { return nil }
      let identifier = Int32(truncatingIfNeeded: reader.number(data, at: 4, width: 4))
      guard let timescale = timescales[identifier], let time = inner.first(where: { $0.type == "tfdt" }),
        let data = reader.bytes(at: time.content.lowerBound, count: 12)
      else { continue }
      let ticks = Int64(clamping: reader.number(data, at: 4, width: data.first == 1 ? 8 : 4))
      times[identifier] = CMTime(value: ticks, timescale: timescale)
    }
    return times
  }

  /// The file as if it began with the fragments from which all tracks can be decoded to a time.
  package func source(from time: CMTime = .zero) -> any ByteSource {
    guard let first = fragments.first?.offset, time.isNumeric else { return FragmentWindow(source, 0..<0) }
    let earliest = time - Self.margin
    var latest: [Int32: Int64] = [:]
    for fragment in fragments {
      for (track, start) in fragment.times where start <= earliest { latest[track] = fragment.offset }
    }
    let tracks = Set(fragments.flatMap(\.times.keys))
    // A track that begins later has no fragment yet.
    let start = tracks.map { latest[$0] ?? first }.min() ?? first
    return FragmentWindow(source, first..<max(first, start))
  }
}

/// A source without a range of its bytes. Its reader alone moves it.
private final class FragmentWindow: ByteSource, @unchecked Sendable {
  // Sendable: the position is used by the reader, everything else is constant.
  private let source: any ByteSource
  private let gap: Range<Int64>
  private var position: Int64 = 0

  /// Creates a source at its first byte.
  init(_ source: any ByteSource, _ gap: Range<Int64>) {
    self.source = source
    self.gap = gap
  }

  var size: Int64? { source.size.map { max(0, $0 - Int64(gap.count)) } }
  var isSeekable: Bool { source.isSeekable }
  var location: URL? { source.location }
  var transfer: TransferSnapshot? { source.transfer }
  var isCancelled: Bool { source.isCancelled }
  func cancel() { source.cancel() }
  func resume() { source.resume() }
  func setReadAhead(_ bytes: Int?) { source.setReadAhead(bytes) }

  func seek(to offset: Int64) throws(ByteSourceError) {
    position = offset
    try source.seek(to: offset < gap.lowerBound ? offset : offset.addingSaturated(Int64(gap.count)))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    var part = buffer
    if position < gap.lowerBound, !gap.isEmpty {
      part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: gap.lowerBound - position)))
    } else if position == gap.lowerBound, !gap.isEmpty {
      try source.seek(to: gap.upperBound)
    }
    let count = try source.read(into: part)
    position += Int64(count)
    return count
  }
}
