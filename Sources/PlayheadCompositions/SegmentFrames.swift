import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The decoded frames of a range of a source's video track, in presentation order: the one displayed at the start of
/// the range first, although it may begin earlier.
///
///     sync ░ ░ ░ ▇▇▇│▇▇▇▇▇▇▇▇▇▇▇▇│ ░
///                 ▲ start        end      ░ decoded only
///
/// Belongs to the reader's thread. A read that was cancelled continues at the same packet.
package final class SegmentFrames {
  private let track: SourceTrack
  /// The range on the source's timeline.
  private let range: CMTimeRange
  private let control: CompositionControl
  private var decoder: VideoDecoder
  /// The packets that were read to find the sync sample, and are not decoded yet; nil before the search.
  private var found: [Packet]?
  /// The last frame at or before the start, until a later one shows that it is displayed there.
  private var candidate: VideoFrame?
  /// Frames that are not returned yet.
  private var ready: [VideoFrame] = []
  /// Whether all frames of the range are decoded.
  private var isComplete = false
  /// Consecutive errors without a frame.
  private var failures = 0

  /// A second of video at 60 fps.
  private static let failureLimit = 60
  /// The bytes in which a sync sample must be found.
  private static let searchBytes = 32 << 20
  /// Non-reference frames that end this long before the start are not decoded.
  private static let skipMargin = CMTime(value: 1, timescale: 10)

  /// Opens a decoder; nothing is read yet.
  ///
  /// - Throws: `MediaError` if there is no decoder for the codec.
  package init(_ track: SourceTrack, range: CMTimeRange, url: URL, control: CompositionControl) throws(MediaError) {
    self.track = track
    self.range = range
    self.control = control
    self.url = url
    do throws(FFmpegError) {
      decoder = try VideoDecoder(track.parameters, threads: VideoPacketDecoder.threads)
    } catch {
      throw MediaError(.noDecoder(codec: track.parameters.track.codecName), url: url, cause: error)
    }
  }

  /// The URL of the source, for errors.
  private let url: URL

  /// The next frame; nil after the last one of the range. Blocks while packets are read and decoded.
  ///
  /// - Throws: `MediaError` if reading fails or is cancelled, or if a long run of packets cannot be decoded.
  package func next() throws(MediaError) -> VideoFrame? {
    while ready.isEmpty, !isComplete {
      if control.isCancelled { throw MediaError(.cancelled, url: url) }
      try decodeNext()
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Decodes one packet, or drains the decoder after the last one.
  private func decodeNext() throws(MediaError) {
    if found == nil { found = try search() }
    let packet: Packet
    if found?.isEmpty == false {
      guard let first = found?.removeFirst() else { return }
      packet = first
    } else {
      guard let next = try track.read() else { return try finish() }
      packet = next
    }
    let isSkippable =
      packet.presentationTime.isNumeric
      && packet.presentationTime + packet.duration + Self.skipMargin < range.start
    do throws(FFmpegError) {
      while try !decoder.send(packet, skipsNonReference: isSkippable) { try receive() }
      try receive()
    } catch {
      try tolerate(error)
    }
  }

  /// Finds the sync sample before the start.
  private func search() throws(MediaError) -> [Packet] {
    let search = SyncSampleSearch(lead: track.index, isVideo: true, byteLimit: Self.searchBytes)
    var result = try search.find(
      range.start, track.container, isAtStart: false, admits: { [index = track.index] in $0.streamIndex == index },
      isInterrupted: { [control] in control.isCancelled })
    if control.isCancelled { throw MediaError(.cancelled, url: url) }
    if track.container.info.isSeekable, track.container.info.hasPresentationTimes,
      !(result.key ?? .positiveInfinity <= range.start)
    {
      // Samples that an edit list hides are before zero, and displayed frames may depend on them.
      try track.container.seek(to: Self.beforeEverything, track: track.index)
      result = SyncSampleSearch.Result()
      while result.packets.isEmpty, let packet = try track.read() { if packet.isKey { result.packets = [packet] } }
      result.key = result.packets.first?.presentationTime
    }
    decoder.flush(startingAt: result.key ?? range.start)
    return result.packets
  }
  /// Before the first frame of any file.
  private static let beforeEverything = CMTime(value: -1_000_000, timescale: 1)

  /// Takes the frames that the decoder still holds.
  private func finish() throws(MediaError) {
    decoder.drain()
    for _ in 0..<Self.failureLimit {
      do throws(FFmpegError) {
        try receive()
        break
      } catch {
        try tolerate(error)
      }
    }
    complete()
  }

  /// Sorts the frames that are available.
  private func receive() throws(FFmpegError) {
    while !isComplete, let frame = try decoder.receive() {
      failures = 0
      take(frame)
    }
  }

  /// Returns or drops a frame, according to its time.
  private func take(_ frame: VideoFrame) {
    let time = frame.presentationTime
    if time >= range.end { return complete() }
    if time <= range.start {
      candidate = frame
    } else {
      if let candidate { ready.append(candidate) }
      candidate = nil
      ready.append(frame)
    }
  }

  /// Ends the range: the candidate is displayed to its end.
  private func complete() {
    isComplete = true
    if let candidate { ready.append(candidate) }
    candidate = nil
  }

  /// Counts an error, which costs its own frame.
  private func tolerate(_ error: FFmpegError) throws(MediaError) {
    failures += 1
    guard failures >= Self.failureLimit else { return }
    throw MediaError(.decodeFailed(codec: track.parameters.track.codecName), url: url, cause: error)
  }
}
