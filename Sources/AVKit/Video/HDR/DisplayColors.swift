import CPlayheadGTK
import PlayheadBasics
import PlayheadMedia

/// The colors that a compositor prefers for a window, and the decision whether it shows HDR. Light is in cd/m², 0 where
/// it is unknown.
struct DisplayColors: Equatable, Sendable {
  /// The transfer function by its number in Wayland's `color-management-v1`.
  var transfer: UInt32 = 0
  /// The brightest light of the encoding.
  var maximum: UInt32 = 0
  /// The light of graphics white.
  var reference: UInt32 = 0
  /// The darkest light of the display in 0.0001 cd/m².
  var targetMinimum: UInt32 = 0
  /// The brightest light of the display.
  var targetMaximum: UInt32 = 0

  /// The least ratio of the brightest light to graphics white with HDR. Displays of VESA's lowest class, 400 cd/m²,
  /// reach twice the 203 cd/m² of Rep. ITU-R BT.2408; the brightness of an SDR display is graphics white.
  private static let leastHeadroom = 1.5

  /// Whether light above graphics white is visible. Values that contradict each other are not HDR.
  var showsHDR: Bool {
    let brightest = targetMaximum > 0 ? targetMaximum : maximum
    guard reference > 0, brightest > reference, UInt64(brightest) * 10_000 > UInt64(targetMinimum) else { return false }
    return transfer == UInt32(PLAYHEAD_TRANSFER_PQ) || Double(brightest) >= Self.leastHeadroom * Double(reference)
  }
}

/// The encoding of a frame that is passed through: BT.2020 with a transfer function.
struct HDRSignal: Hashable, Sendable {
  /// The transfer function: `pq` or `hlg`.
  var transfer: ColorMapping.Transfer
  /// The brightest light of the content in cd/m²; 0 if unknown, and with HLG, which is relative.
  var peak: UInt32

  /// The signal of a frame; nil if it is tone-mapped: SDR, Dolby Vision without other colors, other primaries, frames
  /// in red, green and blue or with alpha, and frames whose colors the user has changed.
  init?(_ frame: VideoFrame, for viewport: Viewport) {
    self.init(frame.color, format: frame.pixelFormat, for: viewport)
  }

  /// The signal of frames with a pixel format.
  init?(_ color: ColorDescription, format: PixelFormat, for viewport: Viewport) {
    guard !viewport.passThrough.isEmpty, color.dolbyVision == nil, viewport.adjustment.color.isNeutral, !format.isRGB,
      !format.hasAlpha, let source = ColorMapping.Source(color), source.primaries == .bt2020
    else { return nil }
    switch source.transfer {
    case .pq where viewport.passThrough.contains(.pq):
      self.init(transfer: .pq, peak: (1...10_000).contains(color.peakLuminance) ? UInt32(color.peakLuminance) : 0)
    case .hlg where viewport.passThrough.contains(.hlg): self.init(transfer: .hlg, peak: 0)
    default: return nil
    }
  }

  /// A signal of known parts.
  private init(transfer: ColorMapping.Transfer, peak: UInt32) { (self.transfer, self.peak) = (transfer, peak) }

  /// The number of the transfer function in Wayland's `color-management-v1`.
  var number: UInt32 { UInt32(transfer == .hlg ? PLAYHEAD_TRANSFER_HLG : PLAYHEAD_TRANSFER_PQ) }

  /// The name of the transfer function.
  var name: String { transfer == .hlg ? "HLG" : "PQ" }
}
