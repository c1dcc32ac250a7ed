import AVFoundation
import Testing

/// Metadata of the demonstration clip, written by `Scripts/fixtures.d/demo.sh`.
@Suite("§2.4 metadata and chapters of assets")
struct AssetMetadataTests {
  private static let demo = AVURLAsset(url: Fixture.url("demo.mp4"))

  @Test("the three loading styles")
  func styles() async throws {
    let (common, all, formats) = try await Self.demo.load(.commonMetadata, .metadata, .availableMetadataFormats)
    let title = AVMetadataItem.metadataItems(from: common, filteredByIdentifier: .commonIdentifierTitle).first
    #expect(try await title?.load(.stringValue)?.isEmpty == false)
    #expect(all.count >= common.count)
    #expect(formats.contains(.iTunesMetadata))
    #expect(try await Self.demo.loadMetadata(for: .iTunesMetadata) == Self.demo.metadata(forFormat: .iTunesMetadata))
    #expect(Self.demo.metadata(forFormat: .id3Metadata).isEmpty)
    let keyed = AVURLAsset(url: Fixture.url("demo.mp4"))
    await keyed.loadValues(forKeys: ["commonMetadata"])
    #expect(keyed.statusOfValue(forKey: "commonMetadata", error: nil) == .loaded)
    #expect(keyed.commonMetadata.map(\.identifier) == common.map(\.identifier))
  }

  /// A JPEG begins with FF D8 and ends with FF D9 (ITU-T T.81 §B.1.1.3).
  @Test("cover art stays in the file until it is requested")
  func cover() async throws {
    let items = try await Self.demo.load(.commonMetadata)
    let cover = try #require(
      AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierArtwork).first)
    let data = try #require(try await cover.load(.dataValue))
    #expect(data.prefix(2) == Data([0xFF, 0xD8]) && data.suffix(2) == Data([0xFF, 0xD9]))
    #expect(cover.dataValue == data)
    #expect(cover.dataType == "com.apple.metadata.datatype.JPEG")
  }

  @Test("after a player has opened the file the asset loads the rest on request")
  func afterPlaying() async throws {
    let stage = Stage(hasAudio: false)
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .unknown)
    let tracks = asset.tracks
    #expect(try await !asset.load(.metadata).isEmpty)
    #expect(asset.tracks == tracks)
  }

  @Test("chapters in every format")
  func chapters() async throws {
    let groups = try await Self.demo.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.count >= 2)
    let titles = groups.map { $0.items.first?.stringValue }
    #expect(titles.allSatisfy { $0?.isEmpty == false })
    #expect(groups.first?.timeRange.start == .zero)
    #expect(zip(groups, groups.dropFirst()).allSatisfy { $0.timeRange.end == $1.timeRange.start })
    #expect(groups.last?.timeRange.end.seconds == 20)
    let locale = try #require(try await Self.demo.load(.availableChapterLocales).first)
    let byLocale = try await Self.demo.loadChapterMetadataGroups(
      withTitleLocale: locale, containingItemsWithCommonKeys: [.commonKeyArtwork])
    #expect(byLocale.map { $0.items.first?.stringValue } == titles)
    #expect(byLocale.map(\.timeRange) == groups.map(\.timeRange))
    #expect(groups.first?.items.first?.time == groups.first?.timeRange.start)
  }

  @Test("without chapters and metadata lists are empty; unopenable files throw")
  func nothing() async throws {
    let plain = AVURLAsset(url: Fixture.url("sine.wav"))
    #expect(try await plain.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
    #expect(try await plain.load(.availableChapterLocales).isEmpty)
    #expect(try await plain.load(.lyrics) == nil)
    let text = AVURLAsset(url: Fixture.url("text.mp4"))
    await #expect(throws: AVError.self) { try await text.load(.metadata) }
    await #expect(throws: AVError.self) { try await text.loadMetadata(for: .id3Metadata) }
    #expect(text.metadata.isEmpty)
  }
}
