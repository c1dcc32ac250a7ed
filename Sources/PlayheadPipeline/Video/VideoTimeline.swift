import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import Synchronization

/// The decoded frames of one item around its position, in presentation order. The decoder inserts them, presenters and
/// video outputs read them, and frames that the clock has passed are removed.
///
/// A full timeline blocks the decoder; it never drops frames that are not due yet.
package final class VideoTimeline: FrameTimeline {
  /// The frames and the flags of the current start, guarded by one lock.
  private struct State {
    /// Ascending by presentation time.
    var frames: [VideoFrame] = []
    /// The size of `frames`, compared with the limits.
    var bytes = 0
    /// The start whose frames are accepted. Frames of an older start are refused.
    var epoch = 0
    /// The generation of `frames`.
    var generation = 0
    /// The generation of the current epoch, which its first frame brings into effect.
    var nextGeneration = 0
    /// Frames of a new epoch replace those of the old one when the first of them arrives, so that the screen never goes
    /// blank.
    var holdsOlderFrames = false
    /// Whether the clock has been set to the start of the current epoch. Until then its position is meaningless for
    /// these frames.
    var isPlaced = true
    /// Whether no further frame follows in this epoch.
    var isEnded = false
    /// Whether time runs backward: frames after the position are over.
    var isReverse = false
    /// In nanoseconds: frames from here on are not presented yet.
    var limit = Int64.max
    /// Whether video is disabled, so that no frames arrive.
    var isDisabled = false
    /// How far the latest reader is behind the clock, or ahead of it if negative: frames are over that much later.
    var delay = HostDuration.zero
    /// The latest frame that any reader has taken while time ran forward; frames skipped after it count as dropped.
    var lastTaken: CMTime?
    /// The frames that were passed without being presented, since the timeline was created.
    var dropped = 0
  }

  /// All state. It is never locked while a gate is opened.
  private let state = Mutex(State())
  /// The gates to open when the frames or the clock change: the decoder's, and one for each reader.
  private let waiters = Mutex<[any Gate]>([])
  /// The item's clock, whose position decides which frames are over.
  let clock: MediaClock
  /// The byte limits for forward and reverse playback.
  private let limits: BufferLimits
  /// The captions shown over the frames.
  let captions: ItemCaptions
  /// The frame shown, the one after it, and one being decoded.
  private static let minimumCount = 3

  /// Creates an empty timeline, which the pipeline shares with the decoder thread and the presenters.
  package init(clock: MediaClock, limits: BufferLimits, captions: ItemCaptions = ItemCaptions()) {
    self.captions = captions
    self.clock = clock
    self.limits = limits
  }

  // MARK: Decoder

  /// Begins a start: the frames of the start before remain visible until the first frame of this one is inserted.
  ///
  /// - Parameters:
  ///   - epoch: The start, which grows with every call.
  ///   - generation: The generation of the frames, by which presenters distinguish a new position from the same one.
  ///   - isReverse: Whether the clock will run backward over the frames.
  package func begin(epoch: Int, generation: Int, isReverse: Bool = false) {
    state.withLock {
      $0.epoch = epoch
      $0.nextGeneration = generation
      $0.holdsOlderFrames = true
      $0.isPlaced = false
      $0.isEnded = false
      $0.isReverse = isReverse
      $0.isDisabled = false
      $0.lastTaken = nil
    }
  }

  /// Inserts a frame in presentation order. Returns false if it belongs to an obsolete start.
  package func insert(_ frame: VideoFrame, epoch: Int) -> Bool {
    let isCurrent = state.withLock { state in
      guard epoch == state.epoch else { return false }
      if state.holdsOlderFrames {
        state.frames.removeAll()
        state.bytes = 0
        state.holdsOlderFrames = false
        state.generation = state.nextGeneration
      }
      let index = state.frames.lastIndex { $0.presentationTime <= frame.presentationTime }.map { $0 + 1 } ?? 0
      state.frames.insert(frame, at: index)
      state.bytes += frame.byteCount
      return true
    }
    if isCurrent { wakeWaiters() }
    return isCurrent
  }

  /// Video is disabled: no frames arrive until `enable`.
  func disable() { state.withLock { $0.isDisabled = true } }

  /// Video is enabled again: frames arrive, and count for buffering and for the end of the item.
  func enable() { state.withLock { $0.isDisabled = false } }

  /// Removes the frames that are over, for a reader that returns while video is disabled.
  ///
  /// The frame whose end has not been reached remains. Does nothing while video is enabled.
  package func removePast(at now: HostTime) {
    state.withLock { state in
      guard state.isDisabled else { return }
      let media = clock.nanoseconds(at: now)
      state.lastTaken = nil
      state.frames.removeAll { $0.endTime.nanoseconds <= media }
      state.bytes = state.frames.reduce(0) { $0 + $1.byteCount }
    }
  }
  /// Whether video is disabled. The decoder then retains packets instead of decoding them.
  var isDisabled: Bool { state.withLock { $0.isDisabled } }

  /// Shows a placeholder frame until the start `epoch` has a frame of its own.
  func showPlaceholder(_ frame: VideoFrame, before epoch: Int) {
    state.withLock { state in
      guard state.epoch < epoch || state.holdsOlderFrames else { return }
      state.frames = [frame]
      state.bytes = frame.byteCount
      state.holdsOlderFrames = true
    }
    wakeWaiters()
  }

  /// The clock has been set to the start of the epoch. Until then its first frame is shown.
  package func place(epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.isPlaced = true } }
  }

  /// Frames from `time` on are not presented until the limit changes; nil: no limit.
  package func setLimit(_ time: CMTime?) {
    let limit = time?.nanoseconds ?? .max
    let isChanged = state.withLock { state in
      defer { state.limit = limit }
      return state.limit != limit
    }
    if isChanged { wakeWaiters() }
  }

  /// Records that no further frame follows in this epoch, and wakes the waiters.
  func end(epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.isEnded = true } }
    wakeWaiters()
  }

  /// Removes the frames that the clock has passed. Returns whether there is capacity, and if not, when there will be;
  /// nil: not with time alone.
  ///
  /// - Parameters:
  ///   - now: The host time at which the clock is read.
  ///   - bytes: The size of frames that the decoder holds and has not inserted yet.
  package func freeCapacity(at now: HostTime, adding bytes: Int = 0) -> (hasCapacity: Bool, at: HostTime?) {
    var delay = HostDuration.zero
    let next = state.withLock { state -> Int64? in
      delay = state.delay
      Self.trim(&state, media: clock.nanoseconds(at: now - delay))
      guard isFull(state, adding: bytes) else { return .min }
      // Waits for half of the frames at once: the decoder works in bursts and wakes up less often. In reverse, the next
      // part is needed whole before this one is over, so that each free place is used at once.
      let next = state.isReverse ? state.frames.count - 1 : (state.frames.count + 1) / 2
      return state.frames[next].presentationTime.nanoseconds - (state.isReverse ? 1 : 0)
    }
    guard let next, next != .min else { return (true, nil) }
    return (false, clock.hostTime(ofMedia: next, now: now - delay).map { $0 + delay })
  }

  /// Whether the byte limit, or the limit of frames in a device, is reached. A timeline with few frames, or with those
  /// of an older start, is never full.
  private func isFull(_ state: State, adding bytes: Int) -> Bool {
    let limit = state.isReverse ? limits.reverseFrameBytes : limits.frameBytes
    guard !state.holdsOlderFrames, state.frames.count > Self.minimumCount else { return false }
    // One of the frames is the one that is shown.
    return state.bytes + bytes >= limit || state.frames.count { $0.device != nil } > DeviceFrameLimit.ahead
  }

  /// Removes the frames whose successor has begun. `media` must be read from the clock under the lock that guards
  /// `isPlaced`: an earlier reading may be at the end of the last epoch, and remove the frame at the current target.
  private static func trim(_ state: inout State, media: Int64) {
    guard !state.holdsOlderFrames, state.isPlaced else { return }
    guard !state.isReverse else { return trimBackward(&state, media: media) }
    var count = 0
    while count + 1 < state.frames.count, state.frames[count + 1].presentationTime.nanoseconds <= media { count += 1 }
    guard count > 0 else { return }
    for frame in state.frames.prefix(count) {
      state.bytes -= frame.byteCount
      if let last = state.lastTaken, frame.presentationTime > last { state.dropped += 1 }
    }
    state.frames.removeFirst(count)
  }

  /// Removes, while time runs backward, the frames that begin after the position, except the last remaining one.
  private static func trimBackward(_ state: inout State, media: Int64) {
    while state.frames.count > 1, let last = state.frames.last, last.presentationTime.nanoseconds > media {
      state.bytes -= last.byteCount
      state.frames.removeLast()
    }
  }

  /// The end of the last frame of the current start.
  ///
  /// Nil before the start has a frame.
  package var end: CMTime? { state.withLock { $0.holdsOlderFrames ? nil : $0.frames.last?.endTime } }

  /// The duration of the ready frames, in seconds.
  ///
  /// Zero while only frames of an older start are present.
  var seconds: Double {
    state.withLock { state in
      guard !state.holdsOlderFrames, let first = state.frames.first, let last = state.frames.last else { return 0 }
      return max(0, (last.endTime - first.presentationTime).seconds)
    }
  }

  /// The size of a frame, if one is available.
  ///
  /// In bytes. All frames of a track usually have the same size, so any of them is representative.
  var frameBytes: Int? { state.withLock { $0.frames.first?.byteCount } }

  /// The frames that are shown or not shown yet, in presentation order.
  package var pendingFrames: [VideoFrame] { state.withLock { $0.frames } }

  /// The number of frames ready for the current start.
  func count(epoch: Int) -> Int {
    state.withLock { $0.epoch == epoch && !$0.holdsOlderFrames ? $0.frames.count : 0 }
  }

  // MARK: Readers

  /// Opens `gate` whenever frames or the clock change.
  ///
  /// The waiter is retained until `removeWaiter`. The gate may be opened by any thread.
  package func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  /// Removes a gate that was added with `addWaiter`.
  package func removeWaiter(_ gate: any Gate) {
    waiters.withLock { $0.removeAll { $0 === gate } }
    // Dropped frames are counted for the remaining readers from their next frame on.
    state.withLock { $0.lastTaken = nil }
  }
  /// Opens the gates of all waiters. Called with no lock held.
  package func wakeWaiters() {
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }

  /// The identity of a presented frame: a frame is presented once per generation.
  struct FrameIdentity: Equatable {
    /// The generation in which the frame was presented.
    var generation: Int
    /// The presentation time of the frame.
    var time: CMTime

    /// Whether presenting this after `other` would step back, because of a reader with more lead before, or a clock
    /// corrected slightly. Forward playback shows no frame twice.
    func isBefore(_ other: FrameIdentity?) -> Bool {
      guard let other, generation == other.generation else { return false }
      return time < other.time
    }
  }

  /// The next action of a reader.
  enum Next {
    /// Present this frame, by its deadline.
    case frame(PresentedFrame)
    /// No new frame before this time; nil: until something changes.
    case wait(until: HostTime?)
  }

  /// The frame that a reader with this lead should present now.
  ///
  /// - Parameters:
  ///   - shown: The frame that the reader presented last; nil: none.
  ///   - now: The current host time.
  ///   - lead: The time before a frame's deadline at which the reader receives it.
  ///   - delay: How far `now` is behind the clock's host time, because the reader shows all frames that much later.
  func next(
    after shown: FrameIdentity?, now: HostTime, lead: HostDuration, delay: HostDuration = .zero
  ) -> Next {
    state.withLock { state in
      state.delay = delay
      let snapshot = clock.snapshot
      let media = snapshot.nanoseconds(at: now + lead)
      Self.trim(&state, media: snapshot.nanoseconds(at: now))
      let limit = state.limit
      guard let first = state.frames.first(where: { $0.presentationTime.nanoseconds < limit }),
        let last = state.frames.last
      else { return .wait(until: nil) }
      let isPlaced = state.isPlaced || state.holdsOlderFrames
      let initial = state.isReverse ? last : first
      let current = isPlaced ? state.frames.last { $0.presentationTime.nanoseconds <= min(media, limit - 1) } : initial
      // A stopped clock shows the first frame even if it is later: the screen must not be blank.
      if let frame = current ?? (snapshot.rate == 0 ? first : nil) {
        let identity = FrameIdentity(generation: state.generation, time: frame.presentationTime)
        if identity != shown, !(snapshot.rate > 0 && identity.isBefore(shown)) {
          if snapshot.rate > 0, isPlaced { Self.take(frame, &state) }
          clock.noteSeen(at: now)
          let deadline = snapshot.rate == 0 ? now : clock.hostTime(ofMedia: frame.presentationTime.nanoseconds) ?? now
          return .frame(
            PresentedFrame(
              frame: frame, deadline: deadline, generation: state.generation, rate: snapshot.rate,
              captions: captions))
        }
      }
      guard isPlaced else { return .wait(until: nil) }
      if snapshot.rate < 0 {
        // The previous frame is due when this one has been shown back to its beginning.
        guard let frame = current, state.frames.first !== frame else { return .wait(until: nil) }
        let end = frame.presentationTime.nanoseconds - 1
        return .wait(until: clock.hostTime(ofMedia: end, now: now).map { $0 - lead })
      }
      guard snapshot.rate != 0, let following = state.frames.first(where: { $0.presentationTime.nanoseconds > media }),
        following.presentationTime.nanoseconds < limit,
        let deadline = clock.hostTime(ofMedia: following.presentationTime.nanoseconds, now: now)
      else { return .wait(until: nil) }
      return .wait(until: deadline - lead)
    }
  }

  /// Records that a reader has taken a frame, and counts the frames between this one and the previous one as dropped.
  private static func take(_ frame: VideoFrame, _ state: inout State) {
    let time = frame.presentationTime
    if let last = state.lastTaken {
      guard time > last else { return }
      state.dropped += state.frames.count { $0.presentationTime > last && $0.presentationTime < time }
    }
    state.lastTaken = time
  }

  /// Counts frames that were not decoded because they would have been late.
  func noteDropped(_ count: Int) { if count > 0 { state.withLock { $0.dropped += count } } }

  /// The number of frames that no reader has presented although the clock passed them.
  package var dropped: Int { state.withLock { $0.dropped } }

  /// The frame shown at `time`, if it is buffered.
  ///
  /// Before the first frame, the first one; nil if the timeline is empty.
  package func frame(at time: CMTime) -> VideoFrame? {
    state.withLock { state in state.frames.last { $0.presentationTime <= time } ?? state.frames.first }
  }

  /// The frame `count` places after the one at `time`, if it is buffered.
  ///
  /// `count` may be negative, for steps back. Frames of an older start do not count.
  package func frame(_ count: Int, after time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard !state.holdsOlderFrames, let index = state.frames.lastIndex(where: { $0.presentationTime <= time }),
        state.frames.indices.contains(index + count)
      else { return nil }
      return state.frames[index + count]
    }
  }
}
