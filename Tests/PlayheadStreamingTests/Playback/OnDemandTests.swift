import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

/// A file cut into segments plays like the file: the same frames at the same times.
@Suite("§5.9 streams on demand")
struct OnDemandTests {
  @Test("with missing first segments playback starts after them")
  func gapAtTheBeginning() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    sliced.serve("/a", on: server, playlist: sliced.playlist { $0 < 2 ? ["#EXT-X-GAP"] : [] })
    let run = StreamRun(server.url("/a/index.m3u8"))
    run.run(seconds: 0.1)
    let start = sliced.segments[0].duration + sliced.segments[1].duration
    #expect(abs(run.position - start) < 0.15 && run.position >= start - 0.05)
    #expect(abs((run.frames.first?.time.seconds ?? 0) - start) < 0.1)
    run.run(seconds: 12)
    #expect(run.hasEnded)
  }

  @Test("a transport stream in segments", arguments: ["start-offset.ts", "ts-wrap.ts"])
  func transport(name: String) throws {
    let server = try FaultServer()
    try SlicedStream.transport(name).serve("/a", on: server)
    let stream = DumpedLines(server.url("/a/index.m3u8"))
    let clip = DumpedLines(try Fixtures.url(name))
    #expect(stream.frames == clip.frames)
    #expect(stream.audioFrames == clip.audioFrames)
    #expect(stream.events.last?.hasSuffix("playedToEnd") == true)
  }

  @Test("a fragmented MP4 in segments, behind an initialization section")
  func fragments() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    let stream = DumpedLines(server.url("/a/index.m3u8"))
    #expect(try stream.frames == DumpedLines(Fixtures.url("fragmented.mp4")).frames)
    #expect(stream.frames.count == 300)
    // The playlist, the section, and every segment once.
    #expect(server.requests.count == sliced.segments.count + 2)
  }

  /// In the fragments all video frames precede the audio (ffprobe).
  @Test("audio stored after the video is prefetched in parallel and is identical", arguments: [nil, 3.6])
  func prefetchesDistantAudio(place: Double?) throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    // Slow enough that the request is made before the segment has arrived.
    let first = place == nil ? 0 : 3
    var slow = ServedResource(.data(sliced.segments[first].data))
    slow.throttle = [(0, 40_000)]
    server.serve("/a/\(first).m4s", slow)
    func play(_ distance: Int) -> (audio: [CapturedAudio], frames: [CapturedFrame], ranges: [String]) {
      server.clearRequests()
      let run = StreamRun(server.url("/a/index.m3u8"), audioPrefetchDistance: distance) { item in
        if let place { item.setStart(CMTime(seconds: place, preferredTimescale: 1000)) }
      }
      run.run(seconds: 12)
      #expect(run.hasEnded && run.failure == nil)
      return (run.audioBlocks, run.frames, server.requests.compactMap { $0.fields["range"] })
    }
    let (usual, early) = (play(.max), play(1000))
    #expect(usual.ranges.isEmpty && early.ranges.count == 1)
    #expect(early.audio.count > 100 && early.audio.map(\.time) == usual.audio.map(\.time))
    #expect(early.audio.map(\.samples) == usual.audio.map(\.samples))
    #expect(early.frames.map(\.time) == usual.frames.map(\.time))
    // A part of the 61 kB is requested, not the segment once more.
    let bytes =
      (early.ranges.first ?? "").split(separator: "=").last?.split(separator: "-").compactMap { Int($0) } ?? []
    #expect(bytes.count == 2 && bytes[0] > 20_000 && bytes[1] - bytes[0] < 20_000)
  }

  /// A player shows its first frame, and then plays from there.
  @Test("audio prefetched during a paused seek is used for playback")
  func prefetchedAudioOfPausedSeek() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    var slow = ServedResource(.data(sliced.segments[0].data))
    slow.throttle = [(0, 40_000)]
    server.serve("/a/0.m4s", slow)
    var ranges: [String] { server.requests.compactMap { $0.fields["range"] } }
    let run = StreamRun(server.url("/a/index.m3u8"), audioPrefetchDistance: 1000)
    run.session.setRate(0)
    run.run(seconds: 1)
    #expect(run.frames.count == 1 && run.audioBlocks.isEmpty && ranges.count == 1)
    run.session.setRate(1)
    run.run(seconds: 12)
    #expect(run.hasEnded && run.failure == nil && ranges.count == 1)
    let usual = StreamRun(server.url("/a/index.m3u8"), audioPrefetchDistance: .max)
    usual.run(seconds: 12)
    #expect(run.audioBlocks.count > 100 && run.audioBlocks.map(\.samples) == usual.audioBlocks.map(\.samples))
  }

  /// Every two minutes another demuxer continues.
  @Test("fragments of minutes without a discontinuity play as one file")
  func longFragments() throws {
    let server = try FaultServer()
    let clip = try EndlessFragments("fragmented.mp4")
    let section = clip.sliced.section ?? Data()
    let count = clip.sliced.segments.count * 26
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MAP:URI=\"init.mp4\""]
    var whole = section
    server.serve("/a/init.mp4", ServedResource(.data(section)))
    for number in 0..<count {
      lines += ["#EXTINF:\(clip.duration(number)),", "\(number).m4s"]
      let data = clip.data(number)
      server.serve("/a/\(number).m4s", ServedResource(.data(data)))
      whole += data
    }
    lines.append("#EXT-X-ENDLIST")
    server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("long-fragments-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    try whole.write(to: file)
    let (stream, expected) = (DumpedLines(server.url("/a/index.m3u8")), DumpedLines(file))
    #expect(stream.frames.count == 300 * 26)
    #expect(stream.frames == expected.frames)
    // FFmpeg 9 gives the last audio packet a duration without its padding (ISO/IEC 14496-12 §8.8.8): a file ends there,
    // while a stream does not declare which segment is its last.
    #expect((0..<1024).contains(stream.audioFrames - expected.audioFrames))
    let audio = stream.lines.filter { $0.hasPrefix("audio") }.map(\.count)
    let expectedAudio = expected.lines.filter { $0.hasPrefix("audio") }.map(\.count).dropLast()
    #expect(audio.prefix(expectedAudio.count).elementsEqual(expectedAudio))
    #expect(server.requests.filter { $0.path == "/a/init.mp4" }.count == 1)
  }

  @Test("HEVC and AV1, each segment a complete MP4", arguments: ["hevc.mp4", "av1.mp4"])
  func codecs(name: String) throws {
    let server = try FaultServer()
    let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXTINF:10,", name, "#EXT-X-ENDLIST"]
    server.serve("/a.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/" + name, ServedResource(.data(try Data(contentsOf: try Fixtures.url(name)))))
    // A stream begins with the first of its samples; the file omits the priming samples of its audio decoder.
    func checksums(_ url: URL) -> [Substring] { DumpedLines(url).frames.compactMap { $0.split(separator: " ").last } }
    let clip = checksums(try Fixtures.url(name))
    #expect(clip.count > 100 && Set(clip).count > 100)
    #expect(checksums(server.url("/a.m3u8")) == clip)
  }

  @Test("a playlist is recognized by its first bytes")
  func anyName() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    server.serve("/a/play", ServedResource(.data(Data(sliced.playlist().utf8))))
    #expect(DumpedLines(server.url("/a/play")).frames.count == 300)
  }

  @Test("AES-128 with rotating keys, with an explicit vector and one from the segment number")
  func encrypted() throws {
    let server = try FaultServer()
    let plain = try SlicedStream.transport("start-offset.ts")
    let initializationVector = [UInt8](0..<16)
    func key(_ index: Int) -> [UInt8] { (0..<16).map { UInt8($0 * 7 + index / 2) } }
    func vector(_ index: Int) -> [UInt8] {
      index < 2 ? initializationVector : [UInt8](repeating: 0, count: 15) + [UInt8(index)]
    }
    let playlist = plain.playlist(tags: { index in
      guard index.isMultiple(of: 2) else { return [] }
      let given = index == 0 ? ",IV=0x000102030405060708090A0B0C0D0E0F" : ""
      return ["#EXT-X-KEY:METHOD=AES-128,URI=\"key\(index / 2)\"\(given)"]
    })
    plain.encrypted { (key($0), vector($0)) }.serve("/a", on: server, playlist: playlist)
    for index in 0..<plain.segments.count {
      server.serve("/a/key\(index / 2)", ServedResource(.data(Data(key(index)))))
    }
    #expect(
      try DumpedLines(server.url("/a/index.m3u8")).frames == DumpedLines(Fixtures.url("start-offset.ts")).frames)
    let keys = server.requests.map(\.path).filter { $0.contains("key") }
    #expect(keys.count == Set(keys).count)
  }

  @Test("a missing key fails with its URL, unsupported key formats as protected")
  func noKey() throws {
    let server = try FaultServer()
    let plain = try SlicedStream.transport("start-offset.ts")
    plain.serve(
      "/a", on: server, playlist: plain.playlist(tags: { $0 == 0 ? ["#EXT-X-KEY:METHOD=AES-128,URI=\"k\""] : [] }))
    #expect(DumpedLines(server.url("/a/index.m3u8")).events.contains { $0.hasSuffix("failed http(status: 404)") })
    let method = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
    plain.serve("/b", on: server, playlist: plain.playlist(tags: { $0 == 0 ? [method] : [] }))
    #expect(DumpedLines(server.url("/b/index.m3u8")).events.contains { $0.contains("failed isProtected") })
  }

  @Test("byte ranges of one resource")
  func ranges() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    var whole = Data()
    let playlist = sliced.playlist(tags: { index in
      defer { whole += sliced.segments[index].data }
      return ["#EXT-X-BYTERANGE:\(sliced.segments[index].data.count)" + (index == 0 ? "@0" : "")]
    }).replacingOccurrences(of: #"(?m)^\d+\.m4s$"#, with: "all.m4s", options: .regularExpression)
    sliced.serve("/a", on: server, playlist: playlist)
    var resource = ServedResource(.data(whole))
    server.serve("/a/all.m4s", resource)
    #expect(DumpedLines(server.url("/a/index.m3u8")).frames.count == 300)
    // A server without ranges sends all of it each time, and nothing else changes.
    resource.hasRanges = false
    server.serve("/a/all.m4s", resource)
    #expect(DumpedLines(server.url("/a/index.m3u8")).frames.count == 300)
  }

  @Test("transient faults have no effect")
  func faults() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    func damage(_ path: String, _ data: Data, _ faults: [ServerFault]) {
      var resource = ServedResource(.data(data))
      resource.faults = faults
      server.serve(path, resource)
    }
    damage("/a/index.m3u8", Data(sliced.playlist().utf8), [.status(503)])
    damage("/a/init.mp4", sliced.section ?? Data(), [.reset(after: 20)])
    damage("/a/1.m4s", sliced.segments[1].data, [.cut(after: 1000), .reset(after: 100)])
    damage("/a/2.m4s", sliced.segments[2].data, [.status(502), .redirect(to: server.url("/a/2.m4s"))])
    #expect(
      try DumpedLines(server.url("/a/index.m3u8")).frames == DumpedLines(Fixtures.url("fragmented.mp4")).frames)
  }

  @Test("fields of the asset are sent to segments and keys of its host, and to no other")
  func fields() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    let other = server.url("/a/1.m4s", host: "localhost").absoluteString
    let playlist = sliced.playlist().replacingOccurrences(of: "\n1.m4s", with: "\n\(other)")
    sliced.serve("/a", on: server, playlist: playlist)
    let played = StreamRun(server.url("/a/index.m3u8"), fields: ["X-Token": "secret"])
    played.run(seconds: 12)
    #expect(played.hasEnded)
    for request in server.requests {
      #expect((request.fields["x-token"] == "secret") == (request.fields["host"]?.hasPrefix("127.0.0.1") == true))
    }
    #expect(server.requests.contains { $0.path == "/a/1.m4s" })
  }

  @Test("a seek requests only what it needs")
  func seek() throws {
    let server = try FaultServer()
    let sliced = try SlicedStream.fragments("fragmented.mp4")
    sliced.serve("/a", on: server)
    let played = StreamRun(server.url("/a/index.m3u8"), ahead: 0.5)
    played.run(seconds: 0.5)
    let before = server.requests.count
    played.seek(to: 8.2)
    played.run(seconds: 0.2)
    #expect((8.2...8.4).contains(played.position))
    let requested = server.requests[before...].map(\.path)
    #expect(requested.count <= 2, "\(requested)")
    #expect(requested.allSatisfy { !$0.contains("init") })
  }
}

@Suite("§5.4 preferredForwardBufferDuration: streams")
struct ForwardBufferTests {
  @Test("a stream is buffered to the preferred duration, and completely in the end")
  func ahead() throws {
    func fetched(_ limit: Double?) throws -> (early: Int, whole: Int) {
      let server = try FaultServer()
      let sliced = try SlicedStream.transport("start-offset.ts")
      sliced.serve("/a", on: server)
      // Nine seconds are buffered ahead by default.
      let run = StreamRun(server.url("/a/index.m3u8"), ahead: 9) { $0.forwardBuffer = limit }
      run.run(seconds: 0.5)
      let early = server.requests.count - 1
      run.run(seconds: 12)
      #expect(run.hasEnded && !run.hasStalled)
      return (early, server.requests.count - 1 - sliced.segments.count)
    }
    let (usual, little) = (try fetched(nil), try fetched(0.5))
    // Ten segments of a second; packets of two seconds are read in addition to the buffered media.
    #expect(usual.early >= 9 && little.early <= 5, "\(usual) \(little)")
    #expect(usual.whole == 0 && little.whole == 0)
  }
}
