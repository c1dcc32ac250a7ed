import CPlayheadFFmpeg
import CoreMedia
import Glibc
import PlayheadMedia

/// The decoding parameters of a stream. A copy: it outlives the demuxer, and any thread may read it.
package final class StreamParameters: @unchecked Sendable {
  // Sendable: `raw` is written only in `init`, and avcodec_parameters_to_context only reads it.
  /// libavcodec's parameters, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVCodecParameters>
  /// The time base of the stream's packets.
  let mapping: TimeMapping
  /// The track that the parameters belong to.
  package let track: TrackInfo
  /// Whether the packets' durations declare the audible length of their audio: in MP4 the last packet is often shorter
  /// than its decoded frame (ISO/IEC 14496-12 §8.6.1.2), and nothing else declares that.
  let hasExactDurations: Bool
  /// The sample-exact end of the audio, if the container declares it more precisely than its packets.
  let exactEnd: CMTime?
  /// Whether the priming has negative times, as with an MP4 edit list or `iTunSMPB`: then it is cut by time. libavcodec
  /// cuts twice as much for AAC with spectral band replication, although edit lists count output samples.
  let hasTimedPriming: Bool
  /// Whether the stream belongs to a segment of a segmented stream.
  package let isPlacedPart: Bool

  /// Copies the parameters of a stream; nil if memory is exhausted.
  init?(
    stream: UnsafeMutablePointer<AVStream>, mapping: TimeMapping, track: TrackInfo, hasExactDurations: Bool,
    exactEnd: CMTime?, isPlacedPart: Bool = false
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
    self.isPlacedPart = isPlacedPart
    let first = isPlacedPart ? nil : avformat_index_get_entry(stream, 0)?.pointee
    let start = first.map { mapping.time(ofTicks: $0.timestamp) } ?? .zero
    hasTimedPriming = hasExactDurations && source.pointee.codec_id == AV_CODEC_ID_AAC && start < .zero
  }

  /// The same coding for another track that is not opened yet and presumably has the same parameters.
  package convenience init?(_ other: StreamParameters, track: TrackInfo) {
    guard let copy = avcodec_parameters_alloc() else { return nil }
    guard avcodec_parameters_copy(copy, other.raw) >= 0 else {
      var copy: UnsafeMutablePointer<AVCodecParameters>? = copy
      avcodec_parameters_free(&copy)
      return nil
    }
    self.init(
      taking: copy, mapping: other.mapping, track: track, hasExactDurations: other.hasExactDurations, exactEnd: nil,
      isPlacedPart: other.isPlacedPart,
      hasTimedPriming: other.hasTimedPriming)
  }

  /// The parameters of WebVTT in segments.
  package convenience init?(webVTT track: TrackInfo) {
    guard let made = avcodec_parameters_alloc() else { return nil }
    made.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    made.pointee.codec_id = AV_CODEC_ID_WEBVTT
    self.init(
      taking: made, mapping: TimeMapping(AVRational(num: 1, den: 1000), origin: .zero), track: track,
      hasExactDurations: false, exactEnd: nil, isPlacedPart: true,
      hasTimedPriming: false)
  }

  /// Takes ownership of the parameters of uncompressed media, of which no time is cut.
  convenience init(raw: UnsafeMutablePointer<AVCodecParameters>, mapping: TimeMapping, track: TrackInfo) {
    self.init(
      taking: raw, mapping: mapping, track: track, hasExactDurations: false, exactEnd: nil, isPlacedPart: false,
      hasTimedPriming: false)
  }

  /// Takes ownership of allocated parameters.
  init(
    taking raw: UnsafeMutablePointer<AVCodecParameters>, mapping: TimeMapping, track: TrackInfo,
    hasExactDurations: Bool, exactEnd: CMTime?, isPlacedPart: Bool, hasTimedPriming: Bool
  ) {
    self.raw = raw
    self.mapping = mapping
    self.track = track
    self.hasExactDurations = hasExactDurations
    self.exactEnd = exactEnd
    self.isPlacedPart = isPlacedPart
    self.hasTimedPriming = hasTimedPriming
  }

  /// The pixel format of video; nil if it is not known.
  var pixelFormat: PixelFormat? {
    raw.pointee.codec_type == AVMEDIA_TYPE_VIDEO && raw.pointee.format >= 0
      ? PixelFormat(AVPixelFormat(rawValue: raw.pointee.format)) : nil
  }

  /// Whether a decoder opened with `other` decodes this stream's packets with the same times.
  package func continues(_ other: StreamParameters) -> Bool {
    if self === other { return true }
    let (mine, theirs) = (raw.pointee, other.raw.pointee)
    guard mapping == other.mapping, track.index == other.track.index, mine.codec_id == theirs.codec_id,
      mine.width == theirs.width, mine.height == theirs.height, mine.sample_rate == theirs.sample_rate,
      mine.ch_layout.nb_channels == theirs.ch_layout.nb_channels, mine.extradata_size == theirs.extradata_size
    else { return false }
    // Nothing but the parameters describes uncompressed frames.
    if mine.codec_id == AV_CODEC_ID_RAWVIDEO, !hasSameFrames(as: other) { return false }
    guard mine.extradata_size > 0, let first = mine.extradata, let second = theirs.extradata else { return true }
    return memcmp(first, second, Int(mine.extradata_size)) == 0
  }

  /// Whether uncompressed frames have the same layout, colours and orientation.
  private func hasSameFrames(as other: StreamParameters) -> Bool {
    let (mine, theirs) = (raw.pointee, other.raw.pointee)
    return mine.format == theirs.format && mine.color_range == theirs.color_range
      && mine.color_primaries == theirs.color_primaries && mine.color_trc == theirs.color_trc
      && mine.color_space == theirs.color_space && track.video?.transform == other.track.video?.transform
      && track.video?.pixelAspect == other.track.video?.pixelAspect
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
    avcodec_parameters_free(&raw)
  }
}
