import CoreMedia
import PlayheadAudio
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The samples of one audio track of a composition, without a gap from segment to segment: what a segment lacks is
/// silence, and so are empty segments.
///
/// Belongs to the reader's thread. A read that was cancelled loses no sample.
package final class CompositionAudioTrack {
  let track: CompositionDescription.Track
  private let format: AudioFormat
  private let sources: SourceTracks
  private let control: CompositionControl
  /// How the speed of scaled segments is changed.
  private let pitch: @Sendable () -> PitchAlgorithm
  /// The ranges of the segments in frames.
  private let ranges: [Range<Int64>]
  /// The number of the next frame to be made, from the beginning of the composition.
  private var position: Int64 = 0
  /// The segment that is read, with its samples.
  private var current: (index: Int, samples: SegmentSamples)?
  /// Frames made and not returned yet; they end at `position`.
  private var made: [Float] = []

  /// Creates a reader at the beginning.
  package init(
    _ track: CompositionDescription.Track, format: AudioFormat, provider: any ByteSourceProvider,
    control: CompositionControl, pitch: @escaping @Sendable () -> PitchAlgorithm
  ) {
    self.track = track
    self.format = format
    self.control = control
    self.pitch = pitch
    sources = SourceTracks(provider, control: control)
    ranges = track.segments.map { segment in
      let start = Self.frame(at: segment.target.start, format)
      return start..<max(start, Self.frame(at: segment.target.end, format))
    }
  }

  /// The number of the frame nearest to a time.
  package static func frame(at time: CMTime, _ format: AudioFormat) -> Int64 {
    Int64(saturating: (time.seconds * Double(format.sampleRate)).rounded())
  }

  /// Moves to a frame of the composition.
  package func seek(to frame: Int64) {
    position = frame
    current = nil
    made = []
  }

  /// The next `count` frames, interleaved. Blocks while they are read and decoded.
  ///
  /// - Throws: `MediaError` if a source cannot be opened or read, or the read was cancelled.
  package func read(_ count: Int) throws(MediaError) -> [Float] {
    let wanted = count * format.channelCount
    while made.count < wanted {
      try make((wanted - made.count) / format.channelCount)
    }
    let result = Array(made.prefix(wanted))
    made.removeFirst(wanted)
    return result
  }

  /// Makes at least one of the next frames.
  private func make(_ count: Int) throws(MediaError) {
    guard let index = ranges.firstIndex(where: { $0.contains(position) }) else {
      let next = ranges.lazy.map(\.lowerBound).first { $0 > self.position }
      return appendSilence(min(count, next.map { Int(saturating: Double($0 - position)) } ?? count))
    }
    let left = Int(ranges[index].upperBound - position)
    guard track.segments[index].source != nil else { return appendSilence(min(count, left)) }
    if current?.index != index { current = (index, try open(index)) }
    guard let samples = try current?.samples.next() else { return appendSilence(min(count, left)) }
    let frames = min(left, samples.count / format.channelCount)
    made +=
      frames * format.channelCount == samples.count ? samples : Array(samples.prefix(frames * format.channelCount))
    position += Int64(frames)
  }

  /// Appends frames of silence.
  private func appendSilence(_ count: Int) {
    made.append(contentsOf: repeatElement(0, count: count * format.channelCount))
    position += Int64(count)
  }

  /// Opens the samples of a segment from the present position on.
  private func open(_ index: Int) throws(MediaError) -> SegmentSamples {
    let segment = track.segments[index]
    guard let source = segment.source else { throw MediaError(.cancelled, url: .init(fileURLWithPath: "/")) }
    let opened = try sources.track(source, kind: .audio)
    var start = segment.sourceRange.start
    if position > ranges[index].lowerBound {
      start = segment.sourceTime(at: CMTime(value: position, timescale: CMTimeScale(format.sampleRate)))
    }
    start = max(segment.sourceRange.start, min(start, segment.sourceRange.end))
    let rate = segment.isScaled ? segment.sourceRange.duration.seconds / segment.target.duration.seconds : 1
    return try SegmentSamples(
      opened, range: CMTimeRange(start: start, end: segment.sourceRange.end), url: source.url, format: format,
      rate: rate, pitch: pitch(), control: control)
  }
}
