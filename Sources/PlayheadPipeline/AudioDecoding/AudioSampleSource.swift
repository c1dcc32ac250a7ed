import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Converts the packets of an audio track to interleaved samples in the format of the ring. Belongs to the decoder
/// thread.
protocol AudioSampleSource: AnyObject {
  /// Whether a downmix raises the center channel. A change applies from the next frame on.
  var emphasizesDialogue: Bool { get set }
  /// Discards everything that is held, for a start at a target.
  func flush(startingAt target: CMTime)
  /// Converts a packet and delivers the samples that become available.
  ///
  /// - Parameter fail: Called for each error. Later packets can still be converted.
  func decode(_ packet: Packet, deliver: AudioTrackDecoder.Delivery, fail: (FFmpegError) -> Void)
  /// Delivers what is held, before another source or the end.
  ///
  /// - Throws: `FFmpegError` if the rest cannot be converted.
  func drain(deliver: AudioTrackDecoder.Delivery, fail: (FFmpegError) -> Void) throws(FFmpegError)
  /// Continues with other parameters, after `drain`.
  ///
  /// - Throws: `FFmpegError` if the parameters cannot be used; the old ones remain.
  func replace(with parameters: StreamParameters) throws(FFmpegError)
}

extension AudioTrackDecoder: AudioSampleSource {}
