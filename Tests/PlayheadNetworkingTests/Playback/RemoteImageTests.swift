import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadImages
@testable import PlayheadItems

/// Images of files on a server.
@Suite("Images from URLs")
struct RemoteImageTests {
  private static func serve(_ name: String, _ change: (inout ServedResource) -> Void = { _ in }) throws -> FaultServer {
    let server = try FaultServer()
    var resource = try ServedResource(file: Fixtures.url(name))
    change(&resource)
    server.serve("/\(name)", resource)
    return server
  }

  private static func number(_ outcome: ImageOutcome) -> Int? {
    if case .image(let extracted) = outcome { FrameNumber.read(extracted.image) } else { nil }
  }

  private static var exact: ImageRequest {
    var request = ImageRequest()
    request.toleranceBefore = .zero
    return request
  }

  @Test("images equal those of the file", arguments: ["h264-bframes.mp4", "vfr.mkv", "hevc.mp4", "mpeg2.ts"])
  func sameAsFile(name: String) throws {
    let server = try Self.serve(name)
    let (address, file) = (ImageExtractor(url: server.url("/\(name)")), ImageExtractor(url: try Fixtures.url(name)))
    for time in [7.31, 0.02, 4.5, 9.8] {
      for request in [Self.exact, ImageRequest()] {
        let expected = Self.number(file.image(at: seconds(time), request: request))
        #expect(expected != nil)
        #expect(Self.number(address.image(at: seconds(time), request: request)) == expected)
      }
    }
  }

  @Test("connections that break do not matter")
  func broken() throws {
    let server = try Self.serve("h264-bframes.mp4") { $0.faults = [.reset(after: 30_000), .cut(after: 50_000)] }
    let extractor = ImageExtractor(url: server.url("/h264-bframes.mp4"))
    #expect(Self.number(extractor.image(at: seconds(9.05), request: Self.exact)) == 271)
  }

  @Test("a missing resource is reported")
  func missing() throws {
    let server = try Self.serve("h264-bframes.mp4")
    guard case .failure(let error) = ImageExtractor(url: server.url("/no")).image(at: .zero, request: Self.exact)
    else { return #expect(Bool(false)) }
    #expect(error.kind == .http(status: 404))
  }

  /// One thread serves two batches: it gets to the second although the server of the first is silent.
  @Test("cancelling ends a read that waits for a server")
  func cancelling() async throws {
    let gate = ServerGate()
    let server = try Self.serve("h264-long-gop.mp4") { $0.lastingFault = .freeze(after: 200_000, gate) }
    defer { gate.open() }
    let workers = BackgroundWorkers(count: 1)
    let silent = ImageBatch(
      ImageExtractor(url: server.url("/h264-long-gop.mp4")), times: [seconds(9.9)], request: Self.exact,
      workers: workers
    ) {}
    silent.start()
    gate.waitForArrival()
    let requests = server.requests.count
    silent.cancel()
    guard case .cancelled? = silent.next()?.outcome else { return #expect(Bool(false)) }
    #expect(silent.isOver)
    // Queried on the thread that served it: the server received no request in between.
    let seen = Collected<Int>()
    let file = ImageExtractor(url: Fixtures.package)
    await withCheckedContinuation { continuation in
      ImageBatch(file, times: [.zero], request: Self.exact, workers: workers) {
        seen.add(server.requests.count)
        continuation.resume()
      }.start()
    }
    #expect(seen.all == [requests])
  }
}
