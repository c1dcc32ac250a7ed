import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The properties of the decoders of an item's video track.
struct VideoDecodingOptions: Sendable {
  /// The deinterlacing of the item, and its other filters.
  let deinterlacing: ItemDeinterlacing
  /// The hardware decoders; nil for software only.
  private let provider: HardwareDecoderProvider?
  /// The user's choice of decoders, read when a decoder is opened.
  private let choice: @Sendable () -> HardwareDecoding
  /// Records a change of the decoder.
  private let note: @Sendable (VideoDecoderEvent) -> Void
  /// Records that the Dolby Vision metadata is invalid.
  let noteInvalidDolbyVision: @Sendable () -> Void

  /// The options for an item: its choice of decoders, and its journal for changes.
  ///
  /// - Parameter deinterlacing: What was determined when the item was opened.
  init(of item: EngineItem, in environment: PlaybackEnvironment, deinterlacing: ItemDeinterlacing) {
    self.deinterlacing = deinterlacing
    provider =
      switch environment.hardwareDecoders {
      case .none: nil
      case .system: .system
      case .provided(let provider): provider as? HardwareDecoderProvider
      }
    choice = { item.videoDecoding.choice }
    let clock = environment.clock
    note = { event in
      item.videoDecoding.note(event)
      item.journal.note(.videoDecoder(event), at: clock.now, media: item.timebase?.time ?? .zero)
    }
    noteInvalidDolbyVision = {
      item.journal.note(.invalidDolbyVision, at: clock.now, media: item.timebase?.time ?? .zero)
    }
  }

  /// The hardware decoding of a track; nil for software only.
  func makeHardwareSource() -> HardwareDecoderSource? {
    provider.map { HardwareDecoderSource($0, choice: choice, report: note) }
  }
}
