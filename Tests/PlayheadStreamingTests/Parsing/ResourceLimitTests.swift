import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@Suite("Resource limits")
struct ResourceLimitTests {
  private func failure(_ text: String) -> PlaylistError? {
    do throws(PlaylistError) {
      _ = try PlaylistParser.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("too many tags of one kind are an error that names the limit")
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

  @Test func refusesPlaylistAboveLimit() {
    let limit = ResourceLimits.playlistBytes
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: limit.value + 1)
    #expect(throws: PlaylistError.limitExceeded(limit)) { try PlaylistParser.parse(bytes) }
  }

  @Test func limitsPartsOfPlaylist() {
    let limit = ResourceLimits.parts
    let parts = String(repeating: "#EXT-X-PART:DURATION=1,URI=\"a\"\n", count: limit.value + 1)
    #expect(
      failure("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=1\n" + parts) == .limitExceeded(limit))
  }

  @Test func limitsWarningsWithoutError() throws {
    let limit = ResourceLimits.warnings
    let text = "#EXTM3U\n" + String(repeating: "#EXT-X-BYTERANGE:x\n", count: 3 * limit.value) + "#EXTINF:1,\n0.ts\n"
    guard case .media(let media) = try PlaylistParser.parse(Array(text.utf8)) else {
      Issue.record("it is no media playlist")
      return
    }
    #expect(media.head.warnings.count == limit.value)
  }

  /// Each server declares a megabyte more than the limit, and is not waited for.
  @Test(arguments: [
    ResourceLimits.segmentBytes, ResourceLimits.steeringBytes, ResourceLimits.scheduleBytes,
    ResourceLimits.captionBytes, ResourceLimits.playlistBytes,
  ]) func refusesResourcePromisingMoreThanLimit(limit: ResourceLimit) throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(Data(count: 100)))
    resource.length = .wrong(by: limit.value + 1 << 20)
    server.serve("/a", resource)
    let load = StandardByteSourceProvider().load(ResourceRequest(url: server.url("/a"), byteLimit: limit)) {}
    let error = thrownError(ByteSourceError.self) { try load.all() }
    #expect(error.map { "\($0)" }?.contains(limit.description) == true)
    #expect(server.requests.count == 1)
  }

  /// A list of assets and a schedule of nine megabytes, a steering manifest of two, a key of a hundred kilobytes: the
  /// media that names them plays without them, or the error names the limit.
  @Test func eachDocumentReaderHasItsLimit() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    server.serve("/0.ts", ServedResource(.data(sliced.segments[0].data)))
    func serve(_ path: String, _ text: String, spaces: Int = 0) {
      server.serve(path, ServedResource(.data(Data((text + String(repeating: " ", count: spaces)).utf8))))
    }
    let plain = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n"
    let end = "#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    for (index, spaces) in [0, 2 << 20].enumerated() {
      serve("/steer\(index).json", #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["B","A"]}"#, spaces: spaces)
      serve(
        "/main\(index).m3u8",
        "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer\(index).json\",PATHWAY-ID=\"A\"\n"
          + "#EXT-X-STREAM-INF:BANDWIDTH=1000,PATHWAY-ID=\"A\"\na\(index).m3u8\n"
          + "#EXT-X-STREAM-INF:BANDWIDTH=1000,PATHWAY-ID=\"B\"\nb\(index).m3u8\n")
      for name in ["a", "b"] { serve("/\(name)\(index).m3u8", plain + end) }
      StreamRun(server.url("/main\(index).m3u8")).run(seconds: 1)
    }
    let requested = server.requests.map(\.path)
    #expect(requested.contains("/b0.m3u8") && requested.contains("/steer1.json") && !requested.contains("/b1.m3u8"))

    serve("/key", "", spaces: 100_000)
    serve("/key.m3u8", plain + "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n" + end)
    let failure = thrownError(MediaError.self) { try MediaProbe.probe(server.url("/key.m3u8")) }
    #expect(failure?.reason.contains(ResourceLimits.keyBytes.description) == true, "\(String(describing: failure))")

    serve("/list.json", #"{"ASSETS":[]}"#, spaces: 9 << 20)
    let clip = server.url("/key.m3u8")
    let answer = Collected<String>()
    let done = DispatchSemaphore(value: 0)
    InterstitialAssetLoad.begin(
      server.url("/list.json"), from: clip, for: EngineItem(url: clip), session: "s",
      environment: PlaybackEnvironment(clock: SystemClock(), audio: nil)
    ) { result in
      if case .failure(let error) = result { answer.add(error.reason) }
      done.signal()
    }
    done.wait()
    #expect(answer.all.first?.contains(ResourceLimits.scheduleBytes.description) == true)
  }

  /// A megabyte that would expand to a URL of half a gigabyte.
  @Test("the total size of substituted variables is limited")
  func substitution() throws {
    let value = String(repeating: "x", count: 500_000)
    let line = String(repeating: "{$v}", count: 1000)
    let text = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n#EXTINF:1,\n\(line)\n"
    let before = try MemoryUse.now().live
    #expect(failure(text) == .limitExceeded(ResourceLimits.substitutedBytes))
    #expect(try MemoryUse.now().live - before < 100)
    #expect(failure(text.replacing(line, with: "{$v}/a.ts")) == nil)
  }

  @Test("a resource above its limit fails with an error that names the limit")
  func resources() throws {
    let server = try FaultServer()
    server.serve("/key", ServedResource(.data(Data(count: 100_000))))
    let load = StandardByteSourceProvider().load(
      ResourceRequest(url: server.url("/key"), byteLimit: ResourceLimits.keyBytes)
    ) {}
    do throws(ByteSourceError) {
      _ = try load.all()
      Issue.record("a key of 100 kB was taken")
    } catch {
      #expect("\(error)".contains("the size of a key is limited to 64 KiB"))
    }
  }

  /// Consecutive segments, as a program that records for days writes them.
  private static func text(_ count: Int) -> [UInt8] {
    var bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n".utf8)
    bytes.reserveCapacity(count * 44)
    for number in 0..<count { bytes += "#EXTINF:6.000,\nsegments/part\(1_000_000 + number).ts\n".utf8 }
    return bytes + Array("#EXT-X-ENDLIST\n".utf8)
  }

  @Test("a long playlist uses little memory for each segment")
  func memory() throws { try Self.checkMemory(of: 50_000) }

  /// 200 bytes a segment, including its line and its start time: 200 MB for a million.
  fileprivate static func checkMemory(of count: Int) throws {
    let before = try MemoryUse.now().live
    guard case .media(let media) = try PlaylistParser.parse(text(count)) else { return }
    let timeline = PlaylistTimeline(media)
    #expect(timeline.segments.count == count)
    #expect(timeline.range.end.seconds == Double(count) * 6)
    #expect(timeline.segments.last?.uri == "segments/part\(1_000_000 + count - 1).ts")
    #expect(try MemoryUse.now().live - before < Double(220 * count) / 1_048_576 + 16)
  }
}

/// Limits that take a while to reach.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "runs with `make soak`"))
struct ResourceLimitSoakTests {
  /// Less than 300 MB, including concurrent allocations of other tests.
  @Test func millionSegmentsUseLittleMemory() throws { try ResourceLimitTests.checkMemory(of: 1_000_000) }

  /// Two million segments are read before the next one is too many: seconds where the compiler does not optimise.
  @Test func limitsSegmentsOfPlaylist() {
    let limit = ResourceLimits.segments
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:1,\n0.ts\n", count: limit.value + 1)
    #expect(throws: PlaylistError.limitExceeded(limit)) { try PlaylistParser.parse(Array(text.utf8)) }
  }
}
