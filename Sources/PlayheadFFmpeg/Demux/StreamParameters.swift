import CPlayheadFFmpeg
import CoreMedia

/// All that a decoder must know of a stream. A copy: it outlives the demuxer, and any thread may read it.
package final class StreamParameters: @unchecked Sendable {
  // Sendable: `raw` is written only in `init`, and avcodec_parameters_to_context only reads it.
  let raw: UnsafeMutablePointer<AVCodecParameters>
  let mapping: TimeMapping
  package let track: TrackInfo

  init?(stream: UnsafeMutablePointer<AVStream>, mapping: TimeMapping, track: TrackInfo) {
    guard let copy = avcodec_parameters_alloc() else { return nil }
    guard let source = stream.pointee.codecpar, avcodec_parameters_copy(copy, source) >= 0 else {
      var copy: UnsafeMutablePointer<AVCodecParameters>? = copy
      avcodec_parameters_free(&copy)
      return nil
    }
    raw = copy
    self.mapping = mapping
    self.track = track
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
    avcodec_parameters_free(&raw)
  }
}
