@_spi(Playhead) import AVFoundation

/// The audio and subtitle tracks of an item and the selected ones, for programs of this project that have their own
/// menus. Subtitle files that were added to the item are among its subtitle tracks.
@MainActor package final class ItemTracks {
  /// A track as a menu shows it.
  package struct Track: Equatable, Sendable {
    /// The name for users.
    package var name: String
    /// The language as BCP 47; nil if the file declares none.
    package var language: String?
  }

  /// The tracks of one kind.
  package struct List: Equatable, Sendable {
    package var tracks: [Track]
    /// The index of the selected track; nil if there is none.
    package var selected: Int?

    /// Creates a list; an empty one by default.
    package init(tracks: [Track] = [], selected: Int? = nil) { (self.tracks, self.selected) = (tracks, selected) }
  }

  /// Called when the tracks, the selection or the title changed.
  package var onChange: (() -> Void)?
  private let item: AVPlayerItem
  private let details: ItemDetails
  /// Observes the selection, which the player may change by its own criteria.
  private var notification: (any NSObjectProtocol)?

  /// Creates the tracks of an item without loading anything.
  package init(_ item: AVPlayerItem) {
    self.item = item
    details = ItemDetails(item)
    details.onChange = { [weak self] in self?.onChange?() }
    notification = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.mediaSelectionDidChangeNotification, object: item, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated {
        self?.details.refresh()
        self?.onChange?()
      }
    }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the observer. Runs on the main thread.
  private func tearDown() { if let notification { NotificationCenter.default.removeObserver(notification) } }

  /// Starts loading. Has an effect once the item is ready to play.
  package func load() { details.load() }

  /// The audio tracks; empty until they are loaded.
  package var audio: List { list(details.choices.audio, .audible, files: []) }

  /// The subtitle tracks, and then the files; empty until they are loaded.
  package var subtitles: List {
    list(details.choices.subtitles, .legible, files: item.sidecarCaptions.map(\.extendedLanguageTag))
  }

  /// The title in the metadata of the item; nil without one.
  package var title: String? { details.choices.title }

  /// Selects an audio track by its index. An index that does not exist has no effect.
  package func selectAudio(_ index: Int) { details.selectAudio(index) }

  /// Selects a subtitle track by its index; nil for no subtitles. An index that does not exist has no effect.
  package func selectSubtitles(_ index: Int?) { details.selectSubtitles(index) }

  /// Adds a subtitle file to the item and selects it.
  ///
  /// - Throws: The same errors as loading media; `AVError.noSourceTrack` if the file has no captions.
  package func addSubtitles(contentsOf url: URL) async throws {
    let added = try await item.addCaptions(contentsOf: url)
    details.refresh()
    guard let index = item.sidecarCaptions.firstIndex(where: { $0 === added }) else { return }
    details.selectSubtitles(details.choices.subtitles.names.count - item.sidecarCaptions.count + index)
  }

  /// The tracks of a group whose options are loaded.
  private func list(_ choices: ChoiceList, _ characteristic: AVMediaCharacteristic, files: [String?]) -> List {
    guard !choices.names.isEmpty else { return List() }
    let options = item.asset.mediaSelectionGroup(forMediaCharacteristic: characteristic)?.options ?? []
    let languages = options.map(\.extendedLanguageTag) + files
    let tracks = choices.names.enumerated().map { index, name in
      Track(name: name, language: languages.indices.contains(index) ? languages[index] : nil)
    }
    return List(tracks: tracks, selected: choices.selected)
  }
}
