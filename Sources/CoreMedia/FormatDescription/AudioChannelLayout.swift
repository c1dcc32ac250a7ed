/// A predefined channel layout; the lower 16 bits are the number of channels.
public typealias AudioChannelLayoutTag = UInt32

/// Mono.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = (100 << 16) | 1

/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = (101 << 16) | 2

/// Left, right, left surround, right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = (108 << 16) | 4

/// Left, right, center.
public let kAudioChannelLayoutTag_MPEG_3_0_A: AudioChannelLayoutTag = (113 << 16) | 3

/// Left, right, center, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = (117 << 16) | 5

/// Left, right, center, low frequency effects, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = (121 << 16) | 6

/// Left, right, center, low frequency effects, left and right surround, left and right rear surround.
public let kAudioChannelLayoutTag_MPEG_7_1_C: AudioChannelLayoutTag = (184 << 16) | 8

/// Channels without positions; combined with the number of channels.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16

/// An unknown layout; combined with the number of channels.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// The number of channels in a layout.
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
  inLayoutTag & 0xFFFF
}

/// The channel layout of a stream: the intended speaker positions.
public struct ManagedAudioChannelLayout: Hashable, Sendable {
  /// The tag of a predefined layout.
  public let tag: AudioChannelLayoutTag

  /// Creates a layout from a tag.
  public init(tag: AudioChannelLayoutTag) {
    self.tag = tag
  }
}
