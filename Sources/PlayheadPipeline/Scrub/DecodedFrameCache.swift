import CoreMedia
import PlayheadMedia
import Synchronization

/// The decoded frames near the targets of paused seeks, within a byte budget, and the current scrub position. A later
/// seek nearby takes its frame from here instead of decoding from the sync sample again.
///
/// Where the exact frame is not cached, the nearest one serves as a placeholder. `FrameEvictionPolicy` decides which
/// frames are evicted.
final class DecodedFrameCache: Sendable {
  /// The byte budget, and the choice of frames to evict.
  private let policy: FrameEvictionPolicy
  /// All state. The demux loop, the video decoder, and the session use it from their own threads.
  private let state = Mutex(State())

  /// The frames, what is known about their times, and the scrub position.
  private struct State {
    /// Ascending by presentation time, each with its entry in `cached`.
    var frames: [VideoFrame] = []
    /// The properties of `frames` by which one is chosen for eviction, at the same indices.
    var cached: [FrameEvictionPolicy.CachedFrame] = []
    /// The times of all packets read for paused seeks, cached or not.
    var ptsIndex = PTSIndex()
    /// The number of the current run of decode-only frames.
    var run = 0
    /// The interval between cached decode-only frames.
    var spacing = CMTime.zero
    /// Nil while the user is not scrubbing.
    var scrubPosition: ScrubPosition?
    /// Whether the current run was begun while the user was scrubbing backward.
    var isScrubbingBackward = false
  }

  /// The scrub position.
  struct ScrubPosition {
    /// The media time under the pointer.
    var time: CMTime
    /// The start that was in progress when the position was set: later starts know the position already.
    var epoch: Int
  }

  /// A frame further away than this is no useful placeholder, however fast the user is scrubbing.
  private static let reach = CMTime(value: 2, timescale: 5)

  /// Creates an empty cache. `limit`: the byte budget.
  init(limit: Int) { policy = FrameEvictionPolicy(limit: limit) }

  /// The scrub position; nil while the user is not scrubbing.
  ///
  /// Set by the session, and read by the demux loop and the decoder.
  var scrubPosition: ScrubPosition? {
    get { state.withLock { $0.scrubPosition } }
    set { state.withLock { $0.scrubPosition = newValue } }
  }

  /// Evicts all frames. The scrub position remains.
  ///
  /// Called for a longer time of playback, and before reverse playback.
  func clear() {
    state.withLock {
      $0 = State(scrubPosition: $0.scrubPosition)
    }
  }

  // MARK: Packets and frames

  /// Records that packets continue from another position.
  func noteDiscontinuity() { state.withLock { $0.ptsIndex.noteDiscontinuity() } }

  /// Records the times of the next packet before the target of a paused seek.
  func record(_ packet: SeekPacketFilter.Times) { state.withLock { $0.ptsIndex.record(packet) } }

  /// Begins another run of decode-only frames: `length` is the time to the target, `frameBytes` the size of a frame.
  /// `isScrubbingBackward`: the user is scrubbing backward.
  func begin(length: CMTime, frameBytes: Int, isScrubbingBackward: Bool) {
    let count = max(1, policy.limit / 2 / max(1, frameBytes))
    state.withLock {
      $0.spacing = CMTime(seconds: max(0, length.seconds) / Double(count), preferredTimescale: 1_000_000)
      $0.run += 1
      $0.isScrubbingBackward = isScrubbingBackward
    }
  }

  /// Caches a decode-only frame. `isNear`: the frame is shortly before the target.
  ///
  /// A frame with the same time is not added twice, but may become near. Others are evicted until the budget suffices.
  func add(_ frame: VideoFrame, isNear: Bool) {
    let time = frame.presentationTime
    // Cached frames would occupy all buffers of a device.
    frame.leaveDevice()
    state.withLock { state in
      let cached = FrameEvictionPolicy.CachedFrame(time: time, bytes: frame.byteCount, isNear: isNear, run: state.run)
      let index = state.frames.lastIndex { $0.presentationTime <= time }
      if let index, state.frames[index].presentationTime == time {
        if isNear { state.cached[index] = cached }
        return
      }
      let insertionIndex = index.map { $0 + 1 } ?? 0
      state.frames.insert(frame, at: insertionIndex)
      state.cached.insert(cached, at: insertionIndex)
      let scrubPosition = state.isScrubbingBackward ? state.scrubPosition?.time ?? time : nil
      while let victim = policy.victim(of: state.cached, newest: time, scrubPosition: scrubPosition) {
        state.frames.remove(at: victim)
        state.cached.remove(at: victim)
      }
    }
  }

  // MARK: Lookup

  /// The frame shown at `time`, if it is cached and the index confirms it.
  ///
  /// Confirmed: the packets around it were read, so that no other frame is between it and `time`.
  func frame(at time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard let frameTime = state.ptsIndex.frameTime(of: time) else { return nil }
      return state.frames.last { $0.presentationTime == frameTime }
    }
  }

  /// The last time before `time` whose frame is missing; nil if the frame at `time` is missing too, or if everything
  /// down to `limit` is cached. One or two missing frames between cached ones are ignored: a scrub position seldom
  /// stops at exactly those.
  func gap(before time: CMTime, downTo limit: CMTime) -> CMTime? {
    state.withLock { state in
      let cached = Set(state.frames.map(\.presentationTime))
      guard var frameTime = state.ptsIndex.frameTime(of: time), cached.contains(frameTime) else { return nil }
      var missing: [CMTime] = []
      while frameTime > limit {
        let before = frameTime - Self.moment
        guard let next = state.ptsIndex.frameTime(of: before) else { return before }
        if cached.contains(next) { missing = [] } else { missing.append(before) }
        if missing.count > Self.gapTolerance { return missing.first }
        frameTime = next
      }
      return nil
    }
  }
  /// The number of missing frames in a row that are not considered a gap.
  private static let gapTolerance = 2
  /// Shorter than any frame.
  private static let moment = CMTime(value: 1, timescale: 1_000_000)

  /// Whether the time is at or after the sync sample from which packets are being read.
  func isInCurrentRun(_ time: CMTime) -> Bool { state.withLock { $0.ptsIndex.begin.map { $0 <= time } ?? false } }

  /// The sync sample from which the frame at `time` can be decoded; nil if its packets have not been read.
  func begin(of time: CMTime) -> CMTime? { state.withLock { $0.ptsIndex.begin(of: time) } }

  /// The cached frame nearest to `time`, if it is near enough to be a useful placeholder.
  func frame(near time: CMTime) -> VideoFrame? {
    state.withLock { state in
      func distance(_ frame: VideoFrame) -> CMTime { CMTimeAbsoluteValue(frame.presentationTime - time) }
      guard let best = state.frames.min(by: { distance($0) < distance($1) }) else { return nil }
      return distance(best) <= max(Self.reach, state.spacing) ? best : nil
    }
  }
}
