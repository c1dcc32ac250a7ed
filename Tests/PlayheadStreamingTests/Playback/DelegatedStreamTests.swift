import Foundation
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Keys that a delegate provides for a stream of a server.
@Suite("Keys from a delegate")
struct DelegatedStreamTests {
  /// Provides the key that the URL names, or nothing.
  private final class KeyProvider: ResourceDelegate {
    private let keys: [String: [UInt8]]
    let requested = Collected<String>()
    init(_ keys: [String: [UInt8]]) { self.keys = keys }

    var answers: Bool { true }
    func begin(_ request: DelegatedRequest) {
      requested.add(request.url.absoluteString)
      guard let key = keys[request.url.absoluteString] else { return request.fail(CocoaError(.fileNoSuchFile)) }
      request.respond(Data(key.prefix(5)))
      request.respond(Data(key.dropFirst(5)))
      request.finish()
    }
    func cancelled(_ request: DelegatedRequest) {}
  }

  private func run(_ provider: KeyProvider) throws -> (StreamRun, FaultServer) {
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
    options.delegate = provider
    let run = StreamRun(server.url("/a/index.m3u8"), options: options)
    run.run(seconds: 12)
    return (run, server)
  }

  @Test("a key with a custom scheme is requested from the delegate once")
  func key() throws {
    let provider = KeyProvider(["skd://vault/1": [UInt8](1...16)])
    let (run, _) = try run(provider)
    #expect(run.hasEnded && run.frames.count == 300)
    #expect(provider.requested.all == ["skd://vault/1"])
  }

  /// Provides one key until a time, and then another one.
  private final class Renewer: ResourceDelegate {
    let renewals = Collected<Bool>()
    let first: [UInt8]
    let second: [UInt8]?
    init(first: [UInt8], second: [UInt8]?) {
      self.first = first
      self.second = second
    }

    var answers: Bool { true }
    func begin(_ request: DelegatedRequest) {
      renewals.add(request.isRenewal)
      guard let key = request.isRenewal ? second : first else { return request.fail(nil) }
      var content = DelegatedContent()
      // Four seconds after the manual clock's beginning.
      content.renewalDate = request.isRenewal ? nil : Date(timeIntervalSince1970: 1_704_067_205)
      request.setContent(content)
      request.respond(Data(key))
      request.finish()
    }
    func cancelled(_ request: DelegatedRequest) {}
  }

  @Test(
    "an expiring key is requested again in time; without an answer the old one is used",
    arguments: [true, false])
  func renewal(isGiven: Bool) throws {
    let server = try FaultServer()
    let plain = try SlicedStream.transport("start-offset.ts")
    let (first, second) = ([UInt8](1...16), [UInt8](21...36))
    let vector = [UInt8](repeating: 7, count: 16)
    var sliced = plain.encrypted { ($0 < 4 || !isGiven ? first : second, vector) }
    // The segments in between are read about when the key changes.
    for index in 4..<7 { sliced.segments[index] = plain.segments[index] }
    let tag = "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://vault/1\",IV=0x07070707070707070707070707070707"
    let playlist = sliced.playlist { [0: [tag], 4: ["#EXT-X-KEY:METHOD=NONE"], 7: [tag]][$0] ?? [] }
    sliced.serve("/a", on: server, playlist: playlist)
    let provider = Renewer(first: first, second: isGiven ? second : nil)
    var options = RequestOptions()
    options.delegate = provider
    let run = StreamRun(server.url("/a/index.m3u8"), options: options, ahead: 0.5, packetBytes: 48 << 10)
    run.run(seconds: 3.9)
    #expect(provider.renewals.all == [false])
    run.run(seconds: 8)
    #expect(provider.renewals.all == [false, true])
    #expect(run.hasEnded && run.frames.count == 300 && run.failure == nil)
  }

  @Test("a key that the delegate does not provide fails the item with its reason")
  func noKey() throws {
    let (run, _) = try run(KeyProvider([:]))
    guard case .delegateFailed(let failure)? = run.failure?.kind else {
      Issue.record("\(String(describing: run.failure))")
      return
    }
    #expect((failure.cause as? CocoaError)?.code == .fileNoSuchFile)
    #expect(run.item.log.errors.first?.url.absoluteString == "skd://vault/1")
  }
}
