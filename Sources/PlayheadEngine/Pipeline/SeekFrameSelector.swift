import CoreMedia
import PlayheadFFmpeg

/// Selects the frame at a seek target from decoded frames: the last one that is not after the target.
struct SeekFrameSelector {
  private(set) var target: CMTime
  private var held: VideoFrame?
  private(set) var hasLanded = false

  init(target: CMTime) { self.target = target }

  /// Changes the target to one whose frame has not been taken yet.
  mutating func move(to target: CMTime) { self.target = target }

  /// Takes the next frame in presentation order. `cover` is the presentation time of the frame at the target, if the
  /// packets have determined it. Returns the frames to show from here on: empty until the target is reached.
  mutating func take(_ frame: VideoFrame, cover: CMTime?) -> [VideoFrame] {
    guard !hasLanded else { return [frame] }
    if frame.presentationTime > target {
      hasLanded = true
      defer { held = nil }
      return [held, frame].compactMap { $0 }
    }
    held = frame
    guard let cover, frame.presentationTime >= cover else { return [] }
    hasLanded = true
    held = nil
    return [frame]
  }

  /// Sets the presentation time of the frame at the target; returns the frame if it is already held.
  mutating func settle(cover: CMTime) -> VideoFrame? {
    guard !hasLanded, let held, held.presentationTime >= cover else { return nil }
    return finish()
  }

  /// Ends the search because no more frames follow: the held frame is the one at the target.
  mutating func finish() -> VideoFrame? {
    hasLanded = true
    defer { held = nil }
    return held
  }
}
