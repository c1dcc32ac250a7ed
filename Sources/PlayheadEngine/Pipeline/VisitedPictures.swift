import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// The pictures before the last place that was looked for on the way back: whoever goes back again finds them here, instead of
/// having everything since the sync sample decoded once more.
///
/// They follow each other without a hole, and are bounded in bytes; the earliest are dropped first.
final class VisitedPictures: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var frames: [VideoFrame] = []
    var bytes = 0
  }

  init(limit: Int) { self.limit = limit }

  func clear() { state.withLock { $0 = State() } }

  /// The next picture in order of time.
  func add(_ frame: VideoFrame) {
    state.withLock { state in
      if let last = state.frames.last, frame.presentationTime <= last.presentationTime { state = State() }
      state.frames.append(frame)
      state.bytes += frame.byteCount
      while state.bytes > limit, state.frames.count > 1 { state.bytes -= state.frames.removeFirst().byteCount }
    }
  }

  /// The picture that is to be seen at `time`, if that is certain.
  func picture(at time: CMTime) -> VideoFrame? {
    state.withLock { state in
      guard let index = state.frames.lastIndex(where: { $0.presentationTime <= time }) else { return nil }
      let frame = state.frames[index]
      // Nobody knows what follows the last one but its own end.
      return index + 1 < state.frames.count || time < frame.endTime ? frame : nil
    }
  }
}
