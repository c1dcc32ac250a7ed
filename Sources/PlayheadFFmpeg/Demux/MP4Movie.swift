import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// The properties of an MP4 movie and its tracks that libavformat does not expose.
struct MP4Movie {
  /// The properties of one track.
  struct Track {
    /// The result for the track.
    var details = TrackDetails()
    /// Ticks of the media per second; 0 if unknown.
    var timescale: Int32 = 0
    /// Whether another track references this one as its chapters.
    var isChapterList = false
  }

  /// The movie's tags, in file order.
  private(set) var tags: [MediaTag] = []
  /// The tracks by identifier.
  private(set) var tracks: [Int32: Track] = [:]
  /// The creation time, in seconds since 1904; nil if not declared.
  private(set) var creation: UInt64?

  /// Reads the boxes; a truncated last one is clipped.
  private let reader: BoxReader
  /// Whether the major brand is that of QuickTime, whose tags have another layout.
  private let isQuickTime: Bool
  /// Ticks of the movie per second; 0 if unknown.
  private var timescale: Int32 = 0

  /// Reads the whole `moov`, and moves the source's position. A file without it has no properties.
  init(_ source: any ByteSource, isQuickTime: Bool) {
    reader = BoxReader(source, clips: true)
    self.isQuickTime = isQuickTime
    guard let size = source.size else { return }
    let top = reader.boxes(in: 0..<size, through: "moov")
    guard let movie = top.last, movie.type == "moov" else { return }
    let parts = reader.boxes(in: movie.content)
    if let header = parts.first(where: { $0.type == "mvhd" }) { readHeader(header) }
    tags = MP4Tags.read(parts, reader, isQuickTime: isQuickTime)
    for track in parts where track.type == "trak" && tracks.count < TagLimits.count { read(track) }
    let lists = Set(tracks.values.flatMap { $0.details.references["chap"] ?? [] })
    for identifier in lists { tracks[identifier]?.isChapterList = true }
  }

  /// Reads the timescale and the creation time of an `mvhd`.
  private mutating func readHeader(_ box: BoxReader.Box) {
    guard let data = reader.bytes(at: box.content.lowerBound, count: 20), let time = reader.header(box) else { return }
    timescale = Int32(exactly: time.timescale) ?? 0
    let seconds = reader.number(data, at: 4, width: data[0] == 1 ? 8 : 4)
    creation = seconds > 0 ? seconds : nil
  }

  /// Reads a `trak`; ignores one without an identifier.
  private mutating func read(_ box: BoxReader.Box) {
    let parts = reader.boxes(in: box.content)
    guard let header = parts.first(where: { $0.type == "tkhd" }), let identifier = reader.trackIdentifier(header) else {
      return
    }
    var track = Track()
    track.details.tags = MP4Tags.read(parts, reader, isQuickTime: isQuickTime)
    if let list = parts.first(where: { $0.type == "tref" }) { track.details.references = references(list) }
    var length: Int64 = 0
    if let media = parts.first(where: { $0.type == "mdia" }) {
      let inner = reader.boxes(in: media.content)
      if let header = inner.first(where: { $0.type == "mdhd" }).flatMap({ reader.header($0) }) {
        track.timescale = Int32(exactly: header.timescale) ?? 0
        length = header.duration
      }
      if let language = inner.first(where: { $0.type == "elng" }) {
        track.details.extendedLanguage = reader.fullText(language)
      }
      track.details.format.cleanAperture = reader.cleanAperture(inner)
    }
    if let list = parts.first(where: { $0.type == "edts" }).flatMap({
      reader.boxes(in: $0.content).first { $0.type == "elst" }
    }) {
      track.details.segments = segments(reader.edits(list), track.timescale, length: length)
    }
    tracks[identifier] = track
  }

  /// The track identifiers of a `tref` by reference type.
  private func references(_ box: BoxReader.Box) -> [String: [Int32]] {
    reader.boxes(in: box.content).reduce(into: [:]) { $0[$1.type, default: []] += reader.identifiers($1) }
  }

  /// The segments of an edit list (ISO/IEC 14496-12 §8.6.6).
  private func segments(
    _ edits: [(duration: Int64, mediaTime: Int64, rate: Double)], _ mediaScale: Int32, length: Int64
  ) -> [TrackSegment] {
    guard timescale > 0, mediaScale > 0 else { return [] }
    var position = CMTime(value: 0, timescale: timescale)
    return edits.map { edit in
      var duration = CMTime(value: edit.duration, timescale: timescale)
      // In a fragmented file an edit of zero duration extends to the end.
      if edit.duration == 0, edits.count == 1, length > edit.mediaTime {
        duration = CMTime(value: length - max(0, edit.mediaTime), timescale: mediaScale)
      }
      let target = CMTimeRange(start: position, duration: duration)
      position = position + duration
      guard edit.mediaTime >= 0 else { return TrackSegment(source: .invalid, target: target) }
      let start = CMTime(value: edit.mediaTime, timescale: mediaScale)
      let source = CMTimeMultiplyByFloat64(duration, multiplier: edit.rate)
      return TrackSegment(
        source: CMTimeRange(start: start, duration: edit.rate == 1 ? duration : source), target: target)
    }
  }
}
