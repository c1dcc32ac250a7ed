import CoreMedia
import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia

/// Converts the packets of an audio track to IEC 61937 bursts, as the samples of a ring with the format of the device.
/// Belongs to the decoder thread.
final class BurstSource: AudioSampleSource {
  /// Without effect: the device mixes the channels.
  var emphasizesDialogue = false
  /// The muxer that packs the bursts.
  private var muxer: BurstMuxer
  /// The parameters of the packets.
  private var parameters: StreamParameters
  /// Counts packets and bursts.
  private let errors: AudioDecodeErrors
  /// The time of the first packet of the incomplete burst; nil between bursts.
  private var burstTime: CMTime?

  /// Opens a muxer. `errors`: counts packets and bursts.
  ///
  /// - Throws: `FFmpegError` if the codec cannot be passed through.
  init(_ parameters: StreamParameters, errors: AudioDecodeErrors) throws(FFmpegError) {
    muxer = try BurstMuxer(parameters)
    self.parameters = parameters
    self.errors = errors
  }

  /// Discards an incomplete burst.
  func flush(startingAt target: CMTime) {
    burstTime = nil
    // The old muxer remains if memory is exhausted: its incomplete burst is completed by other packets.
    if let muxer = try? BurstMuxer(parameters) { self.muxer = muxer }
  }

  /// Delivers each burst with the time of its first packet.
  func decode(_ packet: Packet, deliver: AudioTrackDecoder.Delivery, fail: (FFmpegError) -> Void) {
    do throws(FFmpegError) {
      let bytes = try muxer.write(packet)
      let time = burstTime ?? packet.presentationTime
      guard !bytes.isEmpty else {
        burstTime = time
        return
      }
      burstTime = nil
      errors.noteFrame()
      var samples = PassthroughSamples.samples(of: bytes)
      deliver(&samples, time.isNumeric ? time : nil)
    } catch {
      burstTime = nil
      fail(error)
    }
  }

  /// Delivers nothing: an incomplete burst cannot be decoded.
  func drain(deliver: AudioTrackDecoder.Delivery, fail: (FFmpegError) -> Void) throws(FFmpegError) { burstTime = nil }

  /// Opens another muxer.
  func replace(with parameters: StreamParameters) throws(FFmpegError) {
    muxer = try BurstMuxer(parameters)
    self.parameters = parameters
  }
}
