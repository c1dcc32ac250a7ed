/// The transform from the stored to the upright frame: mirrored first, then rotated clockwise.
package struct DisplayTransform: Sendable, Hashable {
  /// 0, 90, 180 or 270 degrees clockwise.
  package var rotation: Int
  /// Whether the frame is mirrored horizontally, before the rotation.
  package var isMirrored: Bool
  /// No rotation and no mirroring.
  package static let identity = DisplayTransform(rotation: 0, isMirrored: false)

  /// Creates a transform; any multiple of 90 degrees is reduced to one turn.
  package init(rotation: Int, isMirrored: Bool) {
    self.rotation = ((rotation % 360) + 360) % 360
    self.isMirrored = isMirrored
  }

  /// Whether width and height are swapped for display.
  package var swapsSides: Bool { rotation == 90 || rotation == 270 }
}
