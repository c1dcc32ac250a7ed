import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// The pictures that were decoded on the way to stills, as far as they have room: whoever comes by again finds them here, instead of
/// having everything since the sync sample decoded once more. And where a hand that scrubs is by now.
///
/// Where the very picture is not here, the nearest is shown until it is. Bounded in bytes; `FrameEvictionPolicy` says what goes.
final class DecodedFrameCache: Sendable {
  private let keeping: FrameEvictionPolicy
  private let state = Mutex(State())

  private struct State {
    /// In order of time, and what is known of them.
    var frames: [VideoFrame] = []
    var kept: [FrameEvictionPolicy.Kept] = []
    var known = PTSIndex()
    var way = 0
    /// How far those on the way lie apart.
    var spacing = CMTime.zero
    var wish: Wish?
    var isDragged = false
    var landed = 0
  }

  /// Where the hand is.
  struct Wish {
    var time: CMTime
    /// The start that was under way when it came there: a later one knows of it already.
    var epoch: Int
  }

  /// A picture that lies further away than this says nothing about a place, however fast the hand.
  private static let reach = CMTime(value: 2, timescale: 5)

  init(limit: Int) { keeping = FrameEvictionPolicy(limit: limit) }

  /// The place that is wanted by now; nil: none in particular.
  var wish: Wish? {
    get { state.withLock { $0.wish } }
    set { state.withLock { $0.wish = newValue } }
  }

  /// The start whose still the decoder has come to last.
  var landed: Int {
    get { state.withLock { $0.landed } }
    set { state.withLock { $0.landed = newValue } }
  }

  func clear() {
    state.withLock {
      let (wish, landed) = ($0.wish, $0.landed)
      $0 = State()
      $0.wish = wish
      $0.landed = landed
    }
  }

  // MARK: What is read and decoded

  /// Packets come from another place on.
  func jump() { state.withLock { $0.known.jump() } }

  /// The next packet on the way to a still.
  func learn(_ packet: SeekPacketFilter.Times) { state.withLock { $0.known.learn(packet) } }

  /// Another way of this length begins, with pictures of this size. `isDragged`: a hand drags backward.
  func begin(length: CMTime, pictureBytes: Int, isDragged: Bool) {
    let count = max(1, keeping.limit / 2 / max(1, pictureBytes))
    state.withLock {
      $0.spacing = CMTime(seconds: max(0, length.seconds) / Double(count), preferredTimescale: 1_000_000)
      $0.way += 1
      $0.isDragged = isDragged
    }
  }

  /// A picture on the way. `isNear`: right before the still.
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

  // MARK: What is wanted

  /// The picture that is to be seen at `time`, if that is certain.
  func picture(at time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard let cover = state.known.cover(of: time) else { return nil }
      return state.frames.last { $0.presentationTime == cover }
    }
  }

  /// The last moment before `time`, going backward, whose picture is not here; nil where the picture at `time` is not here either, and
  /// where everything down to `limit` is. One or two that are missing between others are left away: a hand seldom wants just those.
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
  /// No picture is as short as this.
  private static let moment = CMTime(value: 1, timescale: 1_000_000)

  /// Whether the place lies on the way that is being read.
  func isOnWay(_ time: CMTime) -> Bool { state.withLock { $0.known.begin.map { $0 <= time } ?? false } }

  /// From where on the picture at `time` can be decoded; nil where nobody has been there.
  func begin(of time: CMTime) -> CMTime? { state.withLock { $0.known.begin(of: time) } }

  /// The picture nearest to `time`, if it is near enough to be of use.
  func picture(near time: CMTime) -> VideoFrame? {
    state.withLock { state in
      func distance(_ frame: VideoFrame) -> CMTime { CMTimeAbsoluteValue(frame.presentationTime - time) }
      guard let best = state.frames.min(by: { distance($0) < distance($1) }) else { return nil }
      return distance(best) <= max(Self.reach, state.spacing) ? best : nil
    }
  }
}
