// Client code that shows a title, cover art, chapters and a language menu, in Swift 6, importing only AVFoundation. It
// compiles without a warning; the test runs it.
import AVFoundation

@MainActor
final class NowPlayingModel {
  private(set) var title: String?
  private(set) var artist: String?
  private(set) var artwork: Data?
  private(set) var chapters: [(start: Double, title: String)] = []
  private(set) var languages: [String] = []

  func load(_ asset: AVAsset) async throws {
    for item in try await asset.load(.commonMetadata) {
      guard let key = item.commonKey else { continue }
      switch key {
      case .commonKeyTitle: title = try await item.load(.stringValue)
      case .commonKeyArtist: artist = (try await item.load(.value) as? NSString).map { $0 as String }
      case .commonKeyArtwork: artwork = try await item.load(.dataValue)
      default: break
      }
    }
    let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: Locale.preferredLanguages)
    for group in groups {
      let titles = AVMetadataItem.metadataItems(
        from: group.items, withKey: AVMetadataKey.commonKeyTitle, keySpace: AVMetadataKeySpace.common)
      chapters.append((group.timeRange.start.seconds, try await titles.first?.load(.stringValue) ?? ""))
    }
    guard let group = try await asset.loadMediaSelectionGroup(for: .audible) else { return }
    languages = AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options)
      .compactMap { $0.locale?.identifier }
  }

  func choose(_ language: String, in item: AVPlayerItem) async throws {
    guard let group = try await item.asset.loadMediaSelectionGroup(for: .audible) else { return }
    let options = AVMediaSelectionGroup.mediaSelectionOptions(from: group.options, with: Locale(identifier: language))
    item.select(options.first, in: group)
  }
}

/// The older API, with blocking getters and a handler.
func describeWithOlderAPI(_ asset: AVAsset, _ completion: @escaping @Sendable ([String]) -> Void) {
  asset.loadValuesAsynchronously(forKeys: ["commonMetadata", "availableMediaCharacteristicsWithMediaSelectionOptions"])
  {
    var error: NSError?
    guard asset.statusOfValue(forKey: "commonMetadata", error: &error) == .loaded else { return completion([]) }
    let titles = AVMetadataItem.metadataItems(from: asset.commonMetadata, filteredByIdentifier: .commonIdentifierTitle)
    var lines = titles.compactMap(\.stringValue)
    for characteristic in asset.availableMediaCharacteristicsWithMediaSelectionOptions {
      guard let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else { continue }
      lines += group.options.map { "\(characteristic.rawValue): \($0.displayName)" }
    }
    completion(lines)
  }
}

/// Metadata that a program creates.
func makeMetadata() -> [AVMetadataItem] {
  let title = AVMutableMetadataItem()
  title.identifier = .commonIdentifierTitle
  title.value = "A title" as NSString
  title.extendedLanguageTag = "und"
  let artwork = AVMutableMetadataItem()
  artwork.keySpace = .common
  artwork.key = AVMetadataKey.commonKeyArtwork.rawValue as NSString
  artwork.value = Data([1, 2, 3]) as NSData
  return [title, artwork].compactMap { $0.copy() as? AVMetadataItem }
}
