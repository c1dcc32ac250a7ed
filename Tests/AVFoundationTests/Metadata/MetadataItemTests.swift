import AVFoundation
import Synchronization
import Testing

@Suite("§2.4 metadata items")
struct MetadataItemTests {
  private static func item(
    _ identifier: AVMetadataIdentifier, _ value: String, language: String? = nil
  ) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = NSString(string: value)
    item.extendedLanguageTag = language
    return item
  }

  /// Identifiers as AVFoundation constructs them.
  @Test(arguments: [
    ("itsk/%A9nam", "itsk", "title"), ("itsk/covr", "itsk", "artwork"), ("id3/TIT2", "org.id3", "title"),
    ("mdta/com.apple.quicktime.make", "mdta", "make"), ("udta/%A9xyz", "udta", "location"),
    ("uiso/cprt", "uiso", "copyrights"), ("common/title", "comn", "title"), ("vorb/ALBUM%20ARTIST", "vorb", nil),
    ("icy/StreamTitle", "icy ", nil),
  ])
  func identifierHasKeySpaceAndCommonKey(_ raw: String, _ keySpace: String, _ commonKey: String?) throws {
    let identifier = AVMetadataIdentifier(raw)
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    #expect(item.keySpace?.rawValue == keySpace)
    #expect(item.commonKey?.rawValue == commonKey)
    #expect(AVMetadataItem.keySpace(forIdentifier: identifier)?.rawValue == keySpace)
    let key = try #require(AVMetadataItem.key(forIdentifier: identifier))
    #expect(AVMetadataItem.identifier(forKey: key, keySpace: AVMetadataKeySpace(keySpace)) == identifier)
    // Conversely: key and key space make the identifier.
    let other = AVMutableMetadataItem()
    other.keySpace = item.keySpace
    other.key = item.key
    #expect(other.identifier == identifier)
  }

  @Test("an atom's numeric key may also be written as text")
  func atoms() {
    let item = Self.item(.iTunesMetadataSongName, "Song")
    #expect(item.key as? NSNumber == NSNumber(value: Int32(bitPattern: 0xA96E_616D)))
    let keys: [Any] = [AVMetadataKey.iTunesMetadataKeySongName, "@nam", "©nam", NSNumber(value: 0xA96E_616D as UInt32)]
    for key in keys {
      #expect(AVMetadataItem.metadataItems(from: [item], withKey: key, keySpace: .iTunes) == [item])
      #expect(AVMetadataItem.identifier(forKey: key, keySpace: .iTunes) == .iTunesMetadataSongName)
    }
    #expect(AVMetadataItem.metadataItems(from: [item], withKey: "@nam", keySpace: .quickTimeUserData).isEmpty)
  }

  @Test("filters preserve order and find common keys of every format")
  func filters() {
    let items = [
      Self.item(.iTunesMetadataSongName, "a"), Self.item(.id3MetadataLeadPerformer, "b"),
      Self.item(.id3MetadataTitleDescription, "c"), Self.item(AVMetadataIdentifier("vorb/TITLE"), "d"),
    ]
    func texts(_ items: [AVMetadataItem]) -> [String?] { items.map(\.stringValue) }
    #expect(
      texts(AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle)) == ["a", "c", "d"])
    #expect(
      texts(AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .id3MetadataTitleDescription)) == ["c"])
    let byKey = AVMetadataItem.metadataItems(from: items, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    #expect(texts(byKey) == ["a", "c", "d"])
    #expect(texts(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: .id3)) == ["b", "c"])
    #expect(AVMetadataItem.metadataItems(from: [], filteredByIdentifier: .commonIdentifierTitle).isEmpty)
  }

  @Test("languages are sorted by preference and closeness; others are omitted")
  func languages() {
    let items = [("en", "e"), ("fr-CA", "c"), ("fr", "f"), ("de-AT", "d"), (nil, "n")].map {
      Self.item(.commonIdentifierTitle, $1, language: $0)
    }
    func texts(_ preferredLanguages: [String]) -> [String?] {
      AVMetadataItem.metadataItems(from: items, filteredAndSortedAccordingToPreferredLanguages: preferredLanguages).map(
        \.stringValue)
    }
    #expect(texts(["fr", "en"]) == ["f", "c", "e"])
    #expect(texts(["de-DE", "fr-CA"]) == ["d", "c", "f"])
    #expect(texts(["ger"]) == ["d"])
    #expect(texts(["ja"]).isEmpty)
    #expect(
      AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "fr_CA")).map(\.stringValue) == ["c", "f"])
  }

  @Test("§2.4 values convert where a conversion exists and are nil otherwise")
  func values() {
    let number = AVMutableMetadataItem()
    number.value = NSNumber(value: 120)
    #expect((number.stringValue, number.numberValue?.intValue, number.dataValue) == ("120", 120, nil))
    #expect(number.dateValue == nil)
    let text = Self.item(.commonIdentifierTitle, "Song")
    #expect(text.value as? NSString == "Song")
    #expect(text.numberValue == nil && text.dateValue == nil && text.dataValue == nil)
    let data = AVMutableMetadataItem()
    data.value = NSData(data: Data([1, 2]))
    #expect(data.dataValue == Data([1, 2]))
    #expect(data.stringValue == nil && data.numberValue == nil)
  }

  /// Seconds since 1970 as `date -u` prints them.
  @Test(arguments: [
    ("2010", 1_262_304_000), ("2010-05", 1_272_672_000), ("2010-05-11", 1_273_536_000),
    ("2010-05-11T12:30:15Z", 1_273_581_015), ("2010-05-11T12:30:15+0200", 1_273_573_815),
    ("2010-05-11T12:30:15.5-05:00", 1_273_599_015.5), ("2010-05-11 12:30", 1_273_581_000),
  ])
  func parsesISO8601Dates(_ text: String, _ seconds: Double) {
    #expect(Self.item(.commonIdentifierCreationDate, text).dateValue == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: ["", "20", "May 2010", "2010-13-01", "2010-05-11T12:30:15 noon", "99999999999999999999"])
  func invalidDatesAreNil(_ text: String) { #expect(Self.item(.commonIdentifierCreationDate, text).dateValue == nil) }

  @Test("mutable and immutable copies")
  func copies() throws {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = NSString(string: "one")
    let copy = try #require(item.copy() as? AVMetadataItem)
    let changeable = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
    item.value = NSString(string: "two")
    changeable.value = NSString(string: "three")
    #expect([item, copy, changeable].map(\.stringValue) == ["two", "one", "three"])
    #expect(!(copy is AVMutableMetadataItem))
    #expect(copy.copy() as? AVMetadataItem === copy)
  }

  // MARK: Values that are loaded on request

  @Test("a handler is called once for all waiting loads")
  func handler() async throws {
    let requested = Atomic<Int>(0)
    let item = AVMetadataItem(propertiesOf: Self.item(.commonIdentifierTitle, "old")) { request in
      requested.add(1, ordering: .relaxed)
      request.respond(value: NSString(string: "new"))
      request.respond(value: NSString(string: "later"))
    }
    guard case .notYetLoaded = item.status(of: .stringValue) else { return #expect(Bool(false)) }
    #expect(item.identifier == .commonIdentifierTitle)
    #expect(try await item.load(.stringValue) == "new")
    #expect(item.stringValue == "new")
    guard case .loaded("new") = item.status(of: .stringValue) else { return #expect(Bool(false)) }
    #expect(requested.load(ordering: .relaxed) == 1)
  }

  @Test("a handler that fails or drops the request fails loading")
  func failures() async {
    let failing = AVMetadataItem(propertiesOf: AVMetadataItem()) { $0.respond(error: CocoaError(.fileNoSuchFile)) }
    await #expect(throws: CocoaError.self) { _ = try await failing.load(.value) }
    #expect(failing.value == nil)
    guard case .failed = failing.status(of: .value) else { return #expect(Bool(false)) }
    let silent = AVMetadataItem(propertiesOfMetadataItem: AVMetadataItem()) { _ in }
    await #expect(throws: AVError.self) { _ = try await silent.load(.value) }
  }

  @Test("the sharing filter omits locations and accounts")
  func sharing() {
    let items = [
      Self.item(.commonIdentifierTitle, "a"), Self.item(.quickTimeMetadataLocationISO6709, "b"),
      Self.item(.iTunesMetadataAppleID, "c"), Self.item(.id3MetadataOwnership, "d"),
    ]
    let shared = AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
    #expect(shared.map(\.stringValue) == ["a"])
  }

  @Test("timed groups")
  func groups() throws {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))
    let group = AVMutableTimedMetadataGroup(items: [], timeRange: range)
    let copy = try #require(group.copy() as? AVTimedMetadataGroup)
    group.items = [Self.item(.commonIdentifierTitle, "a")]
    group.timeRange = CMTimeRange(start: range.end, duration: range.duration)
    #expect(copy.items.isEmpty && copy.timeRange == range)
    #expect(group.items.count == 1 && group.timeRange.start == range.end)
    let dates = AVDateRangeMetadataGroup(items: [], start: Date(timeIntervalSince1970: 0), end: nil)
    #expect((dates.mutableCopy() as? AVMutableDateRangeMetadataGroup)?.endDate == nil)
  }
}
