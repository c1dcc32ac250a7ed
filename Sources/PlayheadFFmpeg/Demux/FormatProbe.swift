import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Completes the header's track descriptions from the first packets: colours, pixel aspect ratios, frame rates, channel
/// layouts. For asset properties only; playback needs none of it before decoding.
package struct FormatProbe {
  /// The readers of incomplete headers, by stream index.
  private var readers: [Int: CodedFormatReader] = [:]
  /// The estimates of missing or implausible frame rates, by stream index.
  private var rates: [Int: FrameRateEstimate] = [:]
  /// Streams whose colour range the container declares.
  private var rangesKnown: Set<Int> = []
  /// The packets read, for other inspections of the first packets.
  package private(set) var packets: [Packet] = []
  /// The total size of the packets read.
  private var bytes = 0

  /// Two seconds of most videos.
  private static let frameLimit = 64
  /// The limit of packets of all tracks.
  private static let packetLimit = 512
  /// The limit of bytes of all tracks.
  private static let byteLimit = 4 << 20
  /// Further tracks are left as their header describes them.
  private static let trackLimit = 8

  /// Creates a probe without tracks.
  package init() {}

  /// Reads as many packets as needed, none if the header is complete. Call it before the first packet is read.
  package mutating func read(_ demuxer: inout Demuxer) throws(DemuxError) {
    for track in demuxer.info.tracks {
      begin(track, demuxer.parameters(ofStream: track.index), demuxer.trackFormat(ofStream: track.index))
    }
    guard needsMore else { return }
    demuxer.setActiveStreams(Set(readers.keys).union(rates.keys))
    while needsMore, let packet = try demuxer.readPacket() { take(packet) }
  }

  /// Whether further packets add information.
  package var needsMore: Bool {
    guard packets.count < Self.packetLimit, bytes < Self.byteLimit else { return false }
    return readers.values.contains { !$0.isDone } || rates.values.contains { $0.count < Self.frameLimit }
  }

  /// Takes the next packet of any track.
  package mutating func take(_ packet: Packet) {
    packets.append(packet)
    bytes += packet.byteCount
    readers[packet.streamIndex]?.take(packet)
    rates[packet.streamIndex]?.add(packet.presentationTime)
  }

  /// Starts inspecting a track whose header is incomplete. `format`: header fields that its parameters do not contain.
  package mutating func begin(_ track: TrackInfo, _ parameters: StreamParameters?, _ format: TrackFormat?) {
    guard readers.count + rates.count < Self.trackLimit, track.isDecodable, !track.isAttachedPicture, let parameters
    else { return }
    let raw = parameters.raw.pointee
    if let video = track.video {
      let lacksMastering = raw.color_trc == AVCOL_TRC_SMPTE2084 && format?.mastering == nil
      // A pixel format shows that libavformat has decoded a frame already.
      if raw.format < 0 || lacksMastering {
        readers[track.index] = CodedFormatReader(parameters, knowsMastering: format?.mastering != nil)
      }
      if raw.color_range != AVCOL_RANGE_UNSPECIFIED { rangesKnown.insert(track.index) }
      let isPlausible = video.frameRate > 0 && video.frameRate < MediaDescription.implausibleRate
      if !isPlausible { rates[track.index] = FrameRateEstimate(timescale: track.timescale) }
    } else if track.kind == .audio, raw.ch_layout.order != AV_CHANNEL_ORDER_NATIVE, raw.ch_layout.nb_channels > 2 {
      readers[track.index] = CodedFormatReader(parameters, knowsMastering: true)
    }
  }

  /// Fills in what the header omits. `info` has its details already.
  package func complete(_ info: inout MediaInfo) {
    for index in info.tracks.indices {
      let stream = info.tracks[index].index
      if let format = readers[stream]?.format {
        info.tracks[index].video?.complete(with: format, isRangeKnown: rangesKnown.contains(stream))
        if let mastering = format.mastering { info.details?.tracks[stream]?.format.mastering = mastering }
        if let light = format.lightLevel { info.details?.tracks[stream]?.format.lightLevel = light }
        if let layout = format.channelLayout {
          info.details?.tracks[stream]?.format.channelLayout = layout
          info.details?.tracks[stream]?.format.channelMask = format.channelMask
        }
      }
      if let duration = rates[stream]?.frameDuration, duration.isNumeric, duration > .zero {
        let rate = Double(duration.timescale) / Double(duration.value)
        // For high frame rates the declared value is better than one measured in milliseconds.
        if rate >= MediaDescription.implausibleRate, info.tracks[index].video?.frameRate ?? 0 > 0 { continue }
        info.tracks[index].video?.frameRate = rate
        info.tracks[index].video?.minFrameDuration = duration
      }
    }
  }
}

extension TrackInfo.VideoInfo {
  /// Fills in undeclared colours, and the range and the pixel aspect ratio unless the container declares them.
  fileprivate mutating func complete(with format: CodedFormat, isRangeKnown: Bool) {
    // Code points 0 and 3 are reserved, except for matrices, where 0 is RGB.
    if [0, 2, 3].contains(color.primaries) { color.primaries = format.color.primaries }
    if [0, 2, 3].contains(color.transfer) { color.transfer = format.color.transfer }
    if [2, 3].contains(color.matrix) { color.matrix = format.color.matrix }
    if !isRangeKnown, let isFullRange = format.isFullRange { color.isFullRange = isFullRange }
    if !hasDeclaredAspect, let aspect = format.pixelAspect { pixelAspect = aspect }
  }
}
