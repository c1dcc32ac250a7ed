import CoreMedia
import PlayheadFFmpeg

/// Finds the landing picture among decoded ones: the last that is not after the target.
struct SeekFrameSelector {
  private(set) var target: CMTime
  private var held: VideoFrame?
  private(set) var hasLanded = false

  init(target: CMTime) { self.target = target }

  /// Another picture is wanted, which has not been taken yet.
  mutating func move(to target: CMTime) { self.target = target }

  /// Takes the next picture in order of time. `cover` is the landing picture's time where the packets have told it.
  /// Returns the pictures to show from here on: empty until landed.
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

  /// The landing picture's time has become known; returns it if it is already here.
  mutating func settle(cover: CMTime) -> VideoFrame? {
    guard !hasLanded, let held, held.presentationTime >= cover else { return nil }
    return finish()
  }

  /// No more pictures come: what is held is the landing picture.
  mutating func finish() -> VideoFrame? {
    hasLanded = true
    defer { held = nil }
    return held
  }
}
