import CoreMedia
import Foundation
import PlayheadFFmpeg

/// An opened resource from which pictures are taken: finds positions in it and reads what is needed for them. Used by one thread
/// at a time.
final class FrameFile {
  let info: MediaInfo
  let parameters: StreamParameters
  /// What is meant to be seen, where the container tells it and the decoder does not know.
  let cleanAperture: CleanAperture?
  private let source: any ImageSource
  private var isAtStart = true
  /// Whether packets have no times at all, as in raw streams: pictures can only be counted, from the beginning.
  private(set) var isTimeless = false

  /// Fails where there is no track with pictures that can be decoded.
  init(_ source: any ImageSource, url: URL, track: Int? = nil) throws(MediaError) {
    let info = source.info
    var choice = TrackChoice()
    choice.video = track
    guard let track = choice.videoTrack(in: info), let parameters = source.parameters(ofTrack: track.index) else {
      let refused = info.tracks.first { $0.kind == .video && !$0.isAttachedPicture }
      throw MediaError(refused.map { .noDecoder(codec: $0.codecName) } ?? .noPictureTrack, url: url)
    }
    source.setActiveTracks([track.index])
    cleanAperture = source.cleanAperture(ofTrack: track.index)
    self.info = info
    self.parameters = parameters
    self.source = source
  }

  /// Whether packets tell when their pictures are seen.
  var tellsPresentation: Bool { info.hasPresentationTimes && !isTimeless }

  private var stream: Int { parameters.track.index }

  /// As the container's index tells; nil where it has none.
  func syncTime(notAfter time: CMTime) -> CMTime? { source.indexedSyncTime(notAfter: time, track: stream) }

  // MARK: Reading

  /// The last sync sample at or before `time`, or else the first of all; nil where there is none, and where packets do not tell when their pictures are seen.
  func syncPacket(near time: CMTime, isWanted: () -> Bool) throws(MediaError) -> Packet? {
    guard tellsPresentation, var found = try position(before: time, isWanted: isWanted), tellsPresentation else {
      return nil
    }
    guard syncTime(notAfter: time) == nil else { return found }
    // Without an index the position was found by bisection, which may stop some sync samples early.
    while isWanted(), let packet = try read(), !(packet.landingTimes.latest > time) {
      if packet.isKey, packet.presentationTime <= time { found = packet }
    }
    return found
  }

  /// Reads what has to be decoded for the pictures that cover `targets`, which ascend, from the sync sample before the first.
  ///
  /// - Parameter take: Gets the packets in order, and whether a picture is needed only by others. Says whether to go on.
  func walk(
    to targets: [CMTime], isWanted: () -> Bool, take: (Packet, _ skipsNonReference: Bool) -> Bool
  ) throws(MediaError) {
    guard let first = targets.first, let last = targets.last,
      var packet = try position(before: first, isWanted: isWanted)
    else { return }
    // Much later than codecs reorder in containers that tell no more.
    let end = last + CMTime(value: 1, timescale: 1)
    guard tellsPresentation else { return try flow(from: packet, past: end, isWanted: isWanted, take: take) }
    var sequence = LandingSequence<Packet>(targets: targets)
    while true {
      for release in sequence.push(packet, packet.landingTimes) {
        guard take(release.element, release.skipsNonReference) else { return }
      }
      guard !sequence.isComplete, isWanted(), let next = try read() else { break }
      packet = next
    }
    for release in sequence.finish() { guard take(release.element, release.skipsNonReference) else { return } }
  }

  /// When the frames begin that are seen within a range, in order; the first one covers the beginning. nil where packets do not tell.
  func times(in range: Range<CMTime>) throws(MediaError) -> [CMTime]? {
    guard tellsPresentation, var packet = try position(before: range.lowerBound, isWanted: { true }), tellsPresentation
    else { return nil }
    // A codec that reorders gives packets later than they are seen, by less than a second.
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
    // The last frame of all does not last for ever.
    let isCovered = first.map { ends.keys.contains { $0 > range.lowerBound } || ends[$0] ?? $0 > range.lowerBound }
    let begin = isCovered == true ? first ?? range.lowerBound : range.lowerBound
    return ends.keys.filter { $0 >= max(begin, .zero) && $0 < range.upperBound }.sorted()
  }

  /// Reads on from the sync sample before `time`, for the first picture that comes out: where packets do not tell when it is seen,
  /// the decoder knows only from what follows.
  func walk(
    fromSyncNear time: CMTime, isWanted: () -> Bool, take: (Packet, _ skipsNonReference: Bool) -> Bool
  ) throws(MediaError) {
    guard let first = try position(before: time, isWanted: isWanted) else { return }
    try flow(from: first, past: .positiveInfinity, isWanted: isWanted, take: take)
  }

  /// Pictures whose packets do not tell when they are seen: all are decoded, until one is seen late enough.
  private func flow(
    from first: Packet, past end: CMTime, isWanted: () -> Bool, take: (Packet, Bool) -> Bool
  ) throws(MediaError) {
    var packet = first
    while isWanted(), take(packet, false) {
      if packet.decodeTime.isNumeric, packet.decodeTime > end { return }
      guard let next = try read() else { return }
      packet = next
    }
  }

  // MARK: Finding positions

  /// How far before the target to look, in seconds, each time the first sync sample found lies behind it.
  private static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]
  /// Before the first picture of any file.
  private static let beforeEverything = CMTime(value: -1_000_000, timescale: 1)
  /// A stream that gives no sync sample within this has none.
  private static let searchBytes = 64 << 20

  /// Goes to the last sync sample whose picture is not seen after `time`, and gives its packet; the first of all where none is.
  private func position(before time: CMTime, isWanted: () -> Bool) throws(MediaError) -> Packet? {
    if isTimeless { return try rewind(isWanted: isWanted) }
    var key: Packet?
    for back in Self.stepsBack {
      let wanted = time - CMTime(seconds: back, preferredTimescale: 1000)
      let isFirst = wanted <= .zero || !info.isSeekable
      if info.isSeekable, !(isAtStart && isFirst) {
        guard try seek(to: isFirst ? .zero : wanted) else { return try rewind(isWanted: isWanted) }
      }
      isAtStart = false
      key = try readKey(isWanted: isWanted)
      if let key, !key.landingTimes.latest.isNumeric {
        isTimeless = true
        return isFirst ? key : try rewind(isWanted: isWanted)
      }
      if isFirst {
        // What an edit list hides lies before zero, and what is seen may depend on it.
        guard info.isSeekable, isWanted(), let found = key, found.landingTimes.latest > time else { break }
        return try seek(to: Self.beforeEverything) ? try readKey(isWanted: isWanted) : found
      }
      if !isWanted() { break }
      // Bisection may end behind the last sync sample, and a file that breaks off has none where its index says.
      guard let key else { continue }
      if key.landingTimes.latest + reorderingDelay <= time { break }
    }
    return key
  }

  /// False where the container has no times to find a position by.
  private func seek(to time: CMTime) throws(MediaError) -> Bool {
    do throws(MediaError) {
      try source.seek(to: time, track: stream)
      return true
    } catch {
      if error.cause != nil, time != .zero { return false }
      throw error
    }
  }

  private func rewind(isWanted: () -> Bool) throws(MediaError) -> Packet? {
    isTimeless = true
    try source.rewind()
    return try readKey(isWanted: isWanted)
  }

  /// How much later than its decode time a picture may be seen, where the container tells only the latter: three pictures.
  private var reorderingDelay: CMTime {
    guard !info.hasPresentationTimes else { return .zero }
    let duration = parameters.track.video?.minFrameDuration ?? .invalid
    return duration.isNumeric ? CMTimeMultiply(duration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  private func readKey(isWanted: () -> Bool) throws(MediaError) -> Packet? {
    var bytes = 0
    while bytes < Self.searchBytes, isWanted(), let packet = try read() {
      if packet.isKey { return packet }
      bytes += packet.byteCount
    }
    return nil
  }

  /// The next packet of the pictures' track.
  private func read() throws(MediaError) -> Packet? {
    while let packet = try source.read() {
      if packet.streamIndex == stream { return packet }
    }
    return nil
  }
}

extension SeekPacketFilter.Times {
  /// When the picture is seen, or at least decoded; invalid where nothing is told.
  fileprivate var latest: CMTime { presentation.isNumeric ? presentation : decode }
}
