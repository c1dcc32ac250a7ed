import CoreMedia
import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia

/// The decoder of an audio track with the conversion of its output to the format of the ring: packets in, interleaved
/// samples out.
///
/// Samples are delivered to closures in a buffer that is reused, so that decoding allocates nothing. Belongs to the
/// decoder thread.
package final class AudioTrackDecoder {
  /// Receives samples, and the presentation time of the first one; nil: they continue the samples before them.
  package typealias Delivery = (_ samples: inout [Float], _ time: CMTime?) -> Void

  /// The open decoder.
  private var decoder: AudioDecoder
  /// Converts the decoder's output to the format of the ring.
  private var resampler: AudioResampler
  /// Decoded samples in the format of the ring, of one frame.
  private var mixed: [Float] = []
  /// Counts packets, frames, and errors.
  private let errors: AudioDecodeErrors

  /// Opens a decoder. `format`: the format of the ring; `errors`: counts packets and frames.
  ///
  /// - Throws: `FFmpegError` if no decoder for the codec exists, or it cannot be opened.
  package init(_ parameters: StreamParameters, format: AudioFormat, errors: AudioDecodeErrors) throws(FFmpegError) {
    decoder = try AudioDecoder(parameters)
    resampler = AudioResampler(sampleRate: format.sampleRate, channelCount: format.channelCount)
    self.errors = errors
  }

  /// Whether a downmix raises the center channel. A change applies from the next frame on.
  package var emphasizesDialogue: Bool {
    get { resampler.emphasizesDialogue }
    set { resampler.emphasizesDialogue = newValue }
  }

  /// Discards everything that is held, for a start at a target.
  package func flush(startingAt target: CMTime) {
    decoder.flush(startingAt: target)
    resampler.reset()
  }

  /// Sends a packet to the decoder and delivers the frames that become available.
  ///
  /// - Parameter fail: Called for each error. Decoding continues afterwards.
  package func decode(_ packet: Packet, deliver: Delivery, fail: (FFmpegError) -> Void) {
    do throws(FFmpegError) {
      while try !decoder.send(packet) { receive(deliver, fail) }
    } catch {
      fail(error)
    }
    receive(deliver, fail)
  }

  /// Delivers what the decoder and the resampler hold, before another decoder or the end.
  ///
  /// - Throws: `FFmpegError` if the rest of the resampler cannot be converted.
  package func drain(deliver: Delivery, fail: (FFmpegError) -> Void) throws(FFmpegError) {
    decoder.drain()
    receive(deliver, fail)
    mixed.removeAll(keepingCapacity: true)
    try resampler.convert(nil, into: &mixed)
    deliver(&mixed, nil)
  }

  /// Replaces the decoder, after `drain`, for another rendition or a new timeline.
  ///
  /// - Throws: `FFmpegError` if no decoder for the codec exists, or it cannot be opened; the old one remains.
  func replace(with parameters: StreamParameters) throws(FFmpegError) {
    resampler.reset()
    decoder = try AudioDecoder(parameters)
  }

  /// Delivers all frames that are ready. An error costs its own frame: others may follow, above all while the decoder
  /// is drained.
  private func receive(_ deliver: Delivery, _ fail: (FFmpegError) -> Void) {
    for _ in 0..<AudioDecodeErrors.limit {
      do throws(FFmpegError) {
        while let frame = try decoder.receive() {
          errors.noteFrame()
          mixed.removeAll(keepingCapacity: true)
          try resampler.convert(frame, into: &mixed)
          deliver(&mixed, frame.presentationTime)
        }
        return
      } catch {
        fail(error)
      }
    }
  }
}
