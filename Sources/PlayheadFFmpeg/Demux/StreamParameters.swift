import CPlayheadFFmpeg
import CoreMedia

/// All that a decoder must know of a stream. A copy: it outlives the demuxer, and any thread may read it.
package final class StreamParameters: @unchecked Sendable {
  // Sendable: `raw` is written only in `init`, and avcodec_parameters_to_context only reads it.
  let raw: UnsafeMutablePointer<AVCodecParameters>
  let mapping: TimeMapping
  package let track: TrackInfo
  /// Whether a packet's duration tells how much of its sound is meant to be heard: in MP4 the last one is often shorter than what
  /// the decoder makes of it (ISO/IEC 14496-12 §8.6.1.2), and nothing else says so.
  let hasExactDurations: Bool
  /// Where the sound ends to the sample, where the container knows it better than its packets.
  let exactEnd: CMTime?

  init?(
    stream: UnsafeMutablePointer<AVStream>, mapping: TimeMapping, track: TrackInfo, hasExactDurations: Bool,
    exactEnd: CMTime?
  ) {
    guard let copy = avcodec_parameters_alloc() else { return nil }
    guard let source = stream.pointee.codecpar, avcodec_parameters_copy(copy, source) >= 0 else {
      var copy: UnsafeMutablePointer<AVCodecParameters>? = copy
      avcodec_parameters_free(&copy)
      return nil
    }
    raw = copy
    self.mapping = mapping
    self.track = track
    self.hasExactDurations = hasExactDurations
    self.exactEnd = exactEnd
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
    avcodec_parameters_free(&raw)
  }
}
