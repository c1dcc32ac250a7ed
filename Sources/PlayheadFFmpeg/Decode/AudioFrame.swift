import CPlayheadFFmpeg
import CoreMedia

/// A frame of decoded audio in the decoder's own sample format. Immutable.
package final class AudioFrame: @unchecked Sendable {
  // Sendable: `raw` is never written after `init`.
  /// The decoded frame, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVFrame>
  /// The time of the first sample on the asset's timeline.
  package let presentationTime: CMTime
  /// The number of samples of each channel.
  package let sampleCount: Int
  /// In hertz.
  package let sampleRate: Int
  /// The number of channels, interleaved or planar depending on the decoder.
  package let channelCount: Int

  /// Takes ownership of a decoded frame.
  init(taking raw: UnsafeMutablePointer<AVFrame>, presentationTime: CMTime) {
    self.raw = raw
    self.presentationTime = presentationTime
    sampleCount = Int(raw.pointee.nb_samples)
    sampleRate = Int(raw.pointee.sample_rate)
    channelCount = Int(raw.pointee.ch_layout.nb_channels)
  }

  /// The first samples of the frame; nil if memory is exhausted.
  func prefix(_ count: Int) -> AudioFrame? {
    guard let copy = av_frame_clone(raw) else { return nil }
    copy.pointee.nb_samples = Int32(count)
    return AudioFrame(taking: copy, presentationTime: presentationTime)
  }

  deinit {
    var raw: UnsafeMutablePointer<AVFrame>? = raw
    av_frame_free(&raw)
  }
}
