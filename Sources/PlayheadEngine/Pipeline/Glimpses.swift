import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// Pictures from the way to the last stills that were looked for backward, evenly spread, and where a hand that scrubs is by now.
///
///     sync ──┬──────┬──────┬──────┬──────┬──── still          ┬ kept
///                          ◄─ where the hand is by now
///
/// They are shown while the very picture is still being decoded. Bounded in bytes: what the hand has left behind is dropped first.
final class Glimpses: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// In order of time.
    var frames: [VideoFrame] = []
    var bytes = 0
    var spacing = CMTime.zero
    var wish: Wish?

    mutating func remove(at index: Int) { bytes -= frames.remove(at: index).byteCount }
  }

  /// Where the hand is.
  struct Wish {
    var time: CMTime
    /// The start that was under way when it came there: a later one knows of it already.
    var epoch: Int
  }

  /// A picture that lies further away than this says nothing about a place, however fast the hand.
  private static let reach = CMTime(value: 2, timescale: 5)

  init(limit: Int) { self.limit = limit }

  /// The place that is wanted by now; nil: none in particular.
  var wish: Wish? {
    get { state.withLock { $0.wish } }
    set { state.withLock { $0.wish = newValue } }
  }

  func clear() {
    state.withLock {
      let wish = $0.wish
      $0 = State()
      $0.wish = wish
    }
  }

  /// Another way of this length begins, with pictures of this size.
  func begin(length: CMTime, pictureBytes: Int) {
    let count = max(1, limit / max(1, pictureBytes))
    state.withLock {
      $0.spacing = CMTime(seconds: max(0, length.seconds) / Double(count), preferredTimescale: 1_000_000)
    }
  }

  func add(_ frame: VideoFrame) {
    state.withLock { state in
      let time = frame.presentationTime
      let index = state.frames.firstIndex { $0.presentationTime >= time } ?? state.frames.count
      if index > 0, time - state.frames[index - 1].presentationTime < state.spacing { return }
      if index < state.frames.count, state.frames[index].presentationTime - time < state.spacing { return }
      state.frames.insert(frame, at: index)
      state.bytes += frame.byteCount
      while state.bytes > limit, let last = state.frames.last, state.frames.count > 1 {
        // A hand that goes backward comes to what lies before it.
        state.remove(at: last.presentationTime > state.wish?.time ?? time ? state.frames.count - 1 : 0)
      }
    }
  }

  /// The picture nearest to `time`, if it is near enough to be of use.
  func picture(near time: CMTime) -> VideoFrame? {
    state.withLock { state in
      func distance(_ frame: VideoFrame) -> CMTime { CMTimeAbsoluteValue(frame.presentationTime - time) }
      guard let best = state.frames.min(by: { distance($0) < distance($1) }) else { return nil }
      return distance(best) <= max(Self.reach, state.spacing) ? best : nil
    }
  }
}
