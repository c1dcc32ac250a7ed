import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadItems

/// Streams that were played once, and again without the network.
@Suite("Streams from the disk cache")
struct CachedStreamTests {
  private let folder: TemporaryFolder
  private let server: FaultServer

  init() throws {
    folder = try TemporaryFolder()
    server = try FaultServer()
  }

  private func options() throws -> RequestOptions {
    var options = RequestOptions()
    options.cache = try DiskCache(folder: folder.url, capacity: 1 << 30)
    return options
  }

  private func play(_ url: URL, _ options: RequestOptions) -> StreamRun {
    let run = StreamRun(url, options: options)
    run.run(seconds: 12)
    options.cache?.flush()
    return run
  }

  private func check(_ url: URL) throws {
    let first = play(url, try options())
    #expect(first.hasEnded && first.failure == nil)
    server.stop()
    let second = play(url, try options())
    #expect(second.hasEnded && second.failure == nil)
    #expect(second.frames.map(\.checksum) == first.frames.map(\.checksum))
    #expect(second.frames.map(\.time) == first.frames.map(\.time))
    #expect(second.audioBlocks.flatMap(\.samples) == first.audioBlocks.flatMap(\.samples))
    #expect(first.frames.count == 300)
  }

  @Test("a second playback without the network gives the same video and audio")
  func transport() throws {
    try SlicedStream.transport("start-offset.ts").serve("/v", on: server)
    try check(server.url("/v/index.m3u8"))
  }

  @Test("the same for encrypted fragments behind a multivariant playlist")
  func encrypted() throws {
    let keys = (0..<16).map { index in
      (key: (0..<16).map { UInt8($0 + index) }, vector: [UInt8](repeating: 3, count: 16))
    }
    let stream = try SlicedStream.transport("start-offset.ts").encrypted { keys[$0] }
    for (index, pair) in keys.enumerated() { server.serve("/v/k\(index)", ServedResource(.data(Data(pair.key)))) }
    stream.serve(
      "/v", on: server,
      playlist: stream.playlist { index in
        ["#EXT-X-KEY:METHOD=AES-128,URI=\"k\(index)\",IV=0x03030303030303030303030303030303"]
      })
    server.serve(
      "/index.m3u8",
      ServedResource(
        .data(Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180\nv/index.m3u8\n".utf8))))
    try check(server.url("/index.m3u8"))
  }

  @Test("a playlist is revalidated, and a refused one is not played")
  func renewal() throws {
    let stream = try SlicedStream.transport("start-offset.ts")
    stream.serve("/v", on: server)
    let url = server.url("/v/index.m3u8")
    _ = play(url, try options())
    var refused = ServedResource(.data(Data()))
    refused.lastingFault = .status(403)
    server.serve("/v/index.m3u8", refused)
    #expect(play(url, try options()).failure?.kind == .http(status: 403))
  }

  @Test("a live playlist is not cached")
  func live() throws {
    let stream = try SlicedStream.transport("start-offset.ts")
    stream.serve("/v", on: server, playlist: stream.playlist(kind: "", ends: false))
    let options = try options()
    let run = StreamRun(server.url("/v/index.m3u8"), options: options)
    run.run(seconds: 2)
    options.cache?.flush()
    #expect(options.cache?.known(server.url("/v/index.m3u8")) == nil)
    #expect(options.cache?.byteCount ?? 0 > 0)
  }
}
