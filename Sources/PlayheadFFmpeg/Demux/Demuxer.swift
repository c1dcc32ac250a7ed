import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// The owner of an `AVFormatContext`: opens a container, returns its packets in file order, and seeks in it.
///
/// Used by one thread. A blocking read ends when the source is cancelled.
package struct Demuxer: ~Copyable {
  /// libavformat's context, owned and closed by this object.
  let format: UnsafeMutablePointer<AVFormatContext>
  /// The connection to the source. It must outlive `format`.
  let io: IOBridge
  /// The time bases by stream index.
  var mappings: [TimeMapping]
  /// The exact ends of MP4 tracks, for the parameters of decoders.
  private let trackEnds: MP4TrackEnds
  /// Drops packets beyond the edits of an MP4 file that libavformat opened without applying them.
  var editEnds: EditEndFilter
  /// The properties of the container.
  package let info: MediaInfo
  /// The public stream numbers and the attributes of their packets; nil: libavformat's own numbers.
  var published: [Published?]?
  /// Streams of ID3 tags, and the tags read from them so far.
  var tagStreams: Set<Int> = []
  /// The timed tags that `takeTags` has not returned yet, in file order.
  var tagged: [TimedTags] = []
  /// Packets that were read ahead and not yet returned.
  var pendingPackets: [UnsafeMutablePointer<AVPacket>] = []
  /// Whether the last read was cancelled, so that the next one must clear libavformat's error.
  var wasCancelled = false
  /// Whether a packet was read: errors then count as the end of the file.
  var hasRead = false
  /// Keeps the timeline continuous across PTS jumps; nil if the container cannot have any.
  var discontinuities: DiscontinuityDetector?

  /// The stream number and the parameters that packets of a segment carry.
  struct Published {
    /// The index of the track in the stream of segments.
    var index: Int
    /// The parameters for decoding the packets.
    var parameters: StreamParameters
  }

  /// Opens the container. `probesFully` reads on until every stream is known, even if the header is sufficient for
  /// playback. `formatName`: libavformat's name of the container, to skip detection. `fileExtension`: the extension of
  /// the source's name, for containers without a signature. `formats`: the permitted containers, unless the source is a
  /// segment of a stream.
  ///
  /// Blocks until the header is read.
  ///
  /// - Throws: `refused` for a container that is not permitted; `source`, `format` or `empty`.
  package init(
    source: any ByteSource, probesFully: Bool = false, formatName: String? = nil, fileExtension: String? = nil,
    part: PartOptions? = nil, formats: ContainerFormats = .local
  ) throws(DemuxError) {
    do throws(ByteSourceError) {
      try source.prepare()
    } catch {
      throw .source(error)
    }
    let bridge = try ContainerOpener.bridge(source)
    let opened = try ContainerOpener.open(
      bridge, isEmpty: source.size == 0, probesFully: probesFully, formatName: formatName,
      fileExtension: fileExtension, part: part, formats: part == nil ? formats : .segment)
    self.init(opened.format, through: bridge, of: source, part: part, shiftsEditsOnly: opened.shiftsEditsOnly)
  }

  /// Does not throw: Swift 6.2 destroys default values twice if an initializer of a noncopyable type throws after
  /// setting them.
  private init(
    _ opened: UnsafeMutablePointer<AVFormatContext>, through bridge: consuming IOBridge, of source: any ByteSource,
    part: PartOptions?, shiftsEditsOnly: Bool
  ) {
    io = bridge
    format = opened
    let streams = opened.streamPointers
    let gapless = part == nil ? MP4Gapless.declared(by: opened, source) : nil
    let origin = gapless?.origin ?? (part == nil ? MediaDescription.origin(of: opened) : .zero)
    mappings = streams.map { TimeMapping($0.pointee.time_base, origin: origin) }
    var info = MediaDescription.describe(opened, mappings: mappings, isSeekable: source.isSeekable)
    let hasBoxes = info.containerName.hasPrefix("mov,") && source.isSeekable && part == nil
    trackEnds = MP4TrackEnds(hasBoxes ? source : nil)
    for index in info.tracks.indices {
      guard let names = trackEnds.names[info.tracks[index].trackID] else { continue }
      info.tracks[index].add(names)
    }
    if let declared = trackEnds.duration, info.duration.isNumeric {
      info.duration = MediaDescription.duration(info.duration, declared: declared)
    }
    let fragments = MP4Fragments(hasBoxes ? source : nil)
    if fragments.isFragmented {
      info.duration = fragments.end ?? .indefinite
      info.hasIndex = false
    }
    var ends = shiftsEditsOnly ? trackEnds.editEnds : [:]
    if let gapless, let index = info.tracks.firstIndex(where: { $0.trackID == gapless.track }) {
      ends = [gapless.track: gapless.end]
      info.tracks[index].timeRange = CMTimeRange(start: .zero, duration: gapless.end)
      info.duration = gapless.end
    }
    editEnds = EditEndFilter(ends, of: &info.tracks)
    self.info = info
    if part == nil { discontinuities = Self.discontinuityLimits(opened, info).map { DiscontinuityDetector($0) } }
    // libavformat continues to read at the position that it assumes.
    if hasBoxes { try? source.seek(to: io.context.pointee.pos) }
  }

  deinit {
    for packet in pendingPackets {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    var format: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&format)
  }

  /// The decoding parameters of a stream; nil if there is no such stream.
  package func parameters(ofStream index: Int) -> StreamParameters? {
    guard mappings.indices.contains(index), let track = info.track(at: index),
      let stream = format.pointee.streams[index]
    else {
      return nil
    }
    return StreamParameters(
      stream: stream, mapping: mappings[index], track: track,
      hasExactDurations: info.containerName.hasPrefix("mov,") && published == nil,
      exactEnd: track.kind == .audio ? trackEnds.ends[track.trackID] ?? editEnds[index] : nil)
  }

  /// Selects the streams to return packets of. The others are not even read if the container allows it.
  package mutating func setActiveStreams(_ active: Set<Int>) {
    for (index, stream) in format.streamPointers.enumerated() {
      stream.pointee.discard = active.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The indexes of the streams whose packets are returned.
  private var activeStreams: [Int] {
    format.streamPointers.enumerated().filter { $1.pointee.discard != AVDISCARD_ALL }.map(\.offset)
  }

  /// The next packet in file order; nil at the end. Packets that the container marks as damaged are returned too.
  package mutating func readPacket() throws(DemuxError) -> Packet? {
    while let raw = pendingPackets.isEmpty ? try readRaw() : pendingPackets.removeFirst() {
      let index = Int(raw.pointee.stream_index)
      guard let published else {
        makeContinuous(raw, mapping: mappings[index])
        if editEnds.admits(raw, mappings[index]) { return makePacket(raw, mapping: mappings[index]) }
        var late: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&late)
        if editEnds.isOver(activeStreams) { return nil }
        continue
      }
      if published.indices.contains(index), let known = published[index] {
        raw.pointee.stream_index = Int32(known.index)
        return makePacket(raw, mapping: mappings[index], parameters: known.parameters)
      }
      if tagStreams.contains(index) { take(tags: raw, mapping: mappings[index]) }
      var unwanted: UnsafeMutablePointer<AVPacket>? = raw
      av_packet_free(&unwanted)
    }
    return nil
  }

  /// Reads the next packet in file order, in the file's own times; nil at the end. The caller must free it.
  mutating func readRaw() throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    if wasCancelled {
      wasCancelled = false
      io.clearFailure()
    }
    var failures = 0
    while true {
      guard let packet = av_packet_alloc() else {
        throw .format(FFmpegError(.read, code: playhead_error_out_of_memory))
      }
      let code = av_read_frame(format, packet)
      // Streams that appear later (MPEG-TS) are not played.
      if code >= 0, mappings.indices.contains(Int(packet.pointee.stream_index)) {
        hasRead = true
        return packet
      }
      var failed: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&failed)
      if code >= 0 || code == playhead_error_again { continue }
      if let error = io.takeError() {
        wasCancelled = error == .cancelled
        throw .source(error)
      }
      if code == playhead_error_eof { return nil }
      // Skip damaged data: libavformat resumes at the next packet.
      failures += 1
      if code == playhead_error_invalid_data {
        if failures <= Self.failureLimit { continue }
      }
      // Some demuxers report an error at the end of the file. Everything read before plays.
      if hasRead { return nil }
      throw .format(FFmpegError(.read, code: code))
    }
  }

  /// The number of consecutive damaged packets that counts as the end of the readable data, or of the file if something
  /// was read before.
  private static let failureLimit = 100

  /// Wraps a packet with its times on the timeline. Takes ownership of it.
  func makePacket(
    _ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, parameters: StreamParameters? = nil
  ) -> Packet {
    Packet(
      taking: raw, presentationTime: mapping.time(ofTicks: raw.pointee.pts),
      decodeTime: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      isScrambled: info.containerName == "mpeg" && io.isScrambled(packetAt: raw.pointee.pos), parameters: parameters)
  }
}
