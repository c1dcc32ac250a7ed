import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

@Suite struct VorbisTagsTests {
  private static func header(_ comments: [String], vendor: String = "maker") -> [UInt8] {
    Bytes.little(vendor.utf8.count, 4) + Array(vendor.utf8) + Bytes.little(comments.count, 4)
      + comments.flatMap { Bytes.little($0.utf8.count, 4) + Array($0.utf8) }
  }

  private static let comments = header([
    "title=Lied", "ARTIST=one", "ARTIST=two", "CHAPTER001=00:00:00.000", "nonsense",
  ])
  private static let expected = ["TITLE=Lied", "ARTIST=one", "ARTIST=two", "VENDOR=maker"]

  private static func texts(_ tags: [MediaTag]) -> [String] { tags.map { "\($0.key)=\($0.text ?? "?")" } }

  @Test func readsFLACComments() {
    var file = Array("fLaC".utf8) + [0] + Bytes.big(34, 3)
    file += [UInt8](repeating: 0, count: 34) + [0x84]
    file += Bytes.big(Self.comments.count, 3) + Self.comments
    #expect(Self.texts(VorbisTags.flac(BoxReader(MemorySource(Data(file))), at: 0)) == Self.expected)
  }

  /// The comment packet spans two pages, as a long one does.
  @Test func readsOggComments() {
    func page(_ serial: Int, _ lacing: [UInt8], _ body: [UInt8]) -> [UInt8] {
      var page = Array("OggS".utf8) + [0, 0]
      page += Bytes.little(0, 8) + Bytes.big(serial, 4) + Bytes.little(0, 8)
      page += [UInt8(lacing.count)] + lacing + body
      return page
    }
    let long = String(repeating: "x", count: 300)
    let packet = [3] + Array("vorbis".utf8) + Self.header(["title=Lied", "DESCRIPTION=\(long)"])
    var file = page(1, [30], [1] + Array("vorbis".utf8) + [UInt8](repeating: 0, count: 23))
    file += page(1, [255], Array(packet.prefix(255)))
    file += page(1, [UInt8(packet.count - 255)], Array(packet.dropFirst(255)))
    let tags = VorbisTags.ogg(BoxReader(MemorySource(Data(file))))
    #expect(Self.texts(tags) == ["TITLE=Lied", "DESCRIPTION=\(long)", "VENDOR=maker"])
  }

  @Test func damageEndsHeader() {
    for length in Self.comments.indices { _ = VorbisTags.read(Self.comments[..<length]) }
    for index in Self.comments.indices {
      var damaged = Self.comments
      damaged[index] = 0xFF
      _ = VorbisTags.read(damaged[...])
    }
    #expect(Self.texts(VorbisTags.read(Self.comments[...])) == Self.expected)
  }
}
