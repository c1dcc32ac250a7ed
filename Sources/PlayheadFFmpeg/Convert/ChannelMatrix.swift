import CPlayheadFFmpeg

/// The levels at which the channels of a file reach the speakers of a device.
///
/// libswresample has the levels of ITU-R BS.775-3 for the channels of 7.1 and their neighbours only; a layout with any
/// other channel, or with half of a pair, it refuses or plays without that channel. Such channels are folded into the
/// nearest channel that it has.
struct ChannelMatrix: Equatable {
  /// A row for each speaker, a column for each channel.
  let levels: [Double]
  /// The number of columns.
  let channelCount: Int

  /// The largest number of channels and of speakers that libswresample has memory for.
  static let maximumChannelCount = 64
  /// The channels for which libswresample has levels: libavutil's bits from front left to side right.
  private static let base: UInt64 = 0x7FF
  /// Front left.
  private static let left: UInt64 = 0x1
  /// Front right.
  private static let right: UInt64 = 0x2
  /// Front center.
  private static let center: UInt64 = 0x4
  /// The channels that libswresample accepts together only: front, back, front of center, side.
  private static let pairs: [UInt64] = [0x3, 0x30, 0xC0, 0x600]
  /// The channels nearest to a bit of libavutil, the best first. Channels in the middle at the top go to the center.
  private static let nearest: [Int: [UInt64]] = [
    12: [left], 14: [right],  // top front
    15: [0x10, 0x200, left], 16: [0x100, center], 17: [0x20, 0x400, right],  // top back
    29: [left], 30: [right],  // stereo downmix
    31: [left], 32: [right],  // wide
    33: [0x200, 0x10, left], 34: [0x400, 0x20, right],  // surround direct
    35: [0x8],  // second low-frequency channel
    36: [0x200, 0x10, left], 37: [0x400, 0x20, right],  // top side
    39: [left], 40: [right],  // bottom front
  ]

  /// Levels for speakers by name.
  ///
  /// - Parameters:
  ///   - channels: The channels of the file, libavutil's bits.
  ///   - speakers: The speakers of the device.
  ///   - emphasizesDialogue: Whether a center channel that is mixed into others is 6 dB louder than these.
  /// - Returns: nil if libswresample has no levels for these speakers.
  init?(channels: UInt64, speakers: UInt64, emphasizesDialogue: Bool) {
    /// The channel of libswresample that carries each channel.
    let carriers = Self.bits(of: channels).map { Self.carrier(of: $0, in: channels) }
    var carried = carriers.reduce(0, |)
    for pair in Self.pairs where carried & pair != 0 { carried |= pair }
    if carried & (Self.left | Self.right | Self.center) == 0 { carried |= Self.left | Self.right }

    // Without a center that is mixed into a left and a right channel there is nothing to emphasize.
    let isRaised =
      emphasizesDialogue && carried & 0x7 == 0x7 && speakers & Self.center == 0 && speakers.nonzeroBitCount > 1
    // libswresample scales as many rows and columns as it supports, also those beyond the layouts.
    let columns = Self.maximumChannelCount
    var mixed = [Double](repeating: 0, count: columns * columns)
    let minus3 = 0.5.squareRoot()
    var (from, to) = (Self.layout(carried), Self.layout(speakers))
    // The largest level that is left as it is: converted samples are floating point, and are not clipped.
    let limit = Double(Int32.max)
    let code = swr_build_matrix2(
      &from, &to, isRaised ? 2.0.squareRoot() : minus3, minus3, 0, limit, 1, &mixed, columns, AV_MATRIX_ENCODING_NONE,
      nil)
    guard code >= 0 else { return nil }

    let names = Self.bits(of: carried)
    let sources = carriers.map { carrier in names.firstIndex(of: carrier.trailingZeroBitCount) ?? 0 }
    // A raised center is at 0 dB, and everything else at 3 dB below its usual level.
    let volume = isRaised ? minus3 : 1
    let gains = Self.bits(of: channels).map { Self.base >> $0 & 1 == 1 ? volume : volume * minus3 }
    channelCount = carriers.count
    levels = (0..<speakers.nonzeroBitCount).flatMap { row in
      zip(sources, gains).map { mixed[row * columns + $0] * $1 }
    }
  }

  /// Levels for channels whose speakers are unknown: each goes to the speaker of its number, and those beyond the
  /// speakers of the device are silent.
  init(unnamed channelCount: Int, speakerCount: Int) {
    self.channelCount = channelCount
    levels = (0..<speakerCount).flatMap { row in (0..<channelCount).map { $0 == row ? 1 : 0 } }
  }

  /// The channel of libswresample, as one bit, that a channel belongs to.
  private static func carrier(of channel: Int, in channels: UInt64) -> UInt64 {
    if base >> channel & 1 == 1 { return 1 << channel }
    let candidates = nearest[channel] ?? [center]
    return candidates.first { channels & $0 != 0 } ?? candidates[0]
  }

  /// The numbers of the bits that are set, the lowest first.
  private static func bits(of mask: UInt64) -> [Int] { (0..<64).filter { mask >> $0 & 1 == 1 } }

  /// libavutil's layout of the bits.
  private static func layout(_ mask: UInt64) -> AVChannelLayout {
    var layout = AVChannelLayout()
    layout.order = AV_CHANNEL_ORDER_NATIVE
    layout.nb_channels = Int32(mask.nonzeroBitCount)
    layout.u.mask = mask
    return layout
  }
}
