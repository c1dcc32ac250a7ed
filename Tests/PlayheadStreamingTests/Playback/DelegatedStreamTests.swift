import Foundation
import PlayheadEngine
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Keys that a program gives for a stream that a server gives.
@Suite("Keys from a program")
struct DelegatedStreamTests {
  /// Gives the key that the address names, or nothing.
  private final class KeyGiver: ResourceDelegate {
    private let keys: [String: [UInt8]]
    let asked = Collected<String>()
    init(_ keys: [String: [UInt8]]) { self.keys = keys }

    var answers: Bool { true }
    func begin(_ request: DelegatedRequest) {
      asked.add(request.url.absoluteString)
      guard let key = keys[request.url.absoluteString] else { return request.fail(CocoaError(.fileNoSuchFile)) }
      request.respond(Data(key.prefix(5)))
      request.respond(Data(key.dropFirst(5)))
      request.finish()
    }
    func cancelled(_ request: DelegatedRequest) {}
  }

  private func run(_ giver: KeyGiver) throws -> (StreamRun, FaultServer) {
    let server = try FaultServer()
    let plain = try SlicedStream.transport("start-offset.ts")
    let key = [UInt8](1...16)
    let vector = [UInt8](repeating: 7, count: 16)
    let sliced = plain.encrypted { _ in (key, vector) }
    let playlist = sliced.playlist { index in
      index == 0
        ? ["#EXT-X-KEY:METHOD=AES-128,URI=\"skd://vault/1\",IV=0x07070707070707070707070707070707"] : []
    }
    sliced.serve("/a", on: server, playlist: playlist)
    var options = RequestOptions()
    options.delegate = giver
    let run = StreamRun(server.url("/a/index.m3u8"), options: options)
    run.run(seconds: 12)
    return (run, server)
  }

  @Test("a key with a scheme of its own is asked of the program, once")
  func key() throws {
    let giver = KeyGiver(["skd://vault/1": [UInt8](1...16)])
    let (run, _) = try run(giver)
    #expect(run.hasEnded && run.pictures.count == 300)
    #expect(giver.asked.all == ["skd://vault/1"])
  }

  @Test("a key that the program does not give fails the item, and says why")
  func noKey() throws {
    let (run, _) = try run(KeyGiver([:]))
    guard case .notGiven(let failure)? = run.failure?.kind else {
      Issue.record("\(String(describing: run.failure))")
      return
    }
    #expect((failure.cause as? CocoaError)?.code == .fileNoSuchFile)
    #expect(run.item.log.errors.first?.url.absoluteString == "skd://vault/1")
  }
}
