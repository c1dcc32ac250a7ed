/// How audio is coded: a four-character code, the same as `CMFormatDescription.MediaSubType`.
public typealias AudioFormatID = UInt32

/// Details of a coding; for samples without compression, the `kAudioFormatFlag` bits.
public typealias AudioFormatFlags = UInt32

/// The numbers that describe a stream of audio: packets of frames, which have a sample for every channel.
///
/// Fields are 0 when they vary, or mean nothing for the coding.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Frames in a second.
  public var mSampleRate: Float64

  /// How the audio is coded.
  public var mFormatID: AudioFormatID

  /// Details of the coding.
  public var mFormatFlags: AudioFormatFlags

  /// Bytes in a packet.
  public var mBytesPerPacket: UInt32

  /// Frames in a packet; 1 without compression.
  public var mFramesPerPacket: UInt32

  /// Bytes from one frame to the next, of one channel when channels are not interleaved.
  public var mBytesPerFrame: UInt32

  /// Channels in a frame.
  public var mChannelsPerFrame: UInt32

  /// Bits of a sample.
  public var mBitsPerChannel: UInt32

  /// Fills up the structure; 0.
  public var mReserved: UInt32

  /// All numbers 0.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// A description with these numbers.
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

/// Samples without compression (`lpcm`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D

/// AAC (`aac `).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320

/// MPEG audio, layer 3 (`.mp3`).
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0

/// Samples have their most significant byte first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1

/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2

/// Samples use all bits of their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3

/// Every channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
