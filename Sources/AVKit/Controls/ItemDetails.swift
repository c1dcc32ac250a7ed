@_spi(Playhead) import AVFoundation
import MediaPlayer

/// Loads the options of an item and applies the user's selection. Runs on the main thread; loading runs on the asset's
/// own.
@MainActor final class ItemDetails {
  private(set) var choices = ItemChoices()
  /// Called when the choices changed.
  var onChange: (() -> Void)?
  /// Called after the user has selected an option of a group, or none.
  var onSelect: ((AVMediaSelectionOption?, AVMediaSelectionGroup) -> Void)?
  /// Converts positions to timecodes; nil if the file has no timecode.
  private(set) lazy var timecode = item.firstTimecode.flatMap { Timecode($0.text, frameRate: $0.frameRate) }
  /// The item whose options are loaded.
  private let item: AVPlayerItem
  /// The audio options; nil until loaded.
  private var audible: AVMediaSelectionGroup?
  /// The subtitle options; nil until loaded.
  private var legible: AVMediaSelectionGroup?
  /// In the order of the menu.
  private var variants: [AVAssetVariant] = []
  /// The subtitles that were selected before they were switched off.
  private var lastSubtitles: Int?
  /// The loading in progress or completed; cancelled with this object.
  private var task: Task<Void, Never>?
  /// Whether loading was requested.
  private(set) var isLoading = false
  /// The common metadata of the asset; empty until loaded.
  private var assetMetadata: [AVMetadataItem] = []
  /// The number of times that the metadata has been read.
  private var descriptions = 0
  /// Observe closed captions and caption files, which add options during playback, and the program's metadata.
  private var notifications: [any NSObjectProtocol] = []

  /// Creates the details of an item without loading anything.
  init(_ item: AVPlayerItem) {
    self.item = item
    // The player finds closed captions within the video as it decodes, and posts on the main queue.
    notifications = [
      observe(.AVAssetMediaSelectionGroupsDidChange, of: item.asset) { $0.reloadSubtitles() },
      observe(AVPlayerItem.externalMetadataDidChangeNotification, of: item) { $0.reloadMetadata() },
      observe(AVPlayerItem.sidecarCaptionsDidChangeNotification, of: item) { details in
        details.refresh()
        details.onChange?()
      },
    ]
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Cancels loading and removes the observer. Runs on the main thread.
  private func tearDown() {
    task?.cancel()
    for notification in notifications { NotificationCenter.default.removeObserver(notification) }
  }

  /// Observes a notification that is posted on the main queue.
  private func observe(
    _ name: Notification.Name, of object: AnyObject, _ body: @escaping @MainActor (ItemDetails) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] _ in
      MainActor.assumeIsolated { if let self { body(self) } }
    }
  }

  /// Reads the subtitle options again. Called when closed captions are found; the asset's group has changed then.
  private func reloadSubtitles() {
    guard isLoading else { return }
    legible = item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible)
    refresh()
    onChange?()
  }

  /// Starts loading. Playback alone needs none of it, so it is called only when the controls are shown.
  func load() {
    guard !isLoading, item.status == .readyToPlay else { return }
    isLoading = true
    let asset = item.asset
    task = Task { [weak self] in
      let audible = try? await asset.loadMediaSelectionGroup(for: .audible)
      let legible = try? await asset.loadMediaSelectionGroup(for: .legible)
      let chapters = try? await asset.loadChapterMetadataGroups(
        bestMatchingPreferredLanguages: Locale.preferredLanguages)
      let metadata = try? await asset.load(.commonMetadata)
      let lyrics = await Self.lyrics((try? await asset.load(.metadata)) ?? [])
      let variants = await Self.variants(of: asset)
      guard let self, !Task.isCancelled else { return }
      self.variants = variants
      self.choices.lyrics = lyrics
      (self.audible, self.legible) = (audible, legible)
      self.assetMetadata = metadata ?? []
      await self.describe()
      self.choices.chapters = (chapters ?? []).map {
        ChapterMark(start: $0.timeRange.start.seconds, title: Self.title($0.items) ?? "")
      }
      self.refresh()
      self.onChange?()
    }
  }

  /// Reads the metadata again. Called when the program has set its own.
  private func reloadMetadata() {
    guard isLoading else { return }
    Task { [weak self] in
      await self?.describe()
      self?.onChange?()
    }
  }

  /// Sets the texts and the artwork: those of the program's metadata, else those of the asset.
  private func describe() async {
    descriptions += 1
    let number = descriptions
    let items = item.externalMetadata + assetMetadata
    let title = await Self.text(.commonKeyTitle, of: items)
    let artist = await Self.text(.commonKeyArtist, of: items)
    let album = await Self.text(.commonKeyAlbumName, of: items)
    let artwork = await Self.artwork(items)
    // The metadata was set again meanwhile.
    guard number == descriptions else { return }
    (choices.title, choices.artist) = (title, artist)
    (choices.album, choices.artwork) = (album, artwork)
  }

  /// The text of the first item with a key. Values of the program may have to be loaded.
  private static func text(_ key: AVMetadataKey, of items: [AVMetadataItem]) async -> String? {
    guard let item = items.first(where: { $0.commonKey == key }) else { return nil }
    return try? await item.load(.stringValue)
  }

  /// Reads the selection again, which the program may have changed.
  func refresh() {
    choices.audio = list(audible)
    choices.subtitles = subtitles()
    let pinned = item.pinnedVariant
    choices.quality = ChoiceList(
      names: QualityNames.names(of: variants.map(Quality.init)), selected: variants.firstIndex { $0 == pinned },
      allowsNone: true)
    if let selected = choices.subtitles.selected { lastSubtitles = selected }
  }

  /// Selects an audio option by its index in the menu.
  func selectAudio(_ index: Int) { select(index, in: audible) }
  /// Selects subtitles by their index in the menu, one at a time: the tracks of the item come first, then its caption
  /// files. nil switches all off.
  func selectSubtitles(_ index: Int?) {
    let trackCount = legible?.options.count ?? 0
    let files = item.sidecarCaptions
    guard index.map({ $0 >= 0 && $0 < trackCount + files.count }) ?? true else { return }
    for (number, file) in files.enumerated() {
      file.settings = SecondarySubtitles.settings(file.settings, isPrimary: index == trackCount + number)
    }
    let track = index.flatMap { $0 < trackCount ? $0 : nil }
    // An option of the program may have hidden all tracks.
    if track != nil, !item.captionSettings.isShown { item.captionSettings.isShown = true }
    select(track, in: legible)
    guard legible == nil else { return }
    refresh()
    onChange?()
  }

  /// Pins a stream's variant for the whole item regardless of throughput; nil restores automatic selection.
  func selectQuality(_ index: Int?) {
    guard index.map({ variants.indices.contains($0) }) ?? true else { return }
    item.pinnedVariant = index.map { variants[$0] }
    refresh()
    onChange?()
  }

  /// Switches subtitles off, or on again with the last selected ones (the first if there are none).
  func toggleSubtitles() {
    selectSubtitles(choices.subtitles.selected == nil ? lastSubtitles ?? 0 : nil)
  }

  /// Shows the next caption file at the top, besides the selected subtitles, or none after the last one. False without
  /// a file for that. The primary subtitles are not among them.
  func cycleSecondarySubtitles() -> Bool {
    let files = item.sidecarCaptions
    guard let next = SecondarySubtitles.next(files.map(\.settings)) else { return false }
    for (number, file) in files.enumerated() where file.settings.isAtTop || number == next.index {
      file.settings.isAtTop = number == next.index
      file.settings.isShown = number == next.index
    }
    onChange?()
    return true
  }

  /// The name of the secondary subtitles; nil if there are none.
  var secondarySubtitles: String? {
    item.sidecarCaptions.first { $0.settings.isShown && $0.settings.isAtTop }?.displayName
  }

  /// The presentation of the subtitles.
  var captionSettings: CaptionSettings { item.captionSettings }

  /// Changes the presentation of the item's subtitles and of its caption files by a command of a key.
  func adjustCaptions(_ command: PlayerCommand) {
    item.captionSettings = CaptionAdjustment.apply(command, to: item.captionSettings)
    for file in item.sidecarCaptions { file.settings = CaptionAdjustment.apply(command, to: file.settings) }
  }

  /// The languages of the item for the desktop, and the selected ones; empty until loaded. Caption files are left out:
  /// they are not options of the asset.
  var languages: (groups: [MPNowPlayingInfoLanguageOptionGroup], selected: [MPNowPlayingInfoLanguageOption]) {
    let groups = [audible, legible].compactMap { $0 }
    let selection = item.currentMediaSelection
    return (
      groups.map { $0.makeNowPlayingInfoLanguageOptionGroup() },
      groups.compactMap { selection.selectedMediaOption(in: $0)?.makeNowPlayingInfoLanguageOption() }
    )
  }

  /// Selects the language with an identifier of `languages`, or deselects it. Returns false if there is no such
  /// language, or if one must be selected.
  func setLanguage(_ identifier: String, isSelected: Bool) -> Bool {
    for group in [audible, legible].compactMap({ $0 }) {
      let identifiers = group.options.map { $0.makeNowPlayingInfoLanguageOption()?.identifier }
      guard let index = identifiers.firstIndex(of: identifier) else { continue }
      if isSelected {
        select(index, in: group)
      } else {
        guard group.allowsEmptySelection else { return false }
        let current = item.currentMediaSelection.selectedMediaOption(in: group)
        if current == group.options[index] { select(nil, in: group) }
      }
      return true
    }
    return false
  }

  /// Selects an option, or none, and reports the change. An index outside of the group has no effect.
  private func select(_ index: Int?, in group: AVMediaSelectionGroup?) {
    guard let group else { return }
    guard index.map(group.options.indices.contains) ?? true else { return }
    let option = index.map { group.options[$0] }
    item.select(option, in: group)
    refresh()
    onChange?()
    onSelect?(option, group)
  }

  /// The subtitle tracks and the caption files. A file that is shown counts as selected, even beside a track.
  private func subtitles() -> ChoiceList {
    var choices = list(legible)
    let (trackCount, files) = (choices.names.count, item.sidecarCaptions)
    guard !files.isEmpty else { return choices }
    choices.names = OptionNames.distinct(choices.names + files.map(\.displayName))
    choices.allowsNone = true
    if let shown = files.firstIndex(where: { $0.settings.isShown && !$0.settings.isAtTop }) {
      choices.selected = trackCount + shown
    }
    return choices
  }

  /// The titles and selection of a group; an empty list if the item has no such group.
  private func list(_ group: AVMediaSelectionGroup?) -> ChoiceList {
    guard let group else { return ChoiceList() }
    let selected = item.selectedMediaOption(in: group).flatMap { group.options.firstIndex(of: $0) }
    return ChoiceList(
      names: OptionNames.distinct(group.options.map(\.displayName)), selected: selected,
      allowsNone: group.allowsEmptySelection)
  }

  /// The variants of an HTTP stream, the best first; empty for other assets.
  private static func variants(of asset: AVAsset) async -> [AVAssetVariant] {
    guard let asset = asset as? AVURLAsset, let all = try? await asset.load(.variants) else { return [] }
    return all.sorted { Quality($0) > Quality($1) }
  }

  /// The encoded cover image of the metadata; nil if there is none or it cannot be loaded.
  private static func artwork(_ items: [AVMetadataItem]) async -> Data? {
    guard let item = items.first(where: { $0.commonKey == .commonKeyArtwork }) else { return nil }
    return try? await item.load(.dataValue)
  }

  /// The words of a song, as iTunes and ID3 store them; nil if there are none.
  private static func lyrics(_ items: [AVMetadataItem]) async -> String? {
    let identifiers: [AVMetadataIdentifier] = [.iTunesMetadataLyrics, .id3MetadataUnsynchronizedLyric]
    guard let item = items.first(where: { $0.identifier.map(identifiers.contains) ?? false }) else { return nil }
    return try? await item.load(.stringValue)
  }

  /// The first title among metadata items.
  private static func title(_ items: [AVMetadataItem]) -> String? {
    items.first { $0.commonKey == .commonKeyTitle }?.stringValue
  }
}

/// Menu titles for options.
enum OptionNames {
  /// Numbers the names that occur more than once, so that each title is distinct.
  static func distinct(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    var seen: [String: Int] = [:]
    return names.map { name in
      guard counts[name, default: 0] > 1 else { return name }
      seen[name, default: 0] += 1
      return "\(name) (\(seen[name, default: 0]))"
    }
  }
}
