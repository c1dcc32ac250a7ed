import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// URLs in the documents that redirect a stream while it plays: steering manifests, schedules, lists of assets and
/// assets.
@Suite struct FarReferenceTests {
  /// A URL that a public host may not reference, and the refusal.
  static let addresses: [(address: String, refusal: ReferenceRefusal)] = [
    ("file:///etc/hostname", .localFile), ("http://127.0.0.1:9/a.json", .localNetwork(host: "127.0.0.1")),
    ("http://localhost:9/a.json", .localNetwork(host: "localhost")),
    ("http://10.1.2.3/a.json", .localNetwork(host: "10.1.2.3")),
    ("http://169.254.169.254/latest", .localNetwork(host: "169.254.169.254")),
    ("ftp://203.0.113.5/a.json", .unknownScheme("ftp")), ("concat:/etc/hostname", .unknownScheme("concat")),
  ]

  private func documents(_ tags: String, _ others: [String: String] = [:]) throws -> [String: Data] {
    let sliced = try SlicedStream.transport("start-offset.ts")
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n\(tags)\n"
    var documents = others.mapValues { Data($0.utf8) }
    for (index, segment) in sliced.segments.enumerated() {
      text += "#EXTINF:1,\n\(index).ts\n"
      documents["/\(index).ts"] = segment.data
    }
    documents["/film.m3u8"] = Data((text + "#EXT-X-ENDLIST\n").utf8)
    return documents
  }

  private func play(_ host: FarHost, _ path: String) -> StreamRun {
    let run = StreamRun(FarHost.url(path), sources: host) { item in
      item.changeInterstitials { $0.followsStream = true }
    }
    run.run(seconds: 4)
    return run
  }

  private func main(_ server: String) -> String {
    "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"\(server)\",PATHWAY-ID=\"A\"\n"
      + "#EXT-X-STREAM-INF:BANDWIDTH=1000,PATHWAY-ID=\"A\"\nfilm.m3u8\n"
  }

  /// Whether it was refused, with this URL or with the query that the player appends.
  private func expect(_ host: FarHost, refuses address: String, _ refusal: ReferenceRefusal) {
    let found = host.refused.filter { $0.key.hasPrefix(address) }
    #expect(found.map(\.value) == [refusal], "\(host.refused)")
    #expect(!host.requested.contains { $0.hasPrefix(address) })
    #expect(host.requested.allSatisfy { $0.hasPrefix(FarHost.host) })
  }

  @Test(arguments: addresses.indices) func refusesLocalSteeringServer(index: Int) throws {
    let (address, refusal) = Self.addresses[index]
    let host = FarHost(try documents("", ["/main.m3u8": main(address)]))
    let run = play(host, "/main.m3u8")
    expect(host, refuses: address, refusal)
    #expect(run.failure == nil && !run.frames.isEmpty)
  }

  @Test(arguments: addresses.indices) func refusesReloadURLOfSteeringManifest(index: Int) throws {
    let (address, refusal) = Self.addresses[index]
    let manifest = #"{"VERSION":1,"TTL":1,"RELOAD-URI":"\#(address)","PATHWAY-PRIORITY":["A"]}"#
    let host = FarHost(try documents("", ["/main.m3u8": main("/steer.json"), "/steer.json": manifest]))
    let run = play(host, "/main.m3u8")
    #expect(host.requested.contains { $0.hasPrefix(FarHost.host + "/steer.json") })
    expect(host, refuses: address, refusal)
    #expect(run.failure == nil && !run.frames.isEmpty)
  }

  private static func schedule(_ address: String) -> String {
    #"#EXT-X-DATERANGE:ID="s",CLASS="com.apple.hls.daterange-schedule",START-DATE="2024-01-01T00:00:00Z",X-URI="\#(address)""#
  }

  @Test(arguments: addresses.indices) func refusesScheduleOfPlaylist(index: Int) throws {
    let (address, refusal) = Self.addresses[index]
    let host = FarHost(try documents(Self.schedule(address)))
    let run = play(host, "/film.m3u8")
    expect(host, refuses: address, refusal)
    #expect(run.failure == nil && !run.frames.isEmpty)
  }

  @Test(arguments: addresses.indices) func refusesNestedSchedule(index: Int) throws {
    let (address, refusal) = Self.addresses[index]
    let inner =
      #"{"DATERANGES":[{"ID":"t","CLASS":"com.apple.hls.daterange-schedule","X-SCHEDULE-OFFSET":1,"X-URI":"\#(address)"}]}"#
    let host = FarHost(try documents(Self.schedule("/s.json"), ["/s.json": inner]))
    let run = play(host, "/film.m3u8")
    #expect(host.requested.contains { $0.hasPrefix(FarHost.host + "/s.json") })
    expect(host, refuses: address, refusal)
    #expect(run.failure == nil && !run.frames.isEmpty)
  }

  @Test(arguments: addresses.indices) func refusesAssetList(index: Int) async throws {
    let (address, refusal) = Self.addresses[index]
    let host = FarHost([:])
    let url = try #require(URL(string: address))
    let clip = FarHost.url("/film.m3u8")
    let result = await withCheckedContinuation { continuation in
      InterstitialAssetLoad.begin(
        url, from: clip, for: EngineItem(url: clip), session: "s",
        environment: PlaybackEnvironment(clock: SystemClock(), audio: nil, sources: host)
      ) { continuation.resume(returning: $0) }
    }
    guard case .failure(let error) = result else {
      Issue.record("\(address) was read")
      return
    }
    #expect(error.kind == .refused(refusal))
    #expect(host.requested.isEmpty)
  }

  /// Assets of the playlist itself and of a list.
  @Test(arguments: addresses.indices, ["/film.m3u8", "/assets.json"])
  func refusesAsset(index: Int, document: String) throws {
    let (address, refusal) = Self.addresses[index]
    let url = try #require(URL(string: address))
    let options = EngineItem(url: FarHost.url("/film.m3u8")).options(forNamedBy: FarHost.url(document))
    let host = FarHost([:])
    for name in [address, address + ".m3u8"] {
      let run = StreamRun(try #require(URL(string: name)), options: options, sources: host)
      run.run(seconds: 1)
      #expect(run.failure?.kind == .refused(refusal), "\(url)")
    }
    #expect(host.requested.isEmpty)
  }
}
