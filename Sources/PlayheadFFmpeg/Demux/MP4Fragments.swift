import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// The duration of a fragmented MP4 (ISO/IEC 14496-12 §8.8). Its header was written before the fragments and holds zero
/// or all ones.
struct MP4Fragments {
  /// Whether the file has fragments.
  private(set) var isFragmented = false
  /// The end of the last frame or sample, on the asset's timeline; nil if the boxes do not determine it.
  private(set) var end: CMTime?

  /// The state of a track while its fragments are read.
  private struct Track {
    /// Ticks per second.
    var timescale: Int32
    /// The offset of the edit list, in the track's ticks.
    var shift: Int64 = 0
    /// The duration of samples that declare none (`trex`), in ticks.
    var defaultDuration: Int64 = 0
    /// The decode time of the next sample.
    var next: Int64 = 0
    /// The latest end of any sample so far.
    var end: Int64 = 0
  }

  /// The tracks by identifier.
  private var tracks: [Int32: Track] = [:]

  /// Parses the boxes of `source` and reads those that describe fragments; it moves the source's position.
  init(_ source: (any ByteSource)?) {
    guard let source, let size = source.size else { return }
    let reader = BoxReader(source)
    // Over a network each box would be a request: there, only detect that the header does not contain the duration.
    guard source.transfer == nil else {
      let movie = reader.boxes(in: 0..<size, through: "moov").last
      isFragmented = movie.map { reader.boxes(in: $0.content).contains { $0.type == "mvex" } } ?? false
      return
    }
    let boxes = reader.boxes(in: 0..<size)
    isFragmented = boxes.contains { $0.type == "moof" }
    guard isFragmented, let movie = boxes.first(where: { $0.type == "moov" }) else { return }
    readMovie(reader.boxes(in: movie.content), reader)
    for box in boxes where box.type == "moof" {
      for part in reader.boxes(in: box.content) where part.type == "traf" { readFragment(part, reader) }
    }
    end = tracks.values.filter { $0.end > 0 }.map { CMTime(value: $0.end - $0.shift, timescale: $0.timescale) }.max()
  }

  /// Reads the timescales, edit lists and default durations of all tracks.
  private mutating func readMovie(_ parts: [BoxReader.Box], _ reader: BoxReader) {
    for track in parts where track.type == "trak" {
      let inner = reader.boxes(in: track.content)
      guard let header = inner.first(where: { $0.type == "tkhd" }), let identifier = reader.trackIdentifier(header),
        let media = inner.first(where: { $0.type == "mdia" }),
        let mediaHeader = reader.boxes(in: media.content).first(where: { $0.type == "mdhd" }),
        let time = reader.header(mediaHeader), let timescale = Int32(exactly: time.timescale), timescale > 0
      else { continue }
      let list = inner.first { $0.type == "edts" }.flatMap { reader.boxes(in: $0.content).first { $0.type == "elst" } }
      let edit = list.flatMap { reader.edits($0).first { $0.mediaTime >= 0 } }
      tracks[identifier] = Track(timescale: timescale, shift: edit?.mediaTime ?? 0)
    }
    for extends in parts where extends.type == "mvex" {
      for defaults in reader.boxes(in: extends.content) where defaults.type == "trex" {
        guard let data = reader.bytes(at: defaults.content.lowerBound, count: 24), data.count == 24 else { continue }
        tracks[Int32(truncatingIfNeeded: reader.number(data, at: 4, width: 4))]?.defaultDuration =
          Int64(reader.number(data, at: 12, width: 4))
      }
    }
  }

  /// Reads a track fragment (`traf`): its first decode time (`tfdt`) and its runs.
  private mutating func readFragment(_ box: BoxReader.Box, _ reader: BoxReader) {
    let parts = reader.boxes(in: box.content)
    guard let header = parts.first(where: { $0.type == "tfhd" }),
      let data = reader.bytes(at: header.content.lowerBound, count: Int(min(40, header.content.count))), data.count >= 8
    else { return }
    let identifier = Int32(truncatingIfNeeded: reader.number(data, at: 4, width: 4))
    guard var track = tracks[identifier] else { return }
    var duration = track.defaultDuration
    let flags = reader.number(data, at: 0, width: 4)
    if flags & 0x8 != 0 {
      duration = Int64(reader.number(data, at: 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0), width: 4))
    }
    if let time = parts.first(where: { $0.type == "tfdt" }),
      let data = reader.bytes(at: time.content.lowerBound, count: 12)
    {
      track.next = Int64(clamping: reader.number(data, at: 4, width: data.first == 1 ? 8 : 4))
    }
    for run in parts where run.type == "trun" { Self.readRun(run, of: &track, duration: duration, reader) }
    tracks[identifier] = track
  }

  /// Reads a track run (`trun`, ISO/IEC 14496-12 §8.8.8), and advances the track's times.
  ///
  /// - Parameter duration: The duration of samples for which the run declares none, in ticks.
  private static func readRun(_ box: BoxReader.Box, of track: inout Track, duration: Int64, _ reader: BoxReader) {
    // More than a megabyte of sample descriptions in one fragment is damage.
    guard box.content.count < 1 << 20,
      let data = reader.bytes(at: box.content.lowerBound, count: Int(box.content.count)),
      data.count >= 8
    else { return }
    let flags = reader.number(data, at: 0, width: 4)
    let count = reader.number(data, at: 4, width: 4)
    var at = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
    let width = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & UInt64($1) != 0 ? 4 : 0) }
    guard width > 0 else {
      // Samples without fields of their own use no bytes that would bound their number of up to four billion.
      let (length, tooLong) = duration.multipliedReportingOverflow(by: Int64(count))
      let (next, overflow) = track.next.addingReportingOverflow(length)
      guard !tooLong, !overflow else { return }
      track.end = max(track.end, next)
      track.next = next
      return
    }
    for _ in 0..<count {
      guard at + width <= data.count else { return }
      let length = flags & 0x100 != 0 ? Int64(reader.number(data, at: at, width: 4)) : duration
      var offset: Int64 = 0
      if flags & 0x800 != 0 {
        let stored = reader.number(data, at: at + width - 4, width: 4)
        offset = data[0] == 0 ? Int64(stored) : Int64(Int32(truncatingIfNeeded: stored))
      }
      let (next, overflow) = track.next.addingReportingOverflow(length)
      guard !overflow else { return }
      track.end = max(track.end, next.addingSaturated(offset))
      track.next = next
      at += width
    }
  }
}
