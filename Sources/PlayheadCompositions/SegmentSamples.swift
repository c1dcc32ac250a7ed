import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The decoded samples of a range of a source's audio track, in the format of the composition: cut to the sample, with
/// silence in gaps of the track. Belongs to the reader's thread.
///
///     track ─► AudioTrackDecoder ─► AudioPlacement ─► TimeStretcher ─► samples
///                                   gaps, cuts, end   scaled segments only
///
/// A read that was cancelled continues at the same packet.
package final class SegmentSamples {
  private let track: SourceTrack
  /// The range on the source's timeline.
  private let range: CMTimeRange
  /// The URL of the source, for errors.
  private let url: URL
  private let format: AudioFormat
  private let control: CompositionControl
  private let decoder: AudioTrackDecoder
  private let errors = AudioDecodeErrors()
  /// The place of the next samples, from the start of the range on.
  private var placement: AudioPlacement
  /// Changes the speed; nil at normal speed, and after its end.
  private var stretcher: TimeStretcher?
  /// Samples that are not returned yet.
  private var made: [Float] = []
  /// Whether the source has been positioned.
  private var isPositioned = false
  /// Whether all samples of the range have been made.
  private var isComplete = false

  /// Decoders output correct samples only after some packets: a quarter of a second lets every codec settle.
  private static let preroll = CMTime(value: 1, timescale: 4)

  /// Opens a decoder; nothing is read yet. `rate`: the speed, 2 for twice as fast; `pitch`: how it is changed.
  ///
  /// - Throws: `MediaError` if there is no decoder for the codec, or the speed cannot be changed.
  package init(
    _ track: SourceTrack, range: CMTimeRange, url: URL, format: AudioFormat, rate: Double, pitch: PitchAlgorithm,
    control: CompositionControl
  ) throws(MediaError) {
    self.track = track
    self.range = range
    self.url = url
    self.format = format
    self.control = control
    let codec = track.parameters.track.codecName
    let continuity = AudioContinuityPolicy(isAlone: false, delaysFirst: AudioContinuityPolicy.delaysFirst(codec))
    placement = AudioPlacement(continuity, sampleRate: format.sampleRate)
    do throws(FFmpegError) {
      decoder = try AudioTrackDecoder(track.parameters, format: format, errors: errors)
      if rate != 1 {
        stretcher = try TimeStretcher(
          sampleRate: format.sampleRate, channelCount: format.channelCount, rate: rate, algorithm: pitch)
      }
    } catch {
      throw MediaError(.noDecoder(codec: codec), url: url, cause: error)
    }
  }

  /// The next samples, interleaved; nil at the end of the range. Blocks while packets are read.
  ///
  /// - Throws: `MediaError` if reading fails or is cancelled.
  package func next() throws(MediaError) -> [Float]? {
    if !isPositioned {
      // Before zero there may be priming, which an edit list hides.
      try track.container.seek(to: range.start - Self.preroll, track: track.index)
      decoder.flush(startingAt: range.start)
      placement.begin(at: range.start, end: range.end)
      isPositioned = true
    }
    while made.isEmpty, !isComplete {
      if control.isCancelled { throw MediaError(.cancelled, url: url) }
      try decodeNext()
    }
    guard !made.isEmpty else { return nil }
    defer { made = [] }
    return made
  }

  /// Decodes one packet, or finishes after the last one.
  private func decodeNext() throws(MediaError) {
    guard !placement.isComplete, let packet = try track.read() else { return try finish() }
    guard !placement.isBefore(packet) else { return }
    errors.notePacket()
    placement.noteSent(packet)
    var failure: FFmpegError?
    decoder.decode(packet, deliver: place) { [errors] error in if errors.note(error) { failure = error } }
    guard let failure else { return }
    throw MediaError(.decodeFailed(codec: track.parameters.track.codecName), url: url, cause: failure)
  }

  /// Takes the samples that the decoder and the stretcher still hold.
  private func finish() throws(MediaError) {
    do throws(FFmpegError) {
      if !placement.isComplete { try decoder.drain(deliver: place) { _ in } }
      if stretcher != nil { try stretcher?.finish(into: &made) }
      stretcher = nil
    } catch {
      // Only the last samples are missing, which become silence.
    }
    isComplete = true
  }

  /// Places samples at their time: cuts those before the start, and inserts silence where the track has a gap.
  private func place(_ samples: inout [Float], at time: CMTime?) {
    let channels = format.channelCount
    let gap = time.map { placement.gap(before: $0) } ?? 0
    if gap > 0 {
      // No more than the range, however large the gap is.
      let count = min(gap, Int(placement.framesLeft ?? 0))
      append([Float](repeating: 0, count: max(0, count) * channels))
    } else if gap < 0 {
      samples.removeFirst(min(samples.count, -gap * channels))
    }
    append(samples)
  }

  /// Appends continuous samples, up to the end of the range.
  private func append(_ samples: [Float]) {
    let channels = format.channelCount
    guard !samples.isEmpty, !placement.isComplete else { return }
    let count = min(samples.count / channels, Int(placement.framesLeft ?? Int64(samples.count)))
    placement.advance(by: count)
    let cut = count * channels == samples.count ? samples : Array(samples.prefix(count * channels))
    guard stretcher != nil else {
      made += cut
      return
    }
    do throws(FFmpegError) {
      try stretcher?.stretch(cut, into: &made)
    } catch {
      // The rest of the segment is silent.
      isComplete = true
    }
  }
}
