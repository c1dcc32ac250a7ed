@_spi(Playhead) import AVFoundation
import AVKit
import Foundation
import PlayheadPlaylists
import PlayheadSettings
import PlayheadText

extension WindowOptions {
  /// Applies the caption options to an item, and adds the caption files of a media file: those of the command line to
  /// the first one, those beside it to each. One is shown; all are in the menu.
  ///
  /// - Parameters:
  ///   - file: The path or URL of the media file.
  ///   - isFirst: Whether it is the first file that is played.
  ///   - settings: The user's settings for subtitles.
  ///   - onFailure: Receives the sentence for a file that cannot be read.
  @MainActor func applyCaptions(
    to item: AVPlayerItem, of file: String, isFirst: Bool, _ settings: PlayerSettings,
    onFailure: @escaping @MainActor (String) -> Void
  ) {
    var ofFile = CaptionSettings(settings)
    ofFile.isShown = subtitles != "off"
    item.captionSettings = ofFile
    let named = isFirst ? captionFiles : []
    let path = settings.loadsSubtitleFiles ? MediaList.localPath(of: file) : nil
    let found = path.map { CaptionFileFinder.files(beside: $0) } ?? []
    let shown = shownCaptions(named: named, found: found)
    Task {
      // In their order, so that the menu is the same each time.
      for path in named + found.map(\.path).filter({ !named.contains($0) }) {
        var presentation = CaptionSettings(settings)
        presentation.isShown = path == shown
        do {
          try await item.addCaptions(contentsOf: MediaList.url(of: path), settings: presentation)
        } catch {
          onFailure((error as NSError).fullDescription)
        }
      }
    }
  }

  /// Selects the captions that the file marks as default, unless others were chosen: by the command line, by a caption
  /// file that is shown, or by the player's rules, which select forced captions only.
  @MainActor func selectDefaultCaptions(of item: AVPlayerItem) {
    guard subtitles == nil else { return }
    Task {
      guard let group = try? await item.asset.loadMediaSelectionGroup(for: .legible),
        item.currentMediaSelection.selectedMediaOption(in: group) == nil, let option = group.defaultOption,
        !item.sidecarCaptions.contains(where: { $0.settings.isShown })
      else { return }
      item.select(option, in: group)
    }
  }

  /// The caption file to show: the first of the command line, or that of the requested language, or that of the user's
  /// languages. nil if captions are off.
  func shownCaptions(named: [String], found: [CaptionFile]) -> String? {
    if subtitles == "off" { return nil }
    if let first = named.first { return first }
    guard let language = subtitles else {
      return CaptionFileFinder.preferred(of: found, languages: Locale.preferredLanguages)?.path
    }
    let code = Locale.Language(identifier: language).languageCode
    return found.first { $0.name.language.map { Locale.Language(identifier: $0).languageCode == code } ?? false }?.path
  }
}

extension CaptionSettings {
  /// The presentation that the user's settings ask for.
  init(_ settings: PlayerSettings) { self = CaptionSettings().with(settings) }

  /// The same presentation with the size and position that the user's settings ask for.
  func with(_ settings: PlayerSettings) -> CaptionSettings {
    var changed = self
    changed.scale = settings.subtitleScale
    changed.lift = settings.subtitleLift
    return changed
  }
}
