import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// Maps packets with PTS jumps to one continuous timeline.
extension Demuxer {
  /// Moves a packet's times to the continuous timeline.
  mutating func makeContinuous(_ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard let detector = timeline.detector else { return }
    let input = timeline.removeDamagedTime(of: raw, input(of: raw))
    let earliest = detector.beginsPart(input) ? earliestTime(ofPartWith: input, detector) : nil
    timeline.shift(raw, input, earliest: earliest, mapping: mapping)
  }

  /// The properties of a packet for the detection of jumps, in the file's own times.
  private func input(of raw: UnsafeMutablePointer<AVPacket>) -> DiscontinuityDetector.Input {
    let index = Int(raw.pointee.stream_index)
    return DiscontinuityDetector.Input(raw, mapping: mappings[index], kind: info.track(at: index)?.kind)
  }

  /// The earliest time of a new part among its tracks. The packets read for that are queued and returned later.
  private mutating func earliestTime(
    ofPartWith first: DiscontinuityDetector.Input, _ detector: DiscontinuityDetector
  ) -> CMTime? {
    var missing = detector.seenTracks.subtracting([first.track])
    var earliest: CMTime?
    var next = 0
    while !missing.isEmpty, next < RawPacketReader.readAheadLimit {
      // The error recurs after the queued packets have been returned.
      guard let raw = try? reader.peek(at: next, io, streamCount: mappings.count) else { break }
      let packet = input(of: raw)
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
    reader.discard()
    editEnds.forget()
  }

  /// The number of PTS jumps found so far.
  package var discontinuityCount: Int { timeline.jumpCount }

  /// The total duration, extrapolated from the part before the newest jump at a constant data rate.
  package var estimatedDuration: CMTime? { timeline.estimatedDuration(size: io.source.size) }

  /// A better duration than the container's if its first and last times belong to different recordings (concatenated
  /// MPEG). Samples three positions of the file; nil if they agree with the container. Rewinds to the beginning.
  package mutating func correctedDuration() throws(DemuxError) -> CMTime? {
    guard timeline.detector != nil, info.containerName.hasPrefix("mpeg"), info.isSeekable, let size = io.source.size,
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
    guard let detector = timeline.detector, !detector.splices.isEmpty, info.containerName.hasPrefix("mpeg"),
      let size = io.source.size
    else { return false }
    let part = detector.part(at: time)
    let requested = time - part.offset
    var (lower, upper) = (part.bytes.lowerBound, min(part.bytes.upperBound, size))
    // The container's own search requires monotonic times, which hold within one part.
    while upper - lower > Self.searchedBytes {
      let middle = lower + (upper - lower) / 2
      try go(toByte: middle)
      if let found = try nextTime(ofStream: index, before: upper), found <= requested {
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
  func go(toByte place: Int64) throws(DemuxError) {
    io.clearFailure()
    let code = av_seek_frame(format, -1, place, AVSEEK_FLAG_BYTE)
    if code < 0 { throw seekFailure(code) }
  }

  /// The failure of a seek: the source's error if there is one, otherwise that of libavformat.
  func seekFailure(_ code: Int32) -> DemuxError {
    io.takeError().map { .source($0) } ?? .format(FFmpegError(.seek, code: code))
  }

  /// The decode time of the next packet of a stream whose file offset is below `place`, in the file's own times.
  private mutating func nextTime(ofStream index: Int, before place: Int64) throws(DemuxError) -> CMTime? {
    for _ in 0..<RawPacketReader.readAheadLimit {
      guard let raw = try reader.read(io, streamCount: mappings.count) else { return nil }
      defer { RawPacketReader.free(raw) }
      if raw.pointee.pos >= place { return nil }
      guard Int(raw.pointee.stream_index) == index else { continue }
      let time = mappings[index].time(ofTicks: raw.pointee.dts)
      if time.isNumeric { return time }
    }
    return nil
  }
}
