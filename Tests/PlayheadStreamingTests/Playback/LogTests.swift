import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// The logs of a playing stream, compared with the server's requests.
@Suite("§5.8 logs of streams")
struct LogTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,RESOLUTION=640x360
    a/index.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=320x180
    b/index.m3u8

    """
  private let server: FaultServer
  private let sliced: SlicedStream

  init() throws {
    server = try FaultServer()
    sliced = try SlicedStream.transport("start-offset.ts")
    server.serve("/index.m3u8", ServedResource(.data(Data(Self.multivariant.utf8))))
    sliced.serve("/a", on: server)
    sliced.serve("/b", on: server)
  }

  private func size(_ path: String) -> Int {
    if path == "/index.m3u8" { return Self.multivariant.utf8.count }
    if path.hasSuffix("index.m3u8") { return sliced.playlist().utf8.count }
    return sliced.segments[Int(path.dropFirst(3).prefix { $0 != "." }) ?? 0].data.count
  }

  @Test("one entry for each variant; requests, bytes and seconds match the server's")
  func entries() throws {
    let run = StreamRun(server.url("/index.m3u8"), ahead: 0.1) { $0.variantPreferences.pinned = 0 }
    run.run(seconds: 4.3)
    run.item.variantPreferences.pinned = 1
    run.run(seconds: 10)
    #expect(run.hasEnded)
    let entries = run.item.log.entries
    #expect(entries.map(\.uri.path) == ["/a/index.m3u8", "/b/index.m3u8"])
    #expect(entries.map(\.kind) == [.onDemand, .onDemand])
    #expect(entries.map(\.indicated.peak) == [2_000_000, 1_000_000])
    #expect(entries.map(\.indicated.average) == [1_500_000, nil])
    #expect(entries.allSatisfy { $0.address == "127.0.0.1" && $0.addressChanges == 0 && $0.stalls == 0 })
    let paths = server.requests.map(\.path)
    #expect(entries.map(\.requests).reduce(0, +) == paths.count)
    let received: Int64 = entries.map(\.bytes).reduce(0, +)
    let served: Int64 = paths.map { Int64(size($0)) }.reduce(0, +)
    #expect(received == served)
    for (entry, folder) in zip(entries, ["/a/", "/b/"]) {
      let numbers = paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".ts") }
      #expect(entry.segments == numbers.count)
      let seconds = numbers.map { sliced.segments[Int($0.dropFirst(3).prefix { $0 != "." }) ?? 0].duration }
      #expect(abs(entry.segmentSeconds - seconds.reduce(0, +)) < 1e-4)
      #expect(entry.transferSeconds > 0 && (entry.speeds.lowest ?? 0) <= (entry.speeds.highest ?? 0))
      #expect(entry.started != nil)
    }
    #expect(abs(entries.map(\.watched).reduce(0, +) - 10) < 0.1)
    #expect(entries[0].startOffset == 0 && (entries[1].startOffset ?? 0) > 2)
    #expect(entries[0].startupSeconds == 0 && entries[1].startupSeconds == nil)
    #expect(run.item.log.errors.isEmpty)
    let observed = run.events.compactMap {
      if case .logGrew(_, let access, let errors) = $0 { [access, errors] } else { nil }
    }
    #expect(observed.allSatisfy { $0 == [true, false] } && (1...2).contains(observed.count))
  }

  @Test("failed requests are logged with URL, status and fields, also when a retry or another variant succeeded")
  func errors() throws {
    var gone = ServedResource(.data(Data()))
    gone.lastingFault = .status(404, fields: ["X-Reason": "moved"])
    server.serve("/a/2.ts", gone)
    var busy = ServedResource(.data(sliced.segments[4].data))
    busy.faults = [.status(503), .status(503)]
    server.serve("/b/4.ts", busy)
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 15)
    #expect(run.hasEnded && run.failure == nil)
    let errors = run.item.log.errors
    #expect(errors.map(\.url.path) == ["/a/2.ts", "/b/4.ts", "/b/4.ts"])
    #expect(errors.map(\.error.kind) == [.http(status: 404), .http(status: 503), .http(status: 503)])
    #expect(errors.allSatisfy { $0.address == "127.0.0.1" })
    #expect(errors.first?.fields?["x-reason"] == "moved")
    #expect(run.events.contains { if case .logGrew(_, _, true) = $0 { true } else { false } })
  }

  @Test("a failed stream has logged its reason")
  func failure() throws {
    var closed = ServedResource(.data(Data()))
    closed.lastingFault = .status(403)
    server.serve("/index.m3u8", closed)
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 1)
    #expect(run.failure?.kind == .http(status: 403))
    #expect(run.item.log.errors.map(\.error.kind) == [.http(status: 403)])
    #expect(run.item.log.entries.isEmpty)
  }
}
