import AVFoundation
import Synchronization
import Testing

@Suite("A program that shows metadata")
@MainActor struct MetadataClientTests {
  @Test func loadsMetadataWithAsyncAPI() async throws {
    let model = NowPlayingModel()
    try await model.load(AVURLAsset(url: Fixture.url("demo.mp4")))
    #expect(model.title == "A Day over the Hills")
    #expect(model.artist == "Playhead")
    #expect(model.artwork?.prefix(2) == Data([0xFF, 0xD8]))
    #expect(model.chapters.map(\.title) == ["Dawn", "Noon", "Dusk", "Night"])
    #expect(model.chapters.map(\.start) == [0, 5, 10, 15])
    #expect(model.languages == ["en", "de"])
  }

  @Test func loadsMetadataWithOlderAPI() async {
    let lines = await withCheckedContinuation { continuation in
      describeWithOlderAPI(AVURLAsset(url: Fixture.url("demo.mp4"))) { continuation.resume(returning: $0) }
    }
    #expect(lines.first == "A Day over the Hills")
    #expect(lines.count == 6, "the title, an angle, two languages to hear and two to read")
  }

  @Test func createdItemsHaveKeysAndValues() {
    let items = makeMetadata()
    #expect(items.map { $0.commonKey?.rawValue } == ["title", "artwork"])
    #expect(items.first?.stringValue == "A title" && items.last?.dataValue?.count == 3)
  }

  /// Most programs write `item.value as? String`. The compiler of this system warns that it always fails; it does not.
  @Test func valuesCastToStringAndData() throws {
    func converted<Value>(_ value: Any?) -> Value? { value as? Value }
    let items = makeMetadata()
    let text: String? = converted(items.first?.value)
    let data: Data? = converted(items.last?.value)
    #expect(text == "A title" && data == Data([1, 2, 3]))
    let number = AVMutableMetadataItem()
    number.value = NSNumber(value: 5)
    let whole: Int? = converted(number.value)
    #expect(whole == 5)
  }
}
