import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadStreaming

/// Content steering, and failover between pathways.
@Suite("Pathways")
struct PathwayTests {
  private static func candidate(_ index: Int, _ peak: Int, _ pathway: String) -> VariantSelector.Candidate {
    var candidate = VariantSelector.Candidate(index: index, peak: peak, average: peak)
    candidate.pathway = pathway
    return candidate
  }

  @Test("a steering manifest is parsed as specified")
  func manifest() throws {
    let url = try #require(URL(string: "http://127.0.0.1/steer/manifest.json"))
    func read(_ text: String) -> SteeringManifest? { SteeringManifest(Array(text.utf8), url: url) }
    let manifest = try #require(
      read(#"{"VERSION": 1, "TTL": 30, "RELOAD-URI": "next?a=1", "PATHWAY-PRIORITY": ["b", "a"], "X": {}}"#))
    #expect(manifest.lifetime == 30 && manifest.priority == ["b", "a"])
    #expect(manifest.reloadURL?.absoluteString == "http://127.0.0.1/steer/next?a=1")
    #expect(read(#"{"VERSION": 1}"#)?.lifetime == 300)
    #expect(read(#"{"VERSION": 1, "TTL": 0}"#)?.lifetime == 1)
    #expect(read(#"{"VERSION": 2, "PATHWAY-PRIORITY": ["b"]}"#) == nil)
    #expect(read("<html>") == nil)
  }

  @Test("the server's priority applies, failures expire, and unknown names are skipped")
  func order() {
    var order = PathwayOrder(["a", "b", "a", "c"], first: "b")
    #expect(order.current(at: 0) == "b")
    order.prefer(["x", "c", "a"])
    #expect(order.current(at: 0) == "c")
    let hasOthers = [order.failed("c", at: 0), order.failed("a", at: 1)]
    #expect(hasOthers == [true, true])
    #expect(order.current(at: 2) == "b")
    let hasAnother = order.failed("b", at: 2)
    #expect(!hasAnother)
    #expect(order.current(at: 2) == "c")
    #expect(order.current(at: 60.5) == "c")
    var single = PathwayOrder(["."])
    let isReplaced = single.failed(".", at: 0)
    #expect(!isReplaced && single.current(at: 0) == ".")
    #expect(PathwayOrder([]).current(at: 0) == nil)
  }

  @Test("the same variant is taken from another pathway; variants are chosen within one")
  func choice() {
    var selector = VariantSelector(
      [
        Self.candidate(0, 1_000_000, "a"), Self.candidate(1, 2_000_000, "a"), Self.candidate(2, 1_000_000, "b"),
        Self.candidate(3, 2_000_000, "b"),
      ], pathway: "a")
    selector.loaded(bytes: 10_000_000, seconds: 10)
    #expect(selector.choose(current: 1, buffer: .init(ahead: 20), now: 0) == .init(index: 1, reason: .unchanged))
    selector.prefer(["b", "a"])
    #expect(selector.choose(current: 1, buffer: .init(ahead: 20), now: 1) == .init(index: 3, reason: .steered))
    let isElsewhere = selector.failed(3, at: 2)
    #expect(isElsewhere)
    #expect(selector.choose(current: 3, buffer: .init(ahead: 20), now: 2) == .init(index: 1, reason: .failed))
    // After a minute the server's preference applies again.
    #expect(selector.choose(current: 1, buffer: .init(ahead: 20), now: 63).index == 3)
  }

  private func server(_ steering: [String]) throws -> FaultServer {
    let server = try FaultServer()
    for name in ["a", "b"] { try SlicedStream.transport("start-offset.ts").serve("/\(name)", on: server) }
    let lines =
      ["#EXTM3U"] + steering + [
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,PATHWAY-ID=\"one\"", "a/index.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,PATHWAY-ID=\"two\"", "b/index.m3u8", "",
      ]
    server.serve("/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    return server
  }

  @Test("a steering server moves playback to another pathway, and receives the current one")
  func steering() throws {
    let server = try server(["#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer?s=1\",PATHWAY-ID=\"one\""])
    let answer = #"{"VERSION": 1, "TTL": 60, "RELOAD-URI": "again", "PATHWAY-PRIORITY": ["two", "one"]}"#
    server.serve("/steer", ServedResource(.data(Data(answer.utf8))))
    let run = StreamRun(server.url("/index.m3u8"), ahead: 0.1)
    run.run(seconds: 14)
    let paths = server.requests.map(\.path)
    #expect(run.hasEnded && run.failure == nil && run.frames.count == 300, "\(paths)")
    #expect(paths.contains("/b/5.ts") && !paths.contains("/a/5.ts"))
    let question = try #require(server.requests.first { $0.path == "/steer" })
    let query = question.target.removingPercentEncoding
    #expect(query?.hasPrefix("/steer?s=1&_HLS_pathway=\"one\"") == true, "\(question.target)")
    #expect(paths.filter { $0 == "/steer" }.count == 1)
  }

  @Test("without a steering server the other pathway takes over seamlessly")
  func failOver() throws {
    let server = try server([])
    var gone = ServedResource(.data(Data()))
    gone.lastingFault = .status(404)
    for index in 3..<12 { server.serve("/a/\(index).ts", gone) }
    let run = StreamRun(server.url("/index.m3u8"), ahead: 0.1)
    run.run(seconds: 20)
    #expect(run.hasEnded && run.failure == nil)
    let times = run.frames.map(\.time.seconds)
    #expect(times.count == 300 && times == times.sorted())
    #expect(server.requests.contains { $0.path == "/b/3.ts" })
  }
}
