import CoreMedia
import Foundation

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// The common formats of uncompressed audio.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// A format other than the ones below, such as a compressed one.
  case otherFormat = 0
  /// 32-bit floating-point samples in native byte order.
  case pcmFormatFloat32 = 1
  /// 64-bit floating-point samples in native byte order.
  case pcmFormatFloat64 = 2
  /// Signed 16-bit integers in native byte order.
  case pcmFormatInt16 = 3
  /// Signed 32-bit integers in native byte order.
  case pcmFormatInt32 = 4
}

/// The format of audio: its codec, sample rate and channels. Immutable.
open class AVAudioFormat: NSObject, @unchecked Sendable {
  // Sendable: constants. The memory is written once, by the initializers.
  /// The description, in memory that lives as long as the object.
  private let fields: UnsafeMutablePointer<AudioStreamBasicDescription>

  /// Creates a format from its description.
  ///
  /// - Returns: nil if the description has no channels.
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    guard asbd.pointee.mChannelsPerFrame > 0 else { return nil }
    self.init(asbd.pointee)
  }

  /// Creates a format from its description, which has channels.
  init(_ description: AudioStreamBasicDescription) {
    fields = .allocate(capacity: 1)
    fields.initialize(to: description)
    super.init()
  }

  /// Creates the standard format: non-interleaved 32-bit floating-point samples.
  ///
  /// - Returns: nil for no channels, or more than two, whose layout would have to be known.
  public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
  }

  /// Creates a format of uncompressed samples.
  ///
  /// - Returns: nil for `otherFormat`, no channels, or more than two, whose layout would have to be known.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) {
    let (bits, kind): (UInt32, AudioFormatFlags)
    switch format {
    case .otherFormat: return nil
    case .pcmFormatFloat32: (bits, kind) = (32, kAudioFormatFlagIsFloat)
    case .pcmFormatFloat64: (bits, kind) = (64, kAudioFormatFlagIsFloat)
    case .pcmFormatInt16: (bits, kind) = (16, kAudioFormatFlagIsSignedInteger)
    case .pcmFormatInt32: (bits, kind) = (32, kAudioFormatFlagIsSignedInteger)
    }
    guard channels <= 2 else { return nil }
    let frame = bits / 8 * (interleaved ? channels : 1)
    var description = AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kind | kAudioFormatFlagIsPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
      mBytesPerPacket: frame, mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: channels,
      mBitsPerChannel: bits, mReserved: 0)
    self.init(streamDescription: &description)
  }

  deinit { fields.deallocate() }

  /// The description; valid as long as the object.
  open var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(fields) }

  /// Frames per second.
  open var sampleRate: Double { fields.pointee.mSampleRate }

  /// The number of channels.
  open var channelCount: AVAudioChannelCount { fields.pointee.mChannelsPerFrame }

  /// Whether the samples of a frame follow each other in one buffer. True for compressed audio.
  open var isInterleaved: Bool { fields.pointee.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

  /// Whether it is the standard format: non-interleaved 32-bit floating-point samples.
  open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  /// The common format that it has, or `otherFormat`.
  open var commonFormat: AVAudioCommonFormat {
    let description = fields.pointee
    guard description.mFormatID == kAudioFormatLinearPCM,
      description.mFormatFlags & kAudioFormatFlagIsBigEndian == 0
    else { return .otherFormat }
    let isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
    let isSigned = description.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    switch description.mBitsPerChannel {
    case 32 where isFloat: return .pcmFormatFloat32
    case 64 where isFloat: return .pcmFormatFloat64
    case 16 where isSigned: return .pcmFormatInt16
    case 32 where isSigned: return .pcmFormatInt32
    default: return .otherFormat
    }
  }

  /// The format as a dictionary with the keys of audio settings, such as `AVSampleRateKey`.
  open var settings: [String: Any] {
    let description = fields.pointee
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: description.mFormatID),
      AVSampleRateKey: NSNumber(value: description.mSampleRate),
      AVNumberOfChannelsKey: NSNumber(value: description.mChannelsPerFrame),
    ]
    guard description.mFormatID == kAudioFormatLinearPCM else { return settings }
    settings[AVLinearPCMBitDepthKey] = NSNumber(value: description.mBitsPerChannel)
    settings[AVLinearPCMIsBigEndianKey] = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
    settings[AVLinearPCMIsFloatKey] = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
    settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
    return settings
  }

  /// Whether the other object is a format with the same description.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioFormat)?.fields.pointee == fields.pointee
  }

  /// The hash of the description.
  open override var hash: Int { fields.pointee.hashValue }

  /// A description for logs.
  open override var description: String {
    "<AVAudioFormat \(channelCount) ch, \(sampleRate) Hz, \(isInterleaved ? "interleaved" : "non-interleaved")>"
  }
}
