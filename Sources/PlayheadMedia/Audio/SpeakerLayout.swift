/// The loudspeakers that the channels of interleaved audio are for, in the order of the mask's bits: those of
/// WAVE_FORMAT_EXTENSIBLE, which FFmpeg and cubeb share.
package struct SpeakerLayout: Sendable, Hashable {
  /// The speaker bits of WAVE_FORMAT_EXTENSIBLE.
  package let mask: UInt32

  /// Front centre.
  package static let mono = SpeakerLayout(mask: 0x4)
  /// Front left and right.
  package static let stereo = SpeakerLayout(mask: 0x3)
  /// Front left and right, back left and right.
  package static let quad = SpeakerLayout(mask: 0x33)
  /// Front left and right, centre, low frequencies, side left and right (ITU-R BS.775).
  package static let surround51 = SpeakerLayout(mask: 0x60F)
  /// 7.1: as 5.1, with back left and right before the side channels.
  package static let surround71 = SpeakerLayout(mask: 0x63F)

  /// The layouts that audio devices support, the smallest first.
  private static let deviceLayouts = [mono, stereo, quad, surround51, surround71]

  /// The number of speakers.
  package var channelCount: Int { mask.nonzeroBitCount }

  /// The layout of a device with the given number of channels; nil if there is no common layout for that number.
  package static func device(channelCount: Int) -> SpeakerLayout? {
    deviceLayouts.first { $0.channelCount == channelCount }
  }

  /// The layout in which to open a device of at most `limit` channels for audio of `channelCount` channels. Three to
  /// six channels include a centre or a low-frequency channel in most layouts: these use 5.1 where the device supports
  /// it, so that no channel is mixed into another speaker's.
  package static func device(for channelCount: Int, limit: Int) -> SpeakerLayout {
    if channelCount <= 1 { return mono }
    if channelCount == 2 { return stereo }
    let wanted = channelCount <= 6 ? surround51 : surround71
    return deviceLayouts.last { $0.channelCount <= min(wanted.channelCount, max(2, limit)) } ?? stereo
  }
}
