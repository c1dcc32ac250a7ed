import Foundation
import Glibc
import PlayheadNetworking
import TestSupport
import Testing

/// Names of files that are not UTF-8.
@Suite struct SystemPathTests {
  private static let names: [[UInt8]] = [
    Array("plain.mp4".utf8), Array("映画 é.mp4".utf8), [0xFF], [0x61, 0x80, 0x62], [0xC3], [0xC3, 0x28],
    [0xE2, 0x82, 0x2E], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x8F, 0xBA, 0x80],
    [0xF4, 0x8F, 0xBA, 0xBF, 0xFF], [0xFE, 0xFE, 0xC3, 0xA9, 0xFF],
  ]

  @Test func preservesEveryByte() {
    var texts: Set<String> = []
    for name in Self.names {
      let text = SystemPath.text(of: name)
      #expect(SystemPath.bytes(of: text) == name)
      texts.insert(text)
      let url = SystemPath.url("/tmp/" + text)
      #expect(url.isFileURL && SystemPath.bytes(of: url.systemPath) == Array("/tmp/".utf8) + name)
    }
    #expect(texts.count == Self.names.count)
  }

  /// All pairs of bytes, including overlong forms, surrogate halves and lone bytes.
  @Test func preservesEveryPairOfBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        guard SystemPath.bytes(of: SystemPath.text(of: bytes)) != bytes else { continue }
        Issue.record("\(bytes)")
      }
    }
  }

  @Test func readsFileWithNonUTF8Name() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x61, 0xFF, 0x20, 0x25, 0x62]
    let path = SystemPath.text(of: Array((folder.url.path + "/").utf8) + name)
    let file = SystemPath.withBytes(of: path) { open($0, O_WRONLY | O_CREAT, 0o600) }
    #expect(file >= 0 && write(file, "film", 4) == 4)
    close(file)
    let source = try StandardByteSourceProvider().source(for: SystemPath.url(path), options: RequestOptions())
    #expect(try source.all() == Data("film".utf8))
    let load = StandardByteSourceProvider().load(ResourceRequest(url: SystemPath.url(path)))
    #expect(try load.all() == Array("film".utf8))
  }

  @Test func distinguishesNonUTF8Folders() throws {
    let folder = try TemporaryFolder()
    let outer = Array((folder.url.path + "/").utf8)
    func path(_ bytes: [UInt8]) -> String { SystemPath.text(of: outer + bytes) }
    for name in [[0xFE], [0xFF]] as [[UInt8]] {
      #expect(SystemPath.withBytes(of: path(name), { mkdir($0, 0o700) }) == 0)
      let file = SystemPath.withBytes(of: path(name + Array("/0.ts".utf8))) { open($0, O_WRONLY | O_CREAT, 0o600) }
      close(file)
    }
    let playlist = SystemPath.url(path([0xFF] + Array("/a.m3u8".utf8)))
    let referrer = Referrer(url: playlist, root: playlist)
    let (own, other) = (path([0xFF] + Array("/0.ts".utf8)), path([0xFE] + Array("/0.ts".utf8)))
    #expect(ReferencePolicy().refusal(of: SystemPath.url(own), from: referrer) == nil)
    #expect(ReferencePolicy().refusal(of: SystemPath.url(other), from: referrer) == .outsideFolder)
    #expect(throws: Never.self) { try FileByteSource(path: own, within: referrer.folder) }
    #expect(throws: ByteSourceError.refused(.outsideFolder)) {
      try FileByteSource(path: other, within: referrer.folder)
    }
  }
}
