import Foundation
import PlayheadMedia

/// The user's changes to the video: aspect ratio, rotation, mirroring, size and colors.
struct VideoAdjustment: Hashable, Sendable {
  /// An aspect ratio of the stored frame.
  struct Aspect: Hashable, Sendable {
    /// The relative width.
    var width: Int32
    /// The relative height.
    var height: Int32
  }

  /// The aspect ratio that replaces that of the file; nil for the file's own.
  var aspect: Aspect?
  /// The clockwise rotation in degrees, in addition to that of the file: 0, 90, 180 or 270.
  var rotation = 0
  /// Whether the upright video is mirrored horizontally, before the rotation.
  var isMirrored = false
  /// The size relative to the one that the gravity results in, as a power of two: 1 doubles it.
  var zoom = 0.0
  /// The changes of the colors.
  var color = ColorAdjustment.none

  /// No change.
  static let none = VideoAdjustment()

  /// The aspect ratios that a key selects one after the other, after which the file's own returns (mpv's).
  static let aspects = [
    Aspect(width: 16, height: 9), Aspect(width: 4, height: 3), Aspect(width: 47, height: 20),
    Aspect(width: 1, height: 1),
  ]
  /// The permitted values of `zoom`: larger frames would take more memory than a small machine has.
  static let zooms = -2.0...1.5

  /// The factor of the size.
  var scale: Double { exp2(zoom) }

  /// Applies a command of the user.
  mutating func apply(_ command: VideoCommand) {
    switch command {
    case .cycleAspect:
      let next = aspect.map { (Self.aspects.firstIndex(of: $0) ?? -1) + 1 } ?? 0
      aspect = Self.aspects.indices.contains(next) ? Self.aspects[next] : nil
    case .rotate: rotation = (rotation + 90) % 360
    case .mirror: isMirrored.toggle()
    case .zoom(let change):
      // Sums of tenths are not exact.
      let sum = ((zoom + change) * 1000).rounded() / 1000
      zoom = max(Self.zooms.lowerBound, min(Self.zooms.upperBound, sum))
    case .reset: self = VideoAdjustment(color: color)
    case .color(let property, let change): color[property] += change
    case .resetColors: color = .none
    }
  }

  /// The frame with the changed aspect ratio and orientation; the frame itself without such changes.
  func apply(to frame: VideoFrame) -> VideoFrame {
    guard aspect != nil || rotation != 0 || isMirrored else { return frame }
    var transform = frame.transform
    // A mirrored rotation is a rotation in the other direction of the mirrored frame.
    if isMirrored {
      transform = DisplayTransform(rotation: rotation - transform.rotation, isMirrored: !transform.isMirrored)
    } else {
      transform = DisplayTransform(rotation: rotation + transform.rotation, isMirrored: transform.isMirrored)
    }
    return frame.shown(
      pixelAspect: aspect.map { pixelAspect($0, of: frame) } ?? frame.pixelAspect, transform: transform)
  }

  /// The pixel aspect ratio with which a stored frame has an aspect ratio.
  private func pixelAspect(_ aspect: Aspect, of frame: VideoFrame) -> PixelAspect {
    let (width, across) = aspect.width.multipliedReportingOverflow(by: Int32(clamping: frame.height))
    let (height, down) = aspect.height.multipliedReportingOverflow(by: Int32(clamping: frame.width))
    return across || down ? frame.pixelAspect : PixelAspect(horizontal: width, vertical: height)
  }
}
