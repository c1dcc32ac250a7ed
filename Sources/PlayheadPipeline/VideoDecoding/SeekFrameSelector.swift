import CoreMedia
import PlayheadMedia

/// Selects the frame at a seek target from decoded frames: the last one that is not after the target.
struct SeekFrameSelector {
  /// The seek target. Retargeting moves it back.
  private(set) var target: CMTime
  /// The presentation time of the frame at the target; nil until the packets have determined it.
  private(set) var frameTime: CMTime?
  /// The last frame so far that is not after the target.
  private var held: VideoFrame?
  /// Whether the frame at the target was found: all later frames pass.
  private(set) var hasTargetFrame = false

  /// Creates a selector for a start. Frames must come in presentation order.
  init(target: CMTime) { self.target = target }

  /// Changes the target to one whose frame, with the presentation time `frameTime`, has not been taken yet.
  mutating func move(to target: CMTime, frameTime: CMTime) {
    self.target = target
    self.frameTime = frameTime
  }

  /// Takes the next frame in presentation order. Returns the frames to show from here on: empty until the target is
  /// reached.
  mutating func take(_ frame: VideoFrame) -> [VideoFrame] {
    guard !hasTargetFrame else { return [frame] }
    if frame.presentationTime > target {
      hasTargetFrame = true
      defer { held = nil }
      return [held, frame].compactMap { $0 }
    }
    held = frame
    guard let frameTime, frame.presentationTime >= frameTime else { return [] }
    hasTargetFrame = true
    held = nil
    return [frame]
  }

  /// Sets the presentation time of the frame at the target; returns the frame if it is already held.
  mutating func settle(frameTime: CMTime) -> VideoFrame? {
    self.frameTime = frameTime
    guard !hasTargetFrame, let held, held.presentationTime >= frameTime else { return nil }
    return finish()
  }

  /// Ends the search because no more frames follow: the held frame is the one at the target.
  mutating func finish() -> VideoFrame? {
    hasTargetFrame = true
    defer { held = nil }
    return held
  }
}
