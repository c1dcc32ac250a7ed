import CPlayheadFFmpeg

/// A frame in libavutil's form, freed with the last reference.
final class OwnedFrame: @unchecked Sendable {
  // Sendable: the frame is not changed once the object is shared, and libavutil counts references atomically.
  /// The frame, owned by this object.
  let raw: UnsafeMutablePointer<AVFrame>

  /// Takes ownership of a frame.
  init(_ raw: UnsafeMutablePointer<AVFrame>) { self.raw = raw }

  deinit { freeFrame(raw) }
}

/// Frees a frame, and its reference to the samples.
func freeFrame(_ frame: UnsafeMutablePointer<AVFrame>?) {
  var frame = frame
  av_frame_free(&frame)
}
