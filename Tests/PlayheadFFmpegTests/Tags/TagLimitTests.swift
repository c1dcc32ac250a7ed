import Foundation
import PlayheadBasics
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Tags that would exhaust memory or the stack.
@Suite struct TagLimitTests {
  private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    // Eight bytes of length (RFC 8794 §4): the marker and seven bytes.
    id + [0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) } + content
  }

  private func tags(_ simple: [UInt8]) throws -> [MediaTag] {
    let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
    let list = element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], simple))
    let bytes = head + element([0x18, 0x53, 0x80, 0x67], list)
    return try #require(MatroskaFile(MemorySource(Data(bytes)))).tags
  }

  private func simple(_ name: String, _ text: [UInt8], _ nested: [UInt8] = []) -> [UInt8] {
    element([0x67, 0xC8], element([0x45, 0xA3], Array(name.utf8)) + element([0x44, 0x87], text) + nested)
  }

  @Test func limitsTagNesting() throws {
    var nested: [UInt8] = []
    for _ in 0..<200 { nested = simple("A", [0x61], nested) }
    let found = try tags(nested)
    #expect(found.count == ResourceLimits.depth.value)
  }

  @Test func limitsTagCount() throws {
    let many = (0..<ResourceLimits.tags.value + 100).flatMap { _ in simple("A", [0x61]) }
    #expect(try tags(many).count <= ResourceLimits.tags.value)
  }

  @Test func limitsTagText() throws {
    let long = [UInt8](repeating: 0x61, count: ResourceLimits.tagValueBytes.value + 1)
    let full = [UInt8](repeating: 0x61, count: ResourceLimits.tagValueBytes.value)
    func item(_ text: [UInt8]) -> [UInt8] {
      Bytes.box("©cmt", Bytes.box("data", Bytes.big(1, 4), Bytes.big(0, 4), text))
    }
    func found(_ items: [UInt8]) throws -> [MediaTag] {
      let list = Bytes.box("udta", Bytes.full("meta", Bytes.full("hdlr", Bytes.big(0, 20)), Bytes.box("ilst", items)))
      let data = MadeMovie(tracks: [.init(identifier: 1)], userData: list).data
      return try Demuxer(source: MemorySource(data)).readDetails().tags
    }
    #expect(try found(item(full)).compactMap(\.text).map(\.utf8.count) == [full.count])
    #expect(try found(item(long)).compactMap(\.text).isEmpty)
    let retained = try found((0..<12).flatMap { _ in item(full) }).compactMap(\.text)
    #expect(retained.reduce(0) { $0 + $1.utf8.count } <= ResourceLimits.tagBytes.value)
    #expect(retained.count == ResourceLimits.tagBytes.value / full.count)
  }
}
