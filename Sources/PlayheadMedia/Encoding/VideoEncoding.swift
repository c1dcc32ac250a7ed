/// The settings of a video encoder.
package struct VideoEncoding: Sendable, Equatable {
  /// libavcodec's name of the codec, such as `h264`.
  package var codecName: String
  /// The width of the encoded frames in pixels; nil for that of the first frame.
  package var width: Int?
  /// The height of the encoded frames in pixels; nil for that of the first frame.
  package var height: Int?
  /// The average bits per second; nil: as many as the quality requires.
  package var bitRate: Int?
  /// The quality from 0 (smallest) to 1 (best); nil for a loss that is hardly visible. Without effect with a bit
  /// rate.
  package var quality: Double?
  /// The largest distance of keyframes in frames; nil for the encoder's own.
  package var keyframeInterval: Int?
  /// Whether frames may be stored in another order than they are displayed in.
  package var allowsReordering = true
  /// The frames per second to expect; nil: by the duration of the first frame.
  package var frameRate: Double?
  /// The encoder's name of the profile; nil for its own choice.
  package var profile: String?
  /// libavutil's name of the pixel format; nil for 4:2:0.
  package var pixelFormat: String?
  /// Whether frames of high dynamic range are converted to BT.709 with standard dynamic range.
  package var convertsHDR = false

  /// Settings with defaults for everything but the codec.
  package init(codecName: String) { self.codecName = codecName }
}
