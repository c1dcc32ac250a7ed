import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Inserts the frames of the current start into the timeline while its capacity lasts, and reports its progress.
///
/// Belongs to the video decoder thread, which it blocks while the timeline is full.
final class TimelineWriter {
  /// The output, from which presenters read.
  private let timeline: VideoTimeline
  /// The queue of the decoder, in which a newer start ends all waits.
  private let queue: PacketQueue
  /// The gate at which the thread waits for capacity.
  private let gate: any Gate
  /// The clock of the engine, for deadlines.
  private let clock: any EngineClock
  /// Whether the thread must end.
  private let isClosed: @Sendable () -> Bool
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void
  /// The epoch of the current start; nil before the first one.
  private var epoch: Int?
  /// Whether the start has reported that enough frames are ready.
  private(set) var isPrimed = false
  /// Leaves the CPU to presenting the item's first frame.
  private var startupThrottle = StartupDecodeThrottle()
  /// The frame size that was reported last.
  private var shape: DecodedFrameShape?
  /// The end of the last frame so far, or of the last dropped packet; nil: none yet, or reverse playback.
  private var lastEnd: CMTime?
  /// Whether video is enabled again and its frames are still late.
  private(set) var isCatchingUp = false

  /// Creates the writer of a decoder thread.
  init(
    timeline: VideoTimeline, queue: PacketQueue, gate: any Gate, clock: any EngineClock,
    isClosed: @escaping @Sendable () -> Bool, report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.timeline = timeline
    self.queue = queue
    self.gate = gate
    self.clock = clock
    self.isClosed = isClosed
    self.report = report
  }

  /// Whether the current start is obsolete: a newer one is next in the queue, or the thread must end.
  var isObsolete: Bool { isClosed() || queue.holdsNewerStart }

  // MARK: Starts

  /// Resets the state for a start. Frames of a speculative start are never inserted, so that the timeline keeps those
  /// of the start before.
  func begin(_ start: PipelineStart) {
    epoch = start.epoch
    isPrimed = false
    lastEnd = nil
    isCatchingUp = false
    if !start.isSpeculative { beginTimeline(start) }
  }

  /// Continues the speculative start in progress as a paused seek.
  func adopt(_ start: PipelineStart) {
    epoch = start.epoch
    beginTimeline(start)
  }

  /// Lets the timeline accept the frames of a start, also while another one is decoded.
  func beginTimeline(_ start: PipelineStart) {
    timeline.begin(epoch: start.epoch, generation: start.generation, isReverse: start.mode == .reverse)
  }

  // MARK: Frames

  /// Waits for capacity, then inserts the frame. A newer start or the end of the item ends the wait.
  ///
  /// - Parameter waits: False where the caller has already waited for capacity.
  func insert(_ frame: VideoFrame, of start: PipelineStart, waits: Bool = true) {
    guard !start.isSpeculative, !isOnlyReference(frame) else { return }
    let newShape = DecodedFrameShape(frame)
    if newShape != shape {
      shape = newShape
      report(.frameShape(newShape))
    }
    if start.mode != .reverse { lastEnd = max(lastEnd ?? frame.endTime, frame.endTime) }
    if waits { waitForCapacity() }
    _ = timeline.insert(frame, epoch: start.epoch)
  }

  /// Waits until the timeline has capacity. `adding`: bytes of frames that are not in the timeline yet.
  func waitForCapacity(adding bytes: Int = 0) {
    while !isObsolete {
      let now = clock.now
      let capacity = timeline.freeCapacity(at: now, adding: bytes)
      if !capacity.hasCapacity { prime() }
      let pause = epoch.flatMap { startupThrottle.nextCheck(with: timeline.count(epoch: $0), at: now) }
      if capacity.hasCapacity, pause == nil { break }
      gate.wait(until: capacity.hasCapacity ? pause : capacity.at)
    }
  }

  /// Records a packet that was dropped because it was late. Its time still counts for the end of the track.
  func noteDropped(_ packet: Packet) {
    let end = packet.presentationTime + packet.duration
    if end.isNumeric { lastEnd = max(lastEnd ?? end, end) }
  }

  // MARK: Lateness

  /// Seconds by which a packet is late; nil if the clock is stopped or the packet has no time.
  func lag(of packet: Packet) -> Double? {
    guard timeline.clock.isRunning, packet.presentationTime.isNumeric else { return nil }
    return Double(mediaNanoseconds - packet.presentationTime.nanoseconds) / 1e9
  }

  /// Whether a keyframe in the queue is due, so that the packets before it can be dropped.
  var hasDueKeyframe: Bool {
    let now = mediaNanoseconds
    return queue.holdsKeyframe { $0.nanoseconds <= now }
  }

  /// The current position of the item's clock.
  private var mediaNanoseconds: Int64 { timeline.clock.nanoseconds(at: clock.now) }

  // MARK: Disabled video

  /// Waits until a packet of disabled video would be decoded: about as far ahead as decoded frames usually are.
  ///
  /// - Parameter isEnabled: Ends the wait when it returns true, as does a newer start.
  func waitUntilDue(_ decodeTime: CMTime, isEnabled: () -> Bool) {
    let due = decodeTime.nanoseconds - Self.disabledLead
    while !isObsolete, !isEnabled(), mediaNanoseconds < due {
      gate.wait(until: timeline.clock.hostTime(ofMedia: due, now: clock.now))
    }
  }
  /// In nanoseconds.
  private static let disabledLead: Int64 = 500_000_000

  /// Omits frames until the first one that is not late: video was enabled again.
  func catchUp() { isCatchingUp = true }

  /// Whether a frame's time has passed, so that it was only decoded as a reference. Ends with the first frame that is
  /// due later.
  private func isOnlyReference(_ frame: VideoFrame) -> Bool {
    guard isCatchingUp else { return false }
    isCatchingUp = frame.endTime.nanoseconds <= mediaNanoseconds
    return isCatchingUp
  }

  // MARK: Reports

  /// Reports once that enough frames are ready to start playback.
  func prime() {
    guard let epoch, !isPrimed else { return }
    isPrimed = true
    report(.videoPrimed(epoch: epoch))
  }

  /// Reports once that enough frames are ready, if two are: the one shown and the one after it.
  func primeIfReady() {
    if let epoch, !isPrimed, timeline.count(epoch: epoch) >= 2 { prime() }
  }

  /// Reports the position that a start has reached, except for speculative starts.
  func reportTarget(_ time: CMTime, of start: PipelineStart, isDrained: Bool) {
    if !clock.waitsForNetwork { startupThrottle.noteFrame(at: clock.now) }
    if !start.isSpeculative { report(.targetReached(epoch: start.epoch, time: time, isDrained: isDrained)) }
  }

  /// Reports the end of the track. `disabledEnd`: the end of the last packet that was not decoded.
  func end(disabledEnd: CMTime? = nil) {
    guard let epoch else { return }
    timeline.end(epoch: epoch)
    prime()
    report(.videoEnded(epoch: epoch, at: disabledEnd ?? lastEnd))
  }
}
