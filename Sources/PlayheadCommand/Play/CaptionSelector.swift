@_spi(Playhead) import AVFoundation
import PlayheadSettings

/// Applies the user's settings, and selects the captions of an item: by the options of the command line at first, then
/// by keys.
@MainActor struct CaptionSelector {
  /// The language of the captions, “off” for none; nil for the captions that files show by default.
  let language: String?
  /// The user's settings, which the options override.
  var preferences = PlaybackPreferences(settings: PlayerSettings())

  /// Whether the options request no captions.
  private var isOff: Bool { language == "off" }

  /// Applies the preferred language to all items of a player. Without one, only forced subtitles are shown.
  func prepare(_ player: AVPlayer) {
    preferences.apply(to: player)
    guard let language, !isOff else { return }
    player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: [language], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .legible)
  }

  /// Hides the captions of an item from its first frame if the options request none. Call it before it is opened.
  func prepare(_ item: AVPlayerItem) {
    preferences.apply(to: item)
    guard isOff else { return }
    item.captionSettings.isShown = false
  }

  /// Applies the options to an item that is ready to play, whose captions are known.
  func itemBecameReady(_ item: AVPlayerItem) {
    guard isOff, let group = Self.group(of: item) else { return }
    item.select(nil, in: group)
  }

  /// Selects the next or previous captions of an item that is ready to play.
  ///
  /// - Returns: The notice for the interface.
  func cycle(_ item: AVPlayerItem, by step: Int) -> PlayerNotice {
    guard let group = Self.group(of: item) else { return .captions(nil, number: 0, of: 0) }
    let options = AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options)
    let current = item.selectedMediaOption(in: group).flatMap { options.firstIndex(of: $0) }
    let next = CaptionCycle.next(Array(options.indices), after: current, step: step)
    item.select(next.map { options[$0] }, in: group)
    if next != nil { item.captionSettings.isShown = true }
    return .captions(next.map { options[$0].displayName }, number: next.map { $0 + 1 } ?? 0, of: options.count)
  }

  /// The captions of an item; nil if there are none. Does not block once the item is ready to play.
  private static func group(of item: AVPlayerItem) -> AVMediaSelectionGroup? {
    item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible)
  }
}
