import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadBasics
import PlayheadItems

/// Sample buffers of linear PCM, made of interleaved samples. Used by one thread at a time.
final class PCMSamples: SampleProducer {
  /// Returns the next samples, interleaved, in the order of time without gaps: about as many frames as the argument
  /// says; none after the last ones.
  typealias Reading = (_ count: Int) throws(MediaError) -> [Float]

  private let form: PCMFormat
  private let format: AudioFormat
  private let read: Reading
  private let description: CMFormatDescription?
  /// The time of the first frame.
  private let start: CMTime
  /// The number of the next frame.
  private var position: Int64 = 0
  /// The number of frames up to the end of the range.
  private let count: Int64
  /// Samples that are not returned yet.
  private var made: [Float] = []

  /// The frames of a buffer, as many as Apple's readers return.
  private static let bufferFrames = 8192

  /// Creates a producer of `form`; `read` returns samples in `format` from the start of the range on.
  init(_ form: PCMFormat, _ format: AudioFormat, range: CMTimeRange, read: @escaping Reading) {
    self.form = form
    self.format = format
    self.read = read
    let rate = CMTimeScale(clamping: format.sampleRate)
    start = CMTimeConvertScale(range.start, timescale: rate, method: .default)
    count =
      range.duration.isNumeric
      ? max(0, Int64(saturating: (range.duration.seconds * Double(format.sampleRate)).rounded())) : .max
    description = try? CMFormatDescription(
      audioStreamBasicDescription: form.description(
        sampleRate: format.sampleRate, channelCount: format.channelCount))
  }

  func next() throws(MediaError) -> CMSampleBuffer? {
    let channels = format.channelCount
    let wanted = Int(min(Int64(Self.bufferFrames), count - position))
    while made.count < wanted * channels {
      let samples = try read(wanted - made.count / channels)
      if samples.isEmpty { break }
      made += samples
    }
    let frames = min(wanted, made.count / channels)
    guard frames > 0 else { return nil }
    let bytes = form.bytes(of: made[..<(frames * channels)], channelCount: channels)
    made.removeFirst(frames * channels)
    let rate = CMTimeScale(clamping: format.sampleRate)
    let time = start + CMTime(value: position, timescale: rate)
    position += Int64(frames)
    let size = form.bytesPerSample * channels
    return CMSampleBuffer.copying(
      bytes, description, count: frames, sizes: form.isPlanar ? [] : [size],
      timing: CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: rate), presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }
}

extension CMSampleBuffer {
  /// A buffer with a copy of bytes; nil without memory.
  static func copying(
    _ bytes: [UInt8], _ description: CMFormatDescription?, count: Int, sizes: [Int], timing: CMSampleTimingInfo
  ) -> CMSampleBuffer? {
    guard let data = try? CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow) else { return nil }
    try? data.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return try? CMSampleBuffer(
      dataBuffer: data, formatDescription: description, numSamples: count, sampleTimings: [timing], sampleSizes: sizes)
  }
}
