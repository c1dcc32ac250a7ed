import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// The continuous timeline of a container whose packets may have PTS jumps.
struct ContinuousTimeline {
  /// Detects jumps; nil if the container cannot have any.
  private(set) var detector: DiscontinuityDetector?

  /// A timeline with a detector; without one it has no jumps, such as that of a segment.
  init(_ detector: DiscontinuityDetector? = nil) { self.detector = detector }

  /// The timeline of a container. It has no jumps if the container's index is the timeline (MP4), or if packets have no
  /// times.
  init(_ format: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo) {
    guard !info.containerName.hasPrefix("mov,"), info.hasPresentationTimes,
      let flags = format.pointee.iformat?.pointee.flags
    else { return }
    detector = DiscontinuityDetector(
      flags & AVFMT_TS_DISCONT != 0 ? .discontinuous : .continuous(duration: info.duration))
  }

  /// Removes the time of a packet that contradicts its other one. Returns the properties without it.
  func removeDamagedTime(
    of raw: UnsafeMutablePointer<AVPacket>, _ input: DiscontinuityDetector.Input
  ) -> DiscontinuityDetector.Input {
    var input = input
    switch detector?.damagedTime(of: input) {
    case .presentation: (raw.pointee.pts, input.presentation) = (playhead_no_timestamp, .invalid)
    case .decode: (raw.pointee.dts, input.decode) = (playhead_no_timestamp, .invalid)
    case nil: break
    }
    return input
  }

  /// Moves a packet's times to the continuous timeline. `input`: its properties in the file's own times; `earliest`:
  /// the earliest time of the part that begins with it.
  mutating func shift(
    _ raw: UnsafeMutablePointer<AVPacket>, _ input: DiscontinuityDetector.Input, earliest: CMTime?,
    mapping: TimeMapping
  ) {
    guard let offset = detector?.offset(for: input, earliest: earliest), offset != .zero else { return }
    let shift = mapping.ticks(of: offset)
    raw.pointee.pts = Self.add(shift, to: raw.pointee.pts)
    raw.pointee.dts = Self.add(shift, to: raw.pointee.dts)
  }

  /// Adds to a timestamp. A missing timestamp remains missing; a sum that overflows becomes a missing one.
  private static func add(_ shift: Int64, to ticks: Int64) -> Int64 {
    guard ticks != playhead_no_timestamp else { return ticks }
    let (sum, overflow) = ticks.addingReportingOverflow(shift)
    return overflow ? playhead_no_timestamp : sum
  }

  /// Records a seek to a time of the timeline.
  mutating func seek(to time: CMTime) { detector?.seek(to: time) }

  /// The offset of the part at a time: the difference between the timeline and the file's own times.
  func offset(at time: CMTime) -> CMTime { detector?.part(at: time).offset ?? .zero }

  /// The number of jumps found so far.
  var jumpCount: Int { detector?.splices.count ?? 0 }

  /// The total duration, extrapolated from the part before the newest jump at a constant data rate. `size`: the bytes
  /// of the file; nil if unknown.
  func estimatedDuration(size: Int64?) -> CMTime? {
    guard let last = detector?.splices.last, last.fileOffset > 0, last.start > .zero, let size, size > last.fileOffset
    else { return nil }
    let seconds = last.start.seconds * (Double(size) / Double(last.fileOffset))
    return seconds.isFinite && seconds < 1e9 ? CMTime(seconds: seconds, preferredTimescale: 1000) : nil
  }
}

extension DiscontinuityDetector.Input {
  /// The properties of a packet, in the file's own times. `kind`: that of its track; nil if unknown.
  init(_ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, kind: TrackInfo.Kind?) {
    self.init(
      track: Int(raw.pointee.stream_index), presentation: mapping.time(ofTicks: raw.pointee.pts),
      decode: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      fileOffset: raw.pointee.pos >= 0 ? raw.pointee.pos : nil, isSparse: kind != .video && kind != .audio)
  }
}
