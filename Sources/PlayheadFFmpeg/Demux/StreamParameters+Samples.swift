import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

extension StreamParameters {
  /// The decoding parameters of samples that a program makes. Packets have times in nanoseconds.
  ///
  /// - Parameters:
  ///   - codecName: libavcodec's name of the codec.
  ///   - configuration: The decoder configuration, such as the content of `avcC`; empty without one.
  ///   - video: The size and shape; nil for audio.
  ///   - audio: The sample rate and the channels; nil for video.
  /// - Returns: nil for an unknown codec, and if memory is exhausted.
  package convenience init?(
    codecName: String, configuration: [UInt8], video: TrackInfo.VideoInfo? = nil, audio: TrackInfo.AudioInfo? = nil
  ) {
    guard let codec = avcodec_descriptor_get_by_name(codecName)?.pointee, configuration.count <= Self.sizeLimit,
      let made = avcodec_parameters_alloc()
    else { return nil }
    made.pointee.codec_id = codec.id
    made.pointee.codec_type = video == nil ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO
    if let video {
      made.pointee.width = Int32(clamping: video.width)
      made.pointee.height = Int32(clamping: video.height)
    }
    if let audio {
      made.pointee.sample_rate = Int32(clamping: audio.sampleRate)
      av_channel_layout_default(&made.pointee.ch_layout, Int32(clamping: audio.channels))
    }
    guard Self.setConfiguration(configuration, of: made) else {
      var made: UnsafeMutablePointer<AVCodecParameters>? = made
      avcodec_parameters_free(&made)
      return nil
    }
    let track = TrackInfo(
      index: 0, trackID: 1, kind: video == nil ? .audio : .video, codecName: codecName, codecTag: 0,
      isDecodable: avcodec_find_decoder(codec.id) != nil, isDefault: true, isForced: false, isAttachedPicture: false,
      timeRange: .invalid, timescale: Self.nanoseconds, dataRate: 0, metadata: [:], video: video, audio: audio)
    self.init(
      taking: made, mapping: TimeMapping(AVRational(num: 1, den: Self.nanoseconds), origin: .zero), track: track,
      hasExactDurations: false, exactEnd: nil, isPlacedPart: true, hasTimedPriming: false)
  }

  /// Copies a configuration with the padding that libavcodec's readers need. False without memory.
  static func setConfiguration(
    _ configuration: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>
  ) -> Bool {
    guard !configuration.isEmpty else { return true }
    let size = configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let memory = av_malloc(size) else { return false }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    configuration.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
    }
    parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(configuration.count)
    return true
  }

  /// The timescale of the packets' times.
  static let nanoseconds: Int32 = 1_000_000_000
  /// No configuration is larger than the sets that `avcC` can hold.
  private static let sizeLimit = 1 << 24
}

extension Packet {
  /// Copies a sample that a program made; nil without memory and for more bytes than a packet can have.
  package convenience init?(
    copying bytes: UnsafeRawBufferPointer, presentationTime: CMTime, decodeTime: CMTime, duration: CMTime, isKey: Bool,
    isDiscardable: Bool = false
  ) {
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard bytes.count <= Int(Int32.max) - padding, let raw = av_packet_alloc() else { return nil }
    guard av_new_packet(raw, Int32(bytes.count)) >= 0 else {
      var raw: UnsafeMutablePointer<AVPacket>? = raw
      av_packet_free(&raw)
      return nil
    }
    if let base = bytes.baseAddress {
      UnsafeMutableRawPointer(raw.pointee.data).copyMemory(from: base, byteCount: bytes.count)
    }
    raw.pointee.pts = Self.ticks(presentationTime)
    raw.pointee.dts = Self.ticks(decodeTime)
    let length = Self.ticks(duration)
    raw.pointee.duration = length == playhead_no_timestamp ? 0 : max(0, length)
    raw.pointee.flags = (isKey ? AV_PKT_FLAG_KEY : 0) | (isDiscardable ? AV_PKT_FLAG_DISPOSABLE : 0)
    self.init(
      taking: raw, presentationTime: presentationTime, decodeTime: decodeTime,
      duration: duration.isNumeric ? duration : .zero)
  }

  /// A time in nanoseconds, rounded down; none if it is not numeric or beyond 73 years.
  private static func ticks(_ time: CMTime) -> Int64 {
    let scaled =
      time.isNumeric ? time.convertScale(StreamParameters.nanoseconds, method: .roundTowardNegativeInfinity) : time
    return scaled.isNumeric && abs(scaled.value.clampedForSign) < 1 << 61 ? scaled.value : playhead_no_timestamp
  }
}

extension Int64 {
  /// The value, whose magnitude can be computed.
  fileprivate var clampedForSign: Int64 { Swift.max(self, -Int64.max) }
}
