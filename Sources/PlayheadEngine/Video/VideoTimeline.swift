import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// The decoded pictures of one item around its position, in order of time. The decoder puts them in, presenters and video
/// outputs look at them, and whatever the clock has passed is let go.
///
/// A full timeline makes the decoder wait; it never drops what is still to come.
final class VideoTimeline: Sendable {
  private struct State {
    var frames: [VideoFrame] = []
    var bytes = 0
    var epoch = 0
    /// Of the frames inside.
    var generation = 0
    var nextGeneration = 0
    /// The frames of a new epoch replace those of the old one when the first of them arrives, so that the screen keeps its picture.
    var holdsOlderFrames = false
    /// Whether the clock stands where the present epoch began. Until then its position means nothing for these frames.
    var isPlaced = true
    var isEnded = false
    /// Time runs backward: what lies after the position is over.
    var isReverse = false
    /// Pictures from here on are not to be seen yet.
    var limit = Int64.max
    /// Pictures are switched off: there are none.
    var isResting = false
    /// The latest picture that any viewer has taken while time went forward; what is passed behind it was seen by nobody.
    var lastTaken: CMTime?
    var lost = 0
  }

  private let state = Mutex(State())
  private let waiters = Mutex<[any Gate]>([])
  let clock: MediaClock
  private let limits: BufferLimits
  /// What is read along with the pictures.
  let captions: ItemCaptions
  /// A picture to show, the one after it, and one being decoded.
  private static let minimumCount = 3

  init(clock: MediaClock, limits: BufferLimits, captions: ItemCaptions = ItemCaptions()) {
    self.captions = captions
    self.clock = clock
    self.limits = limits
  }

  // MARK: The decoder's side

  func begin(epoch: Int, generation: Int, isReverse: Bool = false) {
    state.withLock {
      $0.epoch = epoch
      $0.nextGeneration = generation
      $0.holdsOlderFrames = true
      $0.isPlaced = false
      $0.isEnded = false
      $0.isReverse = isReverse
      $0.isResting = false
      $0.lastTaken = nil
    }
  }

  /// Puts a picture in its place. False if it belongs to a start that is over.
  func insert(_ frame: VideoFrame, epoch: Int) -> Bool {
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

  /// No more pictures are made until `wakeUp`.
  func rest() { state.withLock { $0.isResting = true } }

  func wakeUp() { state.withLock { $0.isResting = false } }

  /// Somebody looks again who has not for a while: pictures that are over by now are not to be seen until others come.
  func forgetPast(at now: HostTime) {
    state.withLock { state in
      guard state.isResting else { return }
      let media = clock.nanoseconds(at: now)
      state.lastTaken = nil
      state.frames.removeAll { $0.endTime.nanoseconds <= media }
      state.bytes = state.frames.reduce(0) { $0 + $1.byteCount }
    }
  }
  var isResting: Bool { state.withLock { $0.isResting } }

  /// Shows a picture until a start has its own.
  func glimpse(_ frame: VideoFrame, before epoch: Int) {
    state.withLock { state in
      guard state.epoch < epoch || state.holdsOlderFrames else { return }
      state.frames = [frame]
      state.bytes = frame.byteCount
      state.holdsOlderFrames = true
    }
    wakeWaiters()
  }

  /// The clock has been set to where the epoch began. Until then its first picture is shown.
  func place(epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.isPlaced = true } }
  }

  /// Pictures from `time` on are not presented until it is another one, or nil.
  func setLimit(_ time: CMTime?) {
    let limit = time?.nanoseconds ?? .max
    let isChanged = state.withLock { state in
      defer { state.limit = limit }
      return state.limit != limit
    }
    if isChanged { wakeWaiters() }
  }

  func end(epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.isEnded = true } }
    wakeWaiters()
  }

  /// Lets go what the clock has passed. Returns whether there is room, and if not, when there will be; nil: not by itself.
  func makeRoom(at now: HostTime, besides bytes: Int = 0) -> (hasRoom: Bool, at: HostTime?) {
    let next = state.withLock { state -> Int64? in
      Self.trim(&state, media: clock.nanoseconds(at: now))
      guard isFull(state, besides: bytes) else { return .min }
      // Half of them are waited for at once: the decoder then works in bursts and wakes up less often. Backward the next part is
      // needed whole before this one is over: each place is taken as soon as it is free.
      let next = state.isReverse ? state.frames.count - 1 : (state.frames.count + 1) / 2
      return state.frames[next].presentationTime.nanoseconds - (state.isReverse ? 1 : 0)
    }
    guard let next, next != .min else { return (true, nil) }
    return (false, clock.hostTime(ofMedia: next, now: now))
  }

  private func isFull(_ state: State, besides bytes: Int) -> Bool {
    let limit = state.isReverse ? limits.reversePictureBytes : limits.pictureBytes
    return !state.holdsOlderFrames && state.frames.count > Self.minimumCount && state.bytes + bytes >= limit
  }

  /// A picture is over when the next one has begun. `media` is read from the clock under the lock that guards `isPlaced`: one that was
  /// read before may stand where the last epoch ended, and take the picture away that this one has landed on.
  private static func trim(_ state: inout State, media: Int64) {
    guard !state.holdsOlderFrames, state.isPlaced else { return }
    guard !state.isReverse else { return trimBackward(&state, media: media) }
    var count = 0
    while count + 1 < state.frames.count, state.frames[count + 1].presentationTime.nanoseconds <= media { count += 1 }
    guard count > 0 else { return }
    for frame in state.frames.prefix(count) {
      state.bytes -= frame.byteCount
      if let last = state.lastTaken, frame.presentationTime > last { state.lost += 1 }
    }
    state.frames.removeFirst(count)
  }

  private static func trimBackward(_ state: inout State, media: Int64) {
    while state.frames.count > 1, let last = state.frames.last, last.presentationTime.nanoseconds > media {
      state.bytes -= last.byteCount
      state.frames.removeLast()
    }
  }

  /// Where the pictures of the present start end so far.
  var end: CMTime? { state.withLock { $0.holdsOlderFrames ? nil : $0.frames.last?.endTime } }

  /// How long the pictures last that are ready.
  var seconds: Double {
    state.withLock { state in
      guard !state.holdsOlderFrames, let first = state.frames.first, let last = state.frames.last else { return 0 }
      return max(0, (last.endTime - first.presentationTime).seconds)
    }
  }

  /// The size of a picture, as far as one is at hand.
  var pictureBytes: Int? { state.withLock { $0.frames.first?.byteCount } }

  /// How many pictures are ready for the present start.
  func count(epoch: Int) -> Int {
    state.withLock { $0.epoch == epoch && !$0.holdsOlderFrames ? $0.frames.count : 0 }
  }

  // MARK: The viewers' side

  /// Opens `gate` whenever pictures or the clock change.
  func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  func removeWaiter(_ gate: any Gate) {
    waiters.withLock { $0.removeAll { $0 === gate } }
    // Whoever is left begins to count with the next picture that is taken.
    state.withLock { $0.lastTaken = nil }
  }
  func wakeWaiters() {
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }

  /// What was presented last: a picture is presented once for each generation.
  struct Shown: Equatable {
    var generation: Int
    var time: CMTime

    /// Whether it would be a step back: a viewer who looked further ahead before, or a clock that was set back a little. Playing
    /// forward shows nothing twice.
    func isBefore(_ other: Shown?) -> Bool {
      guard let other, generation == other.generation else { return false }
      return time < other.time
    }
  }

  enum Next {
    case picture(PresentedFrame)
    /// Nothing new before this moment; nil: until something changes.
    case wait(until: HostTime?)
  }

  /// The picture that a viewer who is `lead` ahead of the screen should present now.
  func next(after shown: Shown?, now: HostTime, lead: HostDuration) -> Next {
    state.withLock { state in
      let line = clock.snapshot
      let media = line.nanoseconds(at: now + lead)
      Self.trim(&state, media: line.nanoseconds(at: now))
      let limit = state.limit
      guard let first = state.frames.first(where: { $0.presentationTime.nanoseconds < limit }),
        let last = state.frames.last
      else { return .wait(until: nil) }
      let isPlaced = state.isPlaced || state.holdsOlderFrames
      let landing = state.isReverse ? last : first
      let current = isPlaced ? state.frames.last { $0.presentationTime.nanoseconds <= min(media, limit - 1) } : landing
      // A standing clock shows the first picture even if it lies later: something must be seen.
      if let frame = current ?? (line.rate == 0 ? first : nil) {
        let identity = Shown(generation: state.generation, time: frame.presentationTime)
        if identity != shown, !(line.rate > 0 && identity.isBefore(shown)) {
          if line.rate > 0, isPlaced { Self.take(frame, &state) }
          let deadline = line.rate == 0 ? now : clock.hostTime(ofMedia: frame.presentationTime.nanoseconds) ?? now
          return .picture(
            PresentedFrame(
              frame: frame, deadline: deadline, generation: state.generation, captions: captions))
        }
      }
      guard isPlaced else { return .wait(until: nil) }
      if line.rate < 0 {
        // The picture before is due when this one has been seen back to its beginning.
        guard let frame = current, state.frames.first !== frame else { return .wait(until: nil) }
        let end = frame.presentationTime.nanoseconds - 1
        return .wait(until: clock.hostTime(ofMedia: end, now: now).map { $0 - lead })
      }
      guard line.rate != 0, let following = state.frames.first(where: { $0.presentationTime.nanoseconds > media }),
        following.presentationTime.nanoseconds < limit,
        let deadline = clock.hostTime(ofMedia: following.presentationTime.nanoseconds, now: now)
      else { return .wait(until: nil) }
      return .wait(until: deadline - lead)
    }
  }

  private static func take(_ frame: VideoFrame, _ state: inout State) {
    let time = frame.presentationTime
    if let last = state.lastTaken {
      guard time > last else { return }
      state.lost += state.frames.count { $0.presentationTime > last && $0.presentationTime < time }
    }
    state.lastTaken = time
  }

  /// A picture was not even decoded, because it would have come too late.
  func loses(_ count: Int) { if count > 0 { state.withLock { $0.lost += count } } }

  /// How many pictures nobody has seen although there are viewers and time went over them.
  var lost: Int { state.withLock { $0.lost } }

  /// The picture that covers `time`, if it is in memory.
  func frame(at time: CMTime) -> VideoFrame? {
    state.withLock { state in state.frames.last { $0.presentationTime <= time } ?? state.frames.first }
  }

  /// The picture `count` places after the one at `time`, if it is in memory.
  func frame(_ count: Int, after time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard !state.holdsOlderFrames, let index = state.frames.lastIndex(where: { $0.presentationTime <= time }),
        state.frames.indices.contains(index + count)
      else { return nil }
      return state.frames[index + count]
    }
  }
}
