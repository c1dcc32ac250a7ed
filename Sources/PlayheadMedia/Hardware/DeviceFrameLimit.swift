/// The numbers of frames that remain in the memory of a device outside of its decoder, which has a fixed number of
/// buffers.
package enum DeviceFrameLimit {
  /// Decoded frames ahead of the clock: as many as the usual memory for 1080p holds.
  package static let ahead = 5
  /// All frames: those ahead, the one that the decoder is about to insert, and those that a view prepares, retains and
  /// shows. Further frames are copied.
  package static let total = ahead + 5
}
