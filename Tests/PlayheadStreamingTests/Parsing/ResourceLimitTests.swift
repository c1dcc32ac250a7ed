import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@Suite("Limits of what is read")
struct ResourceLimitTests {
  private func failure(_ text: String) -> PlaylistError? {
    do throws(PlaylistError) {
      _ = try PlaylistParser.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("more of one kind of tag than any playlist needs is an error that names the limit")
  func tags() {
    func many(_ count: Int, _ line: (Int) -> String, head: String = "#EXT-X-TARGETDURATION:1\n") -> String {
      "#EXTM3U\n" + head + (0..<count).map(line).joined(separator: "\n") + "\n"
    }
    let limit = ResourceLimits.variants
    #expect(failure(many(limit.value, { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0).m3u8" }, head: "")) == nil)
    let tooMany = failure(many(limit.value + 1, { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0).m3u8" }, head: ""))
    #expect(tooMany == .limitExceeded(limit))
    #expect(tooMany?.description.contains("variants is limited to 5000") == true)
    #expect(
      failure(many(5001, { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\"" }, head: ""))
        == .limitExceeded(ResourceLimits.renditions))
    #expect(
      failure(many(10_001, { "#EXT-X-DATERANGE:ID=\"\($0)\"" })) == .limitExceeded(ResourceLimits.dateRanges))
    #expect(
      failure(many(101, { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"\($0)\"" }))
        == .limitExceeded(ResourceLimits.keys))
    #expect(
      failure(many(10_001, { "#EXT-X-DEFINE:NAME=\"n\($0)\",VALUE=\"v\"" })) == .limitExceeded(ResourceLimits.otherTags)
    )
  }

  /// A megabyte that became an address of half a gigabyte.
  @Test("what variables stand for is bounded in all")
  func substitution() throws {
    let value = String(repeating: "x", count: 500_000)
    let line = String(repeating: "{$v}", count: 1000)
    let text = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n#EXTINF:1,\n\(line)\n"
    let before = try MemoryUse.now().live
    #expect(failure(text) == .limitExceeded(ResourceLimits.substitutedBytes))
    #expect(try MemoryUse.now().live - before < 100)
    #expect(failure(text.replacing(line, with: "{$v}/a.ts")) == nil)
  }

  @Test("a resource that is longer than its limit fails, and the error names the limit")
  func resources() throws {
    let server = try FaultServer()
    server.serve("/key", ServedResource(.data(Data(count: 100_000))))
    let load = StandardSources().load(
      ResourceRequest(url: server.url("/key"), byteLimit: ResourceLimits.keyBytes)
    ) {}
    do throws(ByteSourceError) {
      _ = try load.all()
      Issue.record("a key of 100 kB was taken")
    } catch {
      #expect("\(error)".contains("the size of a key is limited to 64 KiB"))
    }
  }

  /// One segment after the other, as a program that records for days writes them.
  private static func text(_ count: Int) -> [UInt8] {
    var bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n".utf8)
    bytes.reserveCapacity(count * 44)
    for number in 0..<count { bytes += "#EXTINF:6.000,\nsegments/part\(1_000_000 + number).ts\n".utf8 }
    return bytes + Array("#EXT-X-ENDLIST\n".utf8)
  }

  /// 200 bytes a segment, with its line and its beginning: 200 MB for a million.
  @Test("a long playlist takes little memory for each of its segments")
  func memory() throws {
    let count = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] == nil ? 50_000 : 1_000_000
    let before = try MemoryUse.now().live
    guard case .media(let media) = try PlaylistParser.parse(Self.text(count)) else { return }
    let timeline = PlaylistTimeline(media)
    #expect(timeline.segments.count == count)
    #expect(timeline.range.end.seconds == Double(count) * 6)
    #expect(timeline.segments.last?.uri == "segments/part\(1_000_000 + count - 1).ts")
    #expect(try MemoryUse.now().live - before < Double(220 * count) / 1_048_576 + 16)
  }
}
