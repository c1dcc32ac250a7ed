import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// Where the tracks of an MP4 file really end.
///
/// An edit list counts in ticks of the movie, usually milliseconds, and libavformat cuts the last packet to that: eleven samples
/// too early or too late is a click between two parts of one recording. The media header (`mdhd`) counts in samples. Where the
/// two agree within the rounding, the media header is meant (ISO/IEC 14496-12 §8.4.2, §8.6.6).
struct MP4TrackEnds {
  /// By track identifier, on the asset's timeline.
  private(set) var ends: [Int32: CMTime] = [:]
  /// Where the one edit of a track ends before its media does. By track identifier, on the asset's timeline.
  private(set) var editEnds: [Int32: CMTime] = [:]
  /// By track identifier.
  private(set) var names: [Int32: MP4TrackNames.Names] = [:]

  /// What the movie header declares (ISO/IEC 14496-12 §8.2.2); nil where it declares none. Releases of FFmpeg differ in when they give it.
  private(set) var duration: CMTime?

  private var movieTimescale: Int64 = 0

  /// Walks the boxes of `source`. What it cannot read it leaves out; it moves the source's position.
  init(_ source: (any ByteSource)?) {
    guard let source, let size = source.size else { return }
    let reader = BoxReader(source)
    guard let movie = reader.boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return }
    let parts = reader.boxes(in: movie.content)
    names = MP4TrackNames(reader, movie: parts).tracks
    guard let header = parts.first(where: { $0.type == "mvhd" }), let time = reader.header(header) else { return }
    movieTimescale = time.timescale
    // All bits set: not known. A header that fragments follow counts them or not, and nothing is meant to last for centuries.
    if time.duration > 0, time.duration != 0xFFFF_FFFF, !parts.contains(where: { $0.type == "mvex" }),
      let timescale = Int32(exactly: time.timescale), timescale > 0,
      time.duration / time.timescale < 1 << 32
    {
      duration = CMTime(value: time.duration, timescale: timescale)
    }
    for track in parts where track.type == "trak" { add(track, reader) }
  }

  private mutating func add(_ track: BoxReader.Box, _ reader: BoxReader) {
    let parts = reader.boxes(in: track.content)
    guard let header = parts.first(where: { $0.type == "tkhd" }), let identifier = reader.trackIdentifier(header),
      let media = parts.first(where: { $0.type == "mdia" }),
      let mediaHeader = reader.boxes(in: media.content).first(where: { $0.type == "mdhd" }),
      let length = reader.header(mediaHeader), length.duration > 0, movieTimescale > 0,
      let timescale = Int32(exactly: length.timescale),
      let list = parts.first(where: { $0.type == "edts" }).flatMap({
        reader.boxes(in: $0.content).first { $0.type == "elst" }
      })
    else { return }
    let edits = reader.edits(list)
    let empty = edits.prefix { $0.mediaTime == -1 }.reduce(Int64(0)) { $0.addingSaturated($1.duration) }
    let filled = edits.drop { $0.mediaTime == -1 }
    // Several parts put together are an edit that somebody made, not a rounding.
    guard filled.count == 1, let edit = filled.first, edit.mediaTime >= 0, let movie = Int32(exactly: movieTimescale)
    else { return }
    let start = CMTime(value: empty, timescale: movie)
    let promised = start + CMTime(value: edit.duration, timescale: movie)
    let exact = start + CMTime(value: length.duration - edit.mediaTime, timescale: timescale)
    guard CMTimeAbsoluteValue(exact - promised) <= CMTime(value: 1, timescale: movie) else {
      // An edit of no length goes to the end.
      if edit.duration > 0, promised < exact, edit.rate == 1 { editEnds[identifier] = promised }
      return
    }
    ends[identifier] = exact
  }
}
