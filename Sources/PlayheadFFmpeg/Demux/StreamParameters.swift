import CPlayheadFFmpeg
import CoreMedia
import Glibc

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
  /// Whether priming lies before zero on the timeline, as an edit list of MP4 has it: then it is cut by its times. libavcodec cuts twice
  /// as much where AAC has spectral band replication, although edit lists count in samples of the output.
  let hasTimedPriming: Bool
  /// Whether it belongs to a part of a stream in segments.
  package let isPlacedPart: Bool

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
    hasTimedPriming = hasExactDurations && source.pointee.codec_id == AV_CODEC_ID_AAC && first?.timestamp ?? 0 < 0
  }

  /// The same coding under the name of another track: one that is not opened yet and is coded alike as far as anybody knows.
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

  /// WebVTT that comes in segments of its own.
  package convenience init?(webVTT track: TrackInfo) {
    guard let made = avcodec_parameters_alloc() else { return nil }
    made.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    made.pointee.codec_id = AV_CODEC_ID_WEBVTT
    self.init(
      taking: made, mapping: TimeMapping(AVRational(num: 1, den: 1000), origin: .zero), track: track,
      hasExactDurations: false, exactEnd: nil, isPlacedPart: true,
      hasTimedPriming: false)
  }

  private init(
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

  /// Whether a decoder that was made for the other one decodes this one's packets, to the same times.
  package func continues(_ other: StreamParameters) -> Bool {
    if self === other { return true }
    let (mine, theirs) = (raw.pointee, other.raw.pointee)
    guard mapping == other.mapping, track.index == other.track.index, mine.codec_id == theirs.codec_id,
      mine.width == theirs.width, mine.height == theirs.height, mine.sample_rate == theirs.sample_rate,
      mine.ch_layout.nb_channels == theirs.ch_layout.nb_channels, mine.extradata_size == theirs.extradata_size
    else { return false }
    guard mine.extradata_size > 0, let first = mine.extradata, let second = theirs.extradata else { return true }
    return memcmp(first, second, Int(mine.extradata_size)) == 0
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
    avcodec_parameters_free(&raw)
  }
}
