import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// The decoded frames near the targets of paused seeks, within a byte budget, and the current scrub position. A later
/// seek nearby takes its frame from here instead of decoding from the sync sample again.
///
/// Where the exact frame is not cached, the nearest one serves as a placeholder. `FrameEvictionPolicy` decides which
/// frames are evicted.
final class DecodedFrameCache: Sendable {
  private let keeping: FrameEvictionPolicy
  private let state = Mutex(State())

  private struct State {
    /// Ascending by presentation time, each with its entry in `kept`.
    var frames: [VideoFrame] = []
    var kept: [FrameEvictionPolicy.Kept] = []
    var known = PTSIndex()
    var way = 0
    /// The interval between cached decode-only frames.
    var spacing = CMTime.zero
    var wish: Wish?
    var isDragged = false
    var landed = 0
  }

  /// The scrub position.
  struct Wish {
    var time: CMTime
    /// The start that was in progress when the position was set: later starts know the position already.
    var epoch: Int
  }

  /// A frame further away than this is no useful placeholder, however fast the user is scrubbing.
  private static let reach = CMTime(value: 2, timescale: 5)

  init(limit: Int) { keeping = FrameEvictionPolicy(limit: limit) }

  /// The scrub position; nil while the user is not scrubbing.
  var wish: Wish? {
    get { state.withLock { $0.wish } }
    set { state.withLock { $0.wish = newValue } }
  }

  /// The `order` of the last start whose frame the decoder found.
  var landed: Int {
    get { state.withLock { $0.landed } }
    set { state.withLock { $0.landed = newValue } }
  }

  /// Evicts all frames. The scrub position remains.
  func clear() {
    state.withLock {
      let (wish, landed) = ($0.wish, $0.landed)
      $0 = State()
      $0.wish = wish
      $0.landed = landed
    }
  }

  // MARK: Packets and frames

  /// Records that packets continue from another position.
  func jump() { state.withLock { $0.known.jump() } }

  /// Records the times of the next packet before the target of a paused seek.
  func learn(_ packet: SeekPacketFilter.Times) { state.withLock { $0.known.learn(packet) } }

  /// Begins another run of decode-only frames: `length` is the time to the target, `pictureBytes` the size of a frame.
  /// `isDragged`: the user is scrubbing backward.
  func begin(length: CMTime, pictureBytes: Int, isDragged: Bool) {
    let count = max(1, keeping.limit / 2 / max(1, pictureBytes))
    state.withLock {
      $0.spacing = CMTime(seconds: max(0, length.seconds) / Double(count), preferredTimescale: 1_000_000)
      $0.way += 1
      $0.isDragged = isDragged
    }
  }

  /// Caches a decode-only frame. `isNear`: the frame is shortly before the target.
  func add(_ frame: VideoFrame, isNear: Bool) {
    let time = frame.presentationTime
    state.withLock { state in
      let kept = FrameEvictionPolicy.Kept(time: time, bytes: frame.byteCount, isNear: isNear, way: state.way)
      let index = state.frames.lastIndex { $0.presentationTime <= time }
      if let index, state.frames[index].presentationTime == time {
        if isNear { state.kept[index] = kept }
        return
      }
      let place = index.map { $0 + 1 } ?? 0
      state.frames.insert(frame, at: place)
      state.kept.insert(kept, at: place)
      let hand = state.isDragged ? state.wish?.time ?? time : nil
      while let victim = keeping.victim(of: state.kept, newest: time, hand: hand) {
        state.frames.remove(at: victim)
        state.kept.remove(at: victim)
      }
    }
  }

  // MARK: Lookup

  /// The frame shown at `time`, if it is cached and the index confirms it.
  func picture(at time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard let cover = state.known.cover(of: time) else { return nil }
      return state.frames.last { $0.presentationTime == cover }
    }
  }

  /// The last time before `time` whose frame is missing; nil if the frame at `time` is missing too, or if everything
  /// down to `limit` is cached. One or two missing frames between cached ones are ignored: a scrub position seldom
  /// stops at exactly those.
  func gap(before time: CMTime, downTo limit: CMTime) -> CMTime? {
    state.withLock { state in
      let kept = Set(state.frames.map(\.presentationTime))
      guard var cover = state.known.cover(of: time), kept.contains(cover) else { return nil }
      var missing: [CMTime] = []
      while cover > limit {
        let before = cover - Self.moment
        guard let next = state.known.cover(of: before) else { return before }
        if kept.contains(next) { missing = [] } else { missing.append(before) }
        if missing.count > Self.holeLimit { return missing.first }
        cover = next
      }
      return nil
    }
  }
  private static let holeLimit = 2
  /// Shorter than any frame.
  private static let moment = CMTime(value: 1, timescale: 1_000_000)

  /// Whether the time is at or after the sync sample from which packets are being read.
  func isOnWay(_ time: CMTime) -> Bool { state.withLock { $0.known.begin.map { $0 <= time } ?? false } }

  /// The sync sample from which the frame at `time` can be decoded; nil if its packets have not been read.
  func begin(of time: CMTime) -> CMTime? { state.withLock { $0.known.begin(of: time) } }

  /// The cached frame nearest to `time`, if it is near enough to be a useful placeholder.
  func picture(near time: CMTime) -> VideoFrame? {
    state.withLock { state in
      func distance(_ frame: VideoFrame) -> CMTime { CMTimeAbsoluteValue(frame.presentationTime - time) }
      guard let best = state.frames.min(by: { distance($0) < distance($1) }) else { return nil }
      return distance(best) <= max(Self.reach, state.spacing) ? best : nil
    }
  }
}
