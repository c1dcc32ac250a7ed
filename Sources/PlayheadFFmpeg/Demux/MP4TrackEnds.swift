import CoreMedia
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// The exact ends of the tracks of an MP4 file.
///
/// An edit list counts in ticks of the movie, usually milliseconds, and libavformat cuts the last packet to that: an
/// error of eleven samples is an audible click between two parts of one recording. The media header (`mdhd`) counts in
/// samples. If both agree within the rounding, the media header is used (ISO/IEC 14496-12 §8.4.2, §8.6.6).
struct MP4TrackEnds {
  /// The exact ends by track identifier, on the asset's timeline.
  private(set) var ends: [Int32: CMTime] = [:]
  /// The ends of single edits that are shorter than the media, by track identifier, on the asset's timeline.
  private(set) var editEnds: [Int32: CMTime] = [:]
  /// The names by track identifier.
  private(set) var names: [Int32: MP4TrackNames.Names] = [:]

  /// The duration in the movie header (ISO/IEC 14496-12 §8.2.2); nil if not declared. FFmpeg releases differ in when
  /// they report it.
  private(set) var duration: CMTime?

  /// Ticks of the movie per second.
  private var movieTimescale: Int64 = 0

  /// Parses the boxes of `source` and skips unreadable ones; it moves the source's position.
  init(_ source: (any ByteSource)?) {
    guard let source, let size = source.size else { return }
    let reader = BoxReader(source)
    guard let movie = reader.boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return }
    let parts = reader.boxes(in: movie.content)
    names = MP4TrackNames(reader, movie: parts).tracks
    guard let header = parts.first(where: { $0.type == "mvhd" }), let time = reader.header(header) else { return }
    movieTimescale = time.timescale
    // All bits set: unknown. A header before fragments may or may not include them; durations of centuries are damage.
    if time.duration > 0, time.duration != 0xFFFF_FFFF, !parts.contains(where: { $0.type == "mvex" }),
      let timescale = Int32(exactly: time.timescale), timescale > 0,
      time.duration / time.timescale < 1 << 32
    {
      duration = CMTime(value: time.duration, timescale: timescale)
    }
    for track in parts where track.type == "trak" { add(track, reader) }
  }

  /// Adds the ends of a track with a single edit; ignores other tracks.
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
    // Several edits are deliberate, not a rounding.
    guard filled.count == 1, let edit = filled.first, edit.mediaTime >= 0, let movie = Int32(exactly: movieTimescale)
    else { return }
    let start = CMTime(value: empty, timescale: movie)
    let promised = start + CMTime(value: edit.duration, timescale: movie)
    let exact = start + CMTime(value: length.duration - edit.mediaTime, timescale: timescale)
    guard CMTimeAbsoluteValue(exact - promised) <= CMTime(value: 1, timescale: movie) else {
      // An edit of zero duration extends to the end.
      if edit.duration > 0, promised < exact, edit.rate == 1 { editEnds[identifier] = promised }
      return
    }
    ends[identifier] = exact
  }
}

extension MediaInfo {
  /// Corrects what libavformat reports of an MP4 file by the file's own boxes.
  mutating func refine(_ ends: MP4TrackEnds, _ fragments: MP4Fragments) {
    for index in tracks.indices {
      guard let names = ends.names[tracks[index].trackID] else { continue }
      tracks[index].add(names)
    }
    if let declared = ends.duration, duration.isNumeric {
      duration = MediaDescription.duration(duration, declared: declared)
    }
    if fragments.isFragmented {
      duration = fragments.end ?? .indefinite
      hasIndex = false
    }
  }
}
