import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The properties of the decoders of an item's video track.
struct VideoDecodingOptions: Sendable {
  /// The filters of frames, read for each frame.
  let filters: @Sendable () -> VideoFilterSettings
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
  /// - Parameter reversesTelecine: Whether telecine is reversed, whatever the item's filters are by now.
  init(of item: EngineItem, in environment: PlaybackEnvironment, reversesTelecine: Bool) {
    let deinterlaces = environment.deinterlaces
    filters = {
      var filters = item.videoDecoding.filters
      switch (deinterlaces, reversesTelecine, filters.deinterlacing) {
      case (false, _, _): filters.deinterlacing = .off
      case (true, true, _): filters.deinterlacing = .inverseTelecine
      case (true, false, .inverseTelecine): filters.deinterlacing = .automatic
      case (true, false, _): break
      }
      return filters
    }
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

  /// Whether telecine is reversed when an item is opened.
  static func reversesTelecine(_ item: EngineItem, in environment: PlaybackEnvironment) -> Bool {
    environment.deinterlaces && item.videoDecoding.filters.deinterlacing == .inverseTelecine
  }

  /// The hardware decoding of a track; nil for software only.
  func makeHardwareSource() -> HardwareDecoderSource? {
    provider.map { HardwareDecoderSource($0, choice: choice, report: note) }
  }
}
