/// Names an arrangement of channels; the lower 16 bits are their number.
public typealias AudioChannelLayoutTag = UInt32

/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = (100 << 16) | 1

/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = (101 << 16) | 2

/// Left, right, left surround, right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = (108 << 16) | 4

/// Left, right, centre.
public let kAudioChannelLayoutTag_MPEG_3_0_A: AudioChannelLayoutTag = (113 << 16) | 3

/// Left, right, centre, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = (117 << 16) | 5

/// Left, right, centre, low frequencies, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = (121 << 16) | 6

/// Left, right, centre, low frequencies, left and right surround, left and right rear surround.
public let kAudioChannelLayoutTag_MPEG_7_1_C: AudioChannelLayoutTag = (184 << 16) | 8

/// Channels without places, to be combined with their number.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16

/// Nothing is known, to be combined with the number of channels.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// The number of channels in an arrangement.
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
  inLayoutTag & 0xFFFF
}

/// Where the channels of a stream are meant to be heard.
public struct ManagedAudioChannelLayout: Hashable, Sendable {
  /// The name of the arrangement.
  public let tag: AudioChannelLayoutTag

  /// The arrangement with a name.
  public init(tag: AudioChannelLayoutTag) {
    self.tag = tag
  }
}
