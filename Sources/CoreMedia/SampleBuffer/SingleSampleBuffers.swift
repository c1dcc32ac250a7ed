extension CMSampleBuffer {
  /// The buffers of the single samples of a buffer, made one at a time.
  public struct SingleSampleBuffers: Sequence, IteratorProtocol {
    private let buffer: CMSampleBuffer
    private var index = 0

    init(buffer: CMSampleBuffer) { self.buffer = buffer }

    /// The buffer of the next sample; nil after the last one, and if the data does not match the sample sizes.
    public mutating func next() -> CMSampleBuffer? {
      guard index < buffer.numSamples else { return nil }
      defer { index += 1 }
      return try? CMSampleBuffer(copying: buffer, forRange: index..<index + 1)
    }
  }
}
