@_spi(Playhead) import AVFoundation
import AVKit
import PlayheadSettings

/// Adds caption files to an item that plays.
@MainActor enum CaptionAdder {
  /// Adds the files, and shows the first of them instead of other captions.
  ///
  /// - Parameters:
  ///   - onShown: Receives the text that names the shown captions.
  ///   - onFailure: Receives the sentence for each file that cannot be read.
  static func add(
    _ files: [String], to item: AVPlayerItem, _ settings: PlayerSettings,
    onShown: @escaping @MainActor (String) -> Void, onFailure: @escaping @MainActor (String) -> Void
  ) {
    Task {
      var isShown = true
      for file in files {
        var presentation = CaptionSettings(settings)
        presentation.isShown = isShown
        do {
          let added = try await item.addCaptions(contentsOf: MediaList.url(of: file), settings: presentation)
          guard isShown else { continue }
          isShown = false
          for other in item.sidecarCaptions where other !== added { other.settings.isShown = false }
          if let group = try? await item.asset.loadMediaSelectionGroup(for: .legible) { item.select(nil, in: group) }
          onShown(translated("Subtitles: %@", added.displayName))
        } catch {
          onFailure((error as NSError).fullDescription)
        }
      }
    }
  }
}
