import AVFoundation
import Foundation

extension WindowOptions {
  /// Applies the caption options to an item. Caption files apply to the first file only.
  @MainActor func applyCaptions(to item: AVPlayerItem, isFirst: Bool) {
    if subtitles == "off" {
      var settings = CaptionSettings()
      settings.isShown = false
      item.captionSettings = settings
    }
    guard isFirst else { return }
    for (number, file) in captionFiles.enumerated() {
      Task {
        do {
          let captions = try await item.addCaptions(contentsOf: URL(fileURLWithPath: file))
          // The second captions are at the top, so that both can be read.
          if number == 1 { captions.settings.isAtTop = true }
        } catch {
          StandardError.write("playhead-window: \((error as NSError).fullDescription)")
        }
      }
    }
  }
}
