/// The settings of an audio encoder.
package struct AudioEncoding: Sendable, Equatable {
  /// libavcodec's name of the codec, such as `aac` or `pcm_s16le`.
  package var codecName: String
  /// Frames a second; 0 for the rate of the source.
  package var sampleRate: Int
  /// The number of channels; 0 for that of the source.
  package var channelCount: Int
  /// Bits per second; nil for the encoder's own. Without effect on lossless codecs.
  package var bitRate: Int?
  /// The bits of a sample of a lossless codec; nil for 16.
  package var bitDepth: Int?

  /// Settings without a bit rate.
  package init(codecName: String, sampleRate: Int, channelCount: Int) {
    (self.codecName, self.sampleRate, self.channelCount) = (codecName, sampleRate, channelCount)
  }
}
