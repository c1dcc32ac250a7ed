import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// A frame on a composition's timeline.
package struct CompositionFrame {
  /// The decoded frame; nil: black, in an empty segment.
  package var frame: VideoFrame?
  /// The time at which it appears.
  package var time: CMTime
  /// How long it is displayed, as far as known.
  package var duration: CMTime

  /// Creates a frame.
  package init(frame: VideoFrame?, time: CMTime, duration: CMTime) {
    self.frame = frame
    self.time = time
    self.duration = duration
  }
}

/// The frames of one video track of a composition in presentation order, segment by segment.
///
/// A segment begins with the frame that its source displays there, even if that frame began earlier. Empty segments are
/// black. The last frame is repeated up to the end of the composition.
///
/// Belongs to the reader's thread.
package final class CompositionVideoTrack {
  let track: CompositionDescription.Track
  private let sources: SourceTracks
  private let control: CompositionControl
  /// The end of the composition.
  private let end: CMTime
  /// The index of the current segment; beyond the last one: after the end of the track.
  private var segment = 0
  /// The time in the current segment at which reading begins.
  private var start = CMTime.zero
  /// The frames of the current segment; nil before its first one.
  private var frames: SegmentFrames?
  /// The frame that is repeated after the end of the track.
  private var last: CompositionFrame?

  /// The time between repeated frames of a still range: so that queues know how far it was read.
  static let stillInterval = CMTime(value: 1, timescale: 2)

  /// Creates a reader at the beginning.
  package init(
    _ track: CompositionDescription.Track, end: CMTime, provider: any ByteSourceProvider, control: CompositionControl
  ) {
    self.track = track
    self.end = end
    self.control = control
    sources = SourceTracks(provider, control: control)
  }

  /// Moves to a time: the next frame is the one displayed there.
  package func seek(to time: CMTime) {
    frames = nil
    last = nil
    start = min(max(.zero, time), track.end)
    let index = track.segments.firstIndex { $0.target.containsTime(start) }
    // After the end of the track its last frame is displayed.
    segment = index ?? max(0, track.segments.count - 1)
  }

  /// The next frame; nil at the end of the composition. Blocks while it is read and decoded.
  ///
  /// - Throws: `MediaError` if a source cannot be opened, read or decoded, or the read was cancelled.
  package func next() throws(MediaError) -> CompositionFrame? {
    while segment < track.segments.count {
      let current = track.segments[segment]
      if let found = current.source == nil ? black(in: current) : try frame(of: current) {
        last = found
        return found
      }
      segment += 1
      frames = nil
      if segment < track.segments.count { start = track.segments[segment].target.start }
    }
    return still()
  }

  /// The next black frame of an empty segment; nil at its end.
  private func black(in segment: CompositionDescription.Segment) -> CompositionFrame? {
    guard start < segment.target.end || last == nil else { return nil }
    // Always the same times, wherever reading began.
    let elapsed = Int64(
      saturating: ((start - segment.target.start).seconds / Self.stillInterval.seconds).rounded(.down))
    var time = segment.target.start + CMTime(value: elapsed, timescale: Self.stillInterval.timescale)
    if time >= segment.target.end { time = max(segment.target.start, time - Self.stillInterval) }
    start = time + Self.stillInterval
    return CompositionFrame(frame: nil, time: time, duration: min(Self.stillInterval, segment.target.end - time))
  }

  /// The next frame of a segment with media; nil at its end.
  private func frame(of segment: CompositionDescription.Segment) throws(MediaError) -> CompositionFrame? {
    guard let source = segment.source else { return nil }
    if frames == nil {
      let opened = try sources.track(source, kind: .video)
      let from = max(segment.sourceRange.start, min(segment.sourceTime(at: start), segment.sourceRange.end))
      frames = try SegmentFrames(
        opened, range: CMTimeRange(start: from, end: segment.sourceRange.end), url: source.url, control: control)
    }
    guard let frame = try frames?.next() else { return nil }
    let time = max(segment.target.start, segment.targetTime(at: frame.presentationTime))
    let left = segment.target.end - time
    let duration = segment.targetDuration(of: frame.duration)
    return CompositionFrame(frame: frame, time: time, duration: duration > .zero ? min(duration, left) : left)
  }

  /// The last frame once more, after the end of the track; nil at the end of the composition, or without a frame.
  private func still() -> CompositionFrame? {
    guard var frame = last else { return nil }
    frame.time = max(track.end, frame.time + Self.stillInterval)
    guard frame.time < end else { return nil }
    frame.duration = min(Self.stillInterval, end - frame.time)
    last = frame
    return frame
  }
}
