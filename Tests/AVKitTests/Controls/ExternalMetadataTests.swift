import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import AVKit

@Suite("Metadata of the program")
@MainActor struct ExternalMetadataTests {
  private func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = value as NSString
    return item
  }

  /// The file has neither a title nor an artist.
  @Test func replacesMetadataOfAsset() async throws {
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    defer { player.session.close() }
    let item = AVPlayerItem(url: try Fixtures.url("h264-bframes.mp4"))
    item.externalMetadata = [self.item(.commonIdentifierTitle, "First")]
    player.replaceCurrentItem(with: item)
    clock.advance(limit: .seconds(20)) { item.status == .readyToPlay }
    let details = ItemDetails(item)
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    details.onChange = { changed.yield() }
    var next = changes.makeAsyncIterator()
    details.load()
    await next.next()
    #expect(details.choices.title == "First" && details.choices.artist == nil)
    // A value that the program loads on request.
    let lazy = AVMetadataItem(propertiesOf: self.item(.commonIdentifierArtist, "")) { request in
      request.respond(value: "Artist" as NSString)
    }
    item.externalMetadata = [self.item(.commonIdentifierTitle, "Second"), lazy]
    await next.next()
    #expect(details.choices.title == "Second" && details.choices.artist == "Artist")
    item.externalMetadata = []
    await next.next()
    #expect(details.choices.artist == nil)
  }
}
