import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// Maps packets with PTS jumps to one continuous timeline.
extension Demuxer {
  /// The jump thresholds of a container; nil if the container's index is the timeline (MP4), or if packets have no
  /// times.
  static func discontinuityLimits(
    _ format: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo
  ) -> DiscontinuityDetector.Limits? {
    guard !info.containerName.hasPrefix("mov,"), info.hasPresentationTimes,
      let flags = format.pointee.iformat?.pointee.flags
    else { return nil }
    return flags & AVFMT_TS_DISCONT != 0 ? .discontinuous : .continuous(duration: info.duration)
  }

  /// Moves a packet's times to the continuous timeline.
  mutating func makeContinuous(_ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard let detector = discontinuities else { return }
    let input = input(of: raw)
    let earliest = detector.beginsPart(input) ? earliestTime(ofPartWith: input, detector) : nil
    guard let offset = discontinuities?.offset(for: input, earliest: earliest), offset != .zero else { return }
    let shift = mapping.ticks(of: offset)
    raw.pointee.pts = Self.add(shift, to: raw.pointee.pts)
    raw.pointee.dts = Self.add(shift, to: raw.pointee.dts)
  }

  /// The properties of a packet for the detection of jumps, in the file's own times.
  private func input(of raw: UnsafeMutablePointer<AVPacket>) -> DiscontinuityDetector.Input {
    let index = Int(raw.pointee.stream_index)
    let (mapping, kind) = (mappings[index], info.track(at: index)?.kind)
    return DiscontinuityDetector.Input(
      track: index, presentation: mapping.time(ofTicks: raw.pointee.pts),
      decode: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      fileOffset: raw.pointee.pos >= 0 ? raw.pointee.pos : nil, isSparse: kind != .video && kind != .audio)
  }

  /// The earliest time of a new part among its tracks. The packets read for that are queued and returned later.
  private mutating func earliestTime(
    ofPartWith first: DiscontinuityDetector.Input, _ detector: DiscontinuityDetector
  ) -> CMTime? {
    var missing = detector.seenTracks.subtracting([first.track])
    var earliest: CMTime?
    var next = 0
    while !missing.isEmpty, next < Self.readAheadLimit {
      if next == pendingPackets.count {
        // The error recurs after the queued packets have been returned.
        guard let raw = try? readRaw() else { break }
        pendingPackets.append(raw)
      }
      let packet = input(of: pendingPackets[next])
      next += 1
      guard missing.contains(packet.track), detector.mayBelongToPart(packet, with: first) else { continue }
      missing.remove(packet.track)
      let time = packet.presentation.isNumeric ? packet.presentation : packet.decode
      earliest = earliest.map { min($0, time) } ?? time
    }
    return earliest
  }

  /// Discards the packets that were read ahead.
  mutating func discardReadAhead() {
    for packet in pendingPackets {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    pendingPackets = []
    editEnds.forget()
  }

  /// Adds to a timestamp. A missing timestamp remains missing; a sum that overflows becomes a missing one.
  private static func add(_ shift: Int64, to ticks: Int64) -> Int64 {
    guard ticks != playhead_no_timestamp else { return ticks }
    let (sum, overflow) = ticks.addingReportingOverflow(shift)
    return overflow ? playhead_no_timestamp : sum
  }

  /// The number of PTS jumps found so far.
  package var discontinuityCount: Int { discontinuities?.splices.count ?? 0 }

  /// The total duration, extrapolated from the part before the newest jump at a constant data rate.
  package var estimatedDuration: CMTime? {
    guard let last = discontinuities?.splices.last, last.fileOffset > 0, last.start > .zero,
      let size = io.source.size, size > last.fileOffset
    else { return nil }
    let seconds = last.start.seconds * (Double(size) / Double(last.fileOffset))
    return seconds.isFinite && seconds < 1e9 ? CMTime(seconds: seconds, preferredTimescale: 1000) : nil
  }

  /// A better duration than the container's if its first and last times belong to different recordings (concatenated
  /// MPEG). Samples three positions of the file; nil if they agree with the container. Rewinds to the beginning.
  package mutating func correctedDuration() throws(DemuxError) -> CMTime? {
    guard discontinuities != nil, info.containerName.hasPrefix("mpeg"), info.isSeekable, let size = io.source.size,
      size > Self.searchedBytes, let lead = info.preferredTrack(.video) ?? info.preferredTrack(.audio)
    else { return nil }
    var samples: [DurationPlausibility.Sample] = []
    for place in [size / 16, size / 3, size / 3 * 2] {
      try go(toByte: place)
      let time = try nextTime(ofStream: lead.index, before: .max)
      if let time { samples.append(.init(share: Double(place) / Double(size), time: time.seconds)) }
    }
    try seek(to: .zero, stream: lead.index)
    let duration = info.duration.isNumeric ? info.duration.seconds : nil
    let estimate = DurationPlausibility(duration: duration, samples: samples).estimate
    return estimate.map { CMTime(seconds: $0, preferredTimescale: 1000) }
  }

  /// Seeks to a time of the timeline in a file with jumps. False if the container's own search applies.
  mutating func seekAcrossDiscontinuities(to time: CMTime, stream index: Int) throws(DemuxError) -> Bool {
    guard let detector = discontinuities, !detector.splices.isEmpty, info.containerName.hasPrefix("mpeg"),
      let size = io.source.size
    else { return false }
    let part = detector.part(at: time)
    let wanted = time - part.offset
    var (lower, upper) = (part.bytes.lowerBound, min(part.bytes.upperBound, size))
    // The container's own search requires monotonic times, which hold within one part.
    while upper - lower > Self.searchedBytes {
      let middle = lower + (upper - lower) / 2
      try go(toByte: middle)
      if let found = try nextTime(ofStream: index, before: upper), found <= wanted {
        lower = middle
      } else {
        upper = middle
      }
    }
    try go(toByte: lower)
    return true
  }

  /// Reading fewer bytes is faster than bisecting them.
  private static let searchedBytes: Int64 = 128 << 10

  /// Moves libavformat to the next packet after an offset in the file.
  ///
  /// - Throws: The source's error, or `FFmpegError`.
  private func go(toByte place: Int64) throws(DemuxError) {
    io.clearFailure()
    let code = av_seek_frame(format, -1, place, AVSEEK_FLAG_BYTE)
    guard code < 0 else { return }
    if let error = io.takeError() { throw .source(error) }
    throw .format(FFmpegError(.seek, code: code))
  }

  /// The decode time of the next packet of a stream whose file offset is below `place`, in the file's own times.
  private mutating func nextTime(ofStream index: Int, before place: Int64) throws(DemuxError) -> CMTime? {
    for _ in 0..<Self.readAheadLimit {
      guard let raw = try readRaw() else { return nil }
      var unwanted: UnsafeMutablePointer<AVPacket>? = raw
      defer { av_packet_free(&unwanted) }
      if raw.pointee.pos >= place { return nil }
      guard Int(raw.pointee.stream_index) == index else { continue }
      let time = mappings[index].time(ofTicks: raw.pointee.dts)
      if time.isNumeric { return time }
    }
    return nil
  }
}
