/// An audio format: a four-character code, the same as `CMFormatDescription.MediaSubType`.
public typealias AudioFormatID = UInt32

/// Format-specific flags; for linear PCM the `kAudioFormatFlag` bits.
public typealias AudioFormatFlags = UInt32

/// The parameters of an audio stream, which consists of packets of frames with a sample for every channel.
///
/// Fields are 0 if the value varies or does not apply to the format.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Frames per second.
  public var mSampleRate: Float64

  /// The audio format.
  public var mFormatID: AudioFormatID

  /// The format-specific flags.
  public var mFormatFlags: AudioFormatFlags

  /// Bytes per packet.
  public var mBytesPerPacket: UInt32

  /// Frames per packet; 1 for uncompressed audio.
  public var mFramesPerPacket: UInt32

  /// Bytes per frame; those of a single channel if the channels are not interleaved.
  public var mBytesPerFrame: UInt32

  /// Channels per frame.
  public var mChannelsPerFrame: UInt32

  /// Bits per sample.
  public var mBitsPerChannel: UInt32

  /// Padding; 0.
  public var mReserved: UInt32

  /// Creates a description with all fields 0.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// Creates a description from its fields.
  public init(
    mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}

/// Linear PCM (`lpcm`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D

/// AAC (`aac `).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320

/// MPEG audio, layer 3 (`.mp3`).
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033

/// Apple Lossless (`alac`).
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163

/// FLAC (`flac`).
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163

/// Opus (`opus`).
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// AC-3 (`ac-3`).
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0

/// Samples are big-endian.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1

/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2

/// Samples occupy all bits of their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3

/// Every channel has its own buffer.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
