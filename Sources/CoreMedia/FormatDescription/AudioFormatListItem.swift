/// A format in which audio can be decoded, and its channel layout.
public struct AudioFormatListItem: Hashable, Sendable {
  /// The sample rate, the channels and the format.
  public var mASBD: AudioStreamBasicDescription
  /// The channel layout.
  public var mChannelLayoutTag: AudioChannelLayoutTag

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - mASBD: The sample rate, the channels and the format.
  ///   - mChannelLayoutTag: The channel layout.
  public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
    (self.mASBD, self.mChannelLayoutTag) = (mASBD, mChannelLayoutTag)
  }
}

extension CMFormatDescription {
  /// The formats in which the audio can be decoded, the richest one first; empty for other media.
  ///
  /// - Note: Difference from Apple: always one format. The base layer of layered formats, such as AAC without its
  ///   spectral band replication, is not listed, because it is never decoded alone.
  public var audioFormatList: [AudioFormatListItem] {
    guard let description = audioStreamBasicDescription else { return [] }
    let unknown = kAudioChannelLayoutTag_Unknown | min(description.mChannelsPerFrame, 0xFFFF)
    return [AudioFormatListItem(mASBD: description, mChannelLayoutTag: audioChannelLayout?.tag ?? unknown)]
  }

  /// The format of `audioFormatList` with the highest quality; nil for other media.
  public var richestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

  /// The format of `audioFormatList` that most decoders support; nil for other media.
  public var mostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }
}
