import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Encodes interleaved 32-bit floating-point samples as compressed audio or linear PCM. Used by one thread at a time.
package final class AudioEncoder {
  /// The parameters with which the packets are decoded.
  package let parameters: StreamParameters

  private let context: EncoderContext
  private let channelCount: Int
  /// The frames that the encoder receives at once; 0 for any number.
  private let frameSize: Int
  /// libswresample's context, which converts to the encoder's sample format.
  private var converter: OpaquePointer?
  /// Samples that do not fill a frame yet.
  private var rest: [Float] = []
  /// The number of the next frame of audio.
  private var position: Int64

  /// The rates of Opus (RFC 6716 §2.1.3).
  private static let opusRates = [8000, 12_000, 16_000, 24_000, 48_000]
  /// The frames of linear PCM in one packet.
  private static let pcmFrames = 4096

  /// The sample rate that a codec encodes, nearest to one.
  package static func sampleRate(_ rate: Int, for codecName: String) -> Int {
    switch codecName {
    case "opus": opusRates.first { $0 >= rate } ?? 48_000
    case "mp3": min([32_000, 44_100, 48_000].first { $0 >= rate } ?? 48_000, 48_000)
    case "aac": min(max(rate, 8000), 96_000)
    default: rate
    }
  }

  /// Opens an encoder.
  ///
  /// - Parameter start: The number of the first frame since time zero.
  /// - Throws: `FFmpegError` if there is no encoder, or it rejects the settings.
  package init(_ settings: AudioEncoding, start: Int64) throws(FFmpegError) {
    context = try EncoderContext(settings.codecName)
    channelCount = settings.channelCount
    position = start
    let raw = context.raw
    raw.pointee.sample_fmt = Self.sampleFormat(settings)
    raw.pointee.sample_rate = Int32(clamping: settings.sampleRate)
    av_channel_layout_default(&raw.pointee.ch_layout, Int32(clamping: settings.channelCount))
    raw.pointee.time_base = AVRational(num: 1, den: Int32(clamping: max(1, settings.sampleRate)))
    if let bits = settings.bitRate { raw.pointee.bit_rate = Int64(max(8000, bits)) }
    if ["alac", "flac"].contains(settings.codecName) {
      raw.pointee.bits_per_raw_sample = (settings.bitDepth ?? 16) > 16 ? 24 : 16
    }
    try context.open([:])
    frameSize = Int(raw.pointee.frame_size)
    parameters = try context.parameters(
      TrackInfo(
        encoded: settings.codecName,
        audio: TrackInfo.AudioInfo(sampleRate: settings.sampleRate, channels: settings.channelCount)))
    var (layout, same) = (raw.pointee.ch_layout, raw.pointee.ch_layout)
    let rate = raw.pointee.sample_rate
    var code = swr_alloc_set_opts2(
      &converter, &layout, raw.pointee.sample_fmt, rate, &same, AV_SAMPLE_FMT_FLT, rate, 0, nil)
    if code >= 0 { code = swr_init(converter) }
    guard code >= 0 else { throw FFmpegError(.resample, code: code) }
  }

  deinit { swr_free(&converter) }

  /// The sample format of each encoder that is used.
  private static func sampleFormat(_ settings: AudioEncoding) -> AVSampleFormat {
    let isDeep = (settings.bitDepth ?? 16) > 16
    return switch settings.codecName {
    case "alac": isDeep ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S16P
    case "flac": isDeep ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16
    case "opus": AV_SAMPLE_FMT_FLT
    case "pcm_u8": AV_SAMPLE_FMT_U8
    case "pcm_s16le", "pcm_s16be": AV_SAMPLE_FMT_S16
    case "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be": AV_SAMPLE_FMT_S32
    case "pcm_f32le", "pcm_f32be": AV_SAMPLE_FMT_FLT
    case "pcm_f64le", "pcm_f64be": AV_SAMPLE_FMT_DBL
    default: AV_SAMPLE_FMT_FLTP
    }
  }

  /// Encodes interleaved samples that follow those before, and returns the packets that are complete.
  ///
  /// - Throws: `FFmpegError` if the encoder fails.
  package func encode(_ samples: [Float]) throws(FFmpegError) -> [Packet] {
    rest += samples
    let size = (frameSize > 0 ? frameSize : Self.pcmFrames) * channelCount
    var packets: [Packet] = []
    var used = 0
    while rest.count - used >= size {
      packets += try encode(rest[used..<used + size])
      used += size
    }
    rest.removeFirst(used)
    return packets
  }

  /// Ends the stream, and returns the remaining packets.
  ///
  /// - Throws: `FFmpegError` if the encoder fails.
  package func finish() throws(FFmpegError) -> [Packet] {
    let last = rest[..<(rest.count / channelCount * channelCount)]
    rest = []
    let packets = last.isEmpty ? [] : try encode(last)
    return packets + (try context.encode(nil))
  }

  private func encode(_ samples: ArraySlice<Float>) throws(FFmpegError) -> [Packet] {
    guard let frame = av_frame_alloc() else { throw .outOfMemory(.encode) }
    defer {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
    let count = Int32(clamping: samples.count / channelCount)
    frame.pointee.nb_samples = count
    frame.pointee.format = context.raw.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = context.raw.pointee.sample_rate
    // The default layouts own no memory, so they are copied as values.
    frame.pointee.ch_layout = context.raw.pointee.ch_layout
    frame.pointee.pts = position
    let code = av_frame_get_buffer(frame, 0)
    guard code >= 0 else { throw FFmpegError(.encode, code: code) }
    let written = samples.withUnsafeBytes { bytes -> Int32 in
      var source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return swr_convert(converter, frame.pointee.extended_data, count, &source, count)
    }
    guard written == count else { throw FFmpegError(.resample, code: min(written, playhead_error_invalid_data)) }
    position += Int64(count)
    return try context.encode(frame)
  }
}
