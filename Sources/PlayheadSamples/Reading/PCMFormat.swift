import CoreMedia
import Foundation
import PlayheadBasics

/// A format of linear PCM to which decoded audio is converted.
package struct PCMFormat: Sendable, Hashable {
  /// Frames a second; nil: as decoded.
  package var sampleRate: Int?
  /// The number of channels; nil: as decoded.
  package var channelCount: Int?
  /// Bits of a sample: 8, 16, 24 or 32 of an integer, 32 or 64 of a floating-point number.
  package var bitDepth: Int
  /// Whether samples are floating-point numbers.
  package var isFloat: Bool
  /// Whether the most significant byte is first.
  package var isBigEndian: Bool
  /// Whether the samples of each channel follow each other.
  package var isPlanar: Bool

  /// Describes a format; nil if no samples have it.
  package init?(
    sampleRate: Int? = nil, channelCount: Int? = nil, bitDepth: Int? = nil, isFloat: Bool = false,
    isBigEndian: Bool = false, isPlanar: Bool = false
  ) {
    let bits = bitDepth ?? (isFloat ? 32 : 16)
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits), (1000...768_000).contains(sampleRate ?? 48_000),
      (1...64).contains(channelCount ?? 1)
    else { return nil }
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bitDepth = bits
    self.isFloat = isFloat
    self.isBigEndian = isBigEndian
    self.isPlanar = isPlanar
  }

  /// The bytes of one sample of one channel.
  var bytesPerSample: Int { bitDepth / 8 }

  /// Core Media's description of audio with this format.
  func description(sampleRate: Int, channelCount: Int) -> AudioStreamBasicDescription {
    var flags: AudioFormatFlags = kAudioFormatFlagIsPacked
    if isFloat { flags |= kAudioFormatFlagIsFloat } else if bitDepth > 8 { flags |= kAudioFormatFlagIsSignedInteger }
    if !isFloat, bitDepth == 8 { flags |= kAudioFormatFlagIsSignedInteger }
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    if isPlanar { flags |= kAudioFormatFlagIsNonInterleaved }
    let frame = UInt32(bytesPerSample * (isPlanar ? 1 : channelCount))
    return AudioStreamBasicDescription(
      mSampleRate: Double(sampleRate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: frame,
      mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: UInt32(channelCount),
      mBitsPerChannel: UInt32(bitDepth), mReserved: 0)
  }

  /// The bytes of interleaved samples in this format. Integers are rounded to the nearest value and clipped.
  func bytes(of samples: ArraySlice<Float>, channelCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * bytesPerSample)
    if isPlanar, channelCount > 1 {
      for channel in 0..<channelCount {
        for index in stride(from: samples.startIndex + channel, to: samples.endIndex, by: channelCount) {
          append(samples[index], to: &bytes)
        }
      }
    } else {
      for sample in samples { append(sample, to: &bytes) }
    }
    return bytes
  }

  private func append(_ sample: Float, to bytes: inout [UInt8]) {
    switch (isFloat, bitDepth) {
    case (true, 32): append(UInt64(sample.bitPattern), to: &bytes)
    case (true, _): append(Double(sample).bitPattern, to: &bytes)
    default:
      let scale = Double(Int64(1) << (bitDepth - 1))
      let value = (Double(sample) * scale).rounded(.toNearestOrEven)
      let clipped = min(max(value.isNaN ? 0 : value, -scale), scale - 1)
      append(UInt64(bitPattern: Int64(saturating: clipped)), to: &bytes)
    }
  }

  /// Appends the low bytes of a number in the byte order.
  private func append(_ value: UInt64, to bytes: inout [UInt8]) {
    for index in 0..<bytesPerSample {
      let place = isBigEndian ? bytesPerSample - 1 - index : index
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
    }
  }
}
