import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// An opened resource for image extraction: finds positions and reads the packets needed. Used by one thread at a time.
final class FrameFile {
  let info: MediaInfo
  /// The decoder parameters of the video track.
  let parameters: StreamParameters
  /// The clean aperture, if the container specifies it and the decoder does not know it.
  let cleanAperture: CleanAperture?
  /// The opened container or rendition.
  private let source: any ImageSource
  /// Whether nothing has been read, so that the first position needs no seek.
  private var isAtStart = true
  /// Whether packets have no times at all, as in raw streams: frames can only be counted from the beginning.
  private(set) var isTimeless = false

  /// Opens the video track; throws if there is none that can be decoded.
  init(_ source: any ImageSource, url: URL, track: Int? = nil) throws(MediaError) {
    let info = source.info
    var choice = TrackSelection()
    choice.video = track
    guard let track = choice.videoTrack(in: info), let parameters = source.parameters(ofTrack: track.index) else {
      let refused = info.tracks.first { $0.kind == .video && !$0.isAttachedPicture }
      throw MediaError(refused.map { .noDecoder(codec: $0.codecName) } ?? .noVideoTrack, url: url)
    }
    source.setActiveTracks([track.index])
    cleanAperture = source.cleanAperture(ofTrack: track.index)
    self.info = info
    self.parameters = parameters
    self.source = source
  }

  /// Whether packets have presentation times.
  var hasUsablePresentationTimes: Bool { info.hasPresentationTimes && !isTimeless }

  private var stream: Int { parameters.track.index }

  /// The time of the indexed sync sample at or before `time`; nil without an index.
  func syncTime(notAfter time: CMTime) -> CMTime? { source.indexedSyncTime(notAfter: time, track: stream) }

  // MARK: Reading

  /// The last sync sample at or before `time`, or else the first one; nil if there is none, or if packets have no
  /// presentation times.
  ///
  /// - Parameter isActive: Returns false once the images are not needed any more: reading then ends early.
  /// - Throws: `MediaError` if reading fails, also when it is interrupted.
  func syncPacket(near time: CMTime, isActive: () -> Bool) throws(MediaError) -> Packet? {
    guard hasUsablePresentationTimes, var found = try position(before: time, isActive: isActive),
      hasUsablePresentationTimes
    else {
      return nil
    }
    guard syncTime(notAfter: time) == nil else { return found }
    // Without an index the position was found by bisection, which may stop some sync samples early.
    while isActive(), let packet = try read(), !(packet.packetTimes.latest > time) {
      if packet.isKey, packet.presentationTime <= time { found = packet }
    }
    return found
  }

  /// Reads the packets to decode for the frames that cover `targets`, which ascend, from the sync sample before the
  /// first.
  ///
  /// - Parameter take: Receives the packets in order, and whether the decoder may skip non-reference frames. Returns
  ///   whether to continue.
  func walk(
    to targets: [CMTime], isActive: () -> Bool, take: (Packet, _ skipsNonReference: Bool) -> Bool
  ) throws(MediaError) {
    guard let first = targets.first, let last = targets.last,
      var packet = try position(before: first, isActive: isActive)
    else { return }
    // A margin for containers without presentation times, far above any codec's reordering delay.
    let end = last + CMTime(value: 1, timescale: 1)
    guard hasUsablePresentationTimes else { return try flow(from: packet, past: end, isActive: isActive, take: take) }
    var sequence = MultiTargetPacketFilter<Packet>(targets: targets)
    while true {
      for release in sequence.push(packet, packet.packetTimes) {
        guard take(release.element, release.skipsNonReference) else { return }
      }
      guard !sequence.isComplete, isActive(), let next = try read() else { break }
      packet = next
    }
    for release in sequence.finish() { guard take(release.element, release.skipsNonReference) else { return } }
  }

  /// The start times of the frames displayed within a range, in order; the first one covers its start. Nil without
  /// presentation times.
  func times(in range: Range<CMTime>) throws(MediaError) -> [CMTime]? {
    guard hasUsablePresentationTimes, var packet = try position(before: range.lowerBound, isActive: { true }),
      hasUsablePresentationTimes
    else { return nil }
    // With reordering, packets are stored ahead of their presentation by less than a second.
    let end = range.upperBound + CMTime(value: 1, timescale: 1)
    var ends: [CMTime: CMTime] = [:]
    while true {
      let (presentation, decode) = (packet.presentationTime, packet.decodeTime)
      if presentation.isNumeric { ends[presentation] = presentation + packet.duration }
      if decode.isNumeric ? decode >= range.upperBound : presentation >= end { break }
      guard let next = try read() else { break }
      packet = next
    }
    let first = ends.keys.filter { $0 <= range.lowerBound }.max()
    // The last frame may end before the range.
    let isCovered = first.map { ends.keys.contains { $0 > range.lowerBound } || ends[$0] ?? $0 > range.lowerBound }
    let begin = isCovered == true ? first ?? range.lowerBound : range.lowerBound
    return ends.keys.filter { $0 >= max(begin, .zero) && $0 < range.upperBound }.sorted()
  }

  /// Reads from the sync sample before `time` for the first decoded frame. Without presentation times, the decoder
  /// determines its time from later packets.
  func walk(
    fromSyncNear time: CMTime, isActive: () -> Bool, take: (Packet, _ skipsNonReference: Bool) -> Bool
  ) throws(MediaError) {
    guard let first = try position(before: time, isActive: isActive) else { return }
    try flow(from: first, past: .positiveInfinity, isActive: isActive, take: take)
  }

  /// Reads packets without presentation times: all are decoded until a frame is late enough.
  ///
  /// - Parameter end: Reading ends after the first packet whose decode time is later.
  private func flow(
    from first: Packet, past end: CMTime, isActive: () -> Bool, take: (Packet, Bool) -> Bool
  ) throws(MediaError) {
    var packet = first
    while isActive(), take(packet, false) {
      if packet.decodeTime.isNumeric, packet.decodeTime > end { return }
      guard let next = try read() else { return }
      packet = next
    }
  }

  // MARK: Finding positions

  /// How far before the target to search, in seconds, each time the sync sample found is after it.
  private static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]
  /// Before the first frame of any file.
  private static let beforeEverything = CMTime(value: -1_000_000, timescale: 1)
  /// A stream without a sync sample in this many bytes has none.
  private static let searchBytes = 64 << 20

  /// Seeks to the last sync sample displayed at or before `time` and returns its packet, or the first one of all.
  private func position(before time: CMTime, isActive: () -> Bool) throws(MediaError) -> Packet? {
    if isTimeless { return try rewind(isActive: isActive) }
    var key: Packet?
    for back in Self.stepsBack {
      let wanted = time - CMTime(seconds: back, preferredTimescale: 1000)
      let isFirst = wanted <= .zero || !info.isSeekable
      if info.isSeekable, !(isAtStart && isFirst) {
        guard try seek(to: isFirst ? .zero : wanted) else { return try rewind(isActive: isActive) }
      }
      isAtStart = false
      key = try readKey(isActive: isActive)
      if let key, !key.packetTimes.latest.isNumeric {
        isTimeless = true
        return isFirst ? key : try rewind(isActive: isActive)
      }
      if isFirst {
        // Samples hidden by an edit list are before zero, and displayed frames may depend on them.
        guard info.isSeekable, isActive(), let found = key, found.packetTimes.latest > time else { break }
        return try seek(to: Self.beforeEverything) ? try readKey(isActive: isActive) : found
      }
      if !isActive() { break }
      // Bisection may end after the last sync sample, and a truncated file has none at an indexed position.
      guard let key else { continue }
      if key.packetTimes.latest + reorderingDelay <= time { break }
    }
    return key
  }

  /// Returns false if the container has no times to seek by.
  private func seek(to time: CMTime) throws(MediaError) -> Bool {
    do throws(MediaError) {
      try source.seek(to: time, track: stream)
      return true
    } catch {
      if error.cause != nil, time != .zero { return false }
      throw error
    }
  }

  /// Restarts at the first packet and marks the file as timeless.
  private func rewind(isActive: () -> Bool) throws(MediaError) -> Packet? {
    isTimeless = true
    try source.rewind()
    return try readKey(isActive: isActive)
  }

  /// The assumed delay between decode and presentation, if the container has decode times only: three frames.
  private var reorderingDelay: CMTime {
    guard !info.hasPresentationTimes else { return .zero }
    let duration = parameters.track.video?.minFrameDuration ?? .invalid
    return duration.isNumeric ? CMTimeMultiply(duration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the next sync sample of the video track; nil if there is none within `searchBytes`.
  private func readKey(isActive: () -> Bool) throws(MediaError) -> Packet? {
    var bytes = 0
    while bytes < Self.searchBytes, isActive(), let packet = try read() {
      if packet.isKey { return packet }
      bytes += packet.byteCount
    }
    return nil
  }

  /// The next packet of the video track.
  private func read() throws(MediaError) -> Packet? {
    while let packet = try source.read() {
      if packet.streamIndex == stream { return packet }
    }
    return nil
  }
}

extension SeekPacketFilter.Times {
  /// The presentation time, or else the decode time; invalid without either.
  fileprivate var latest: CMTime { presentation.isNumeric ? presentation : decode }
}
