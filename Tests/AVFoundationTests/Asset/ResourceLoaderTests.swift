import AVFoundation
import Foundation
import FoundationNetworking
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import Testing

/// A delegate that provides an asset's bytes.
@Suite("§9 AVAssetResourceLoader")
struct ResourceLoaderTests {
  /// Provides resources by path, in pieces, each in a separate call on its queue.
  private final class ResourceProvider: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    struct RecordedRequest: Sendable {
      var path: String
      var offset: Int64
      var length: Int
      var toEnd: Bool
      var requestsContentInformation: Bool
      var range: String?
      var requestor: ObjectIdentifier
    }

    private let resources: [String: Data]
    private let hasRanges: Bool
    private let piece: Int
    let queue = DispatchQueue(label: "giver")
    let requested = Mutex<[RecordedRequest]>([])
    let cancelled = Mutex<[AVAssetResourceLoadingRequest]>([])
    /// Requests for these are retained and not answered.
    let silent = Mutex<[AVAssetResourceLoadingRequest]>([])
    private let isSilent: Bool

    init(_ resources: [String: Data], hasRanges: Bool = true, piece: Int = 50_000, isSilent: Bool = false) {
      self.resources = resources
      self.hasRanges = hasRanges
      self.piece = piece
      self.isSilent = isSilent
    }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
      guard let url = loadingRequest.request.url, let expected = loadingRequest.dataRequest else { return false }
      requested.withLock {
        $0.append(
          RecordedRequest(
            path: url.path, offset: expected.requestedOffset, length: expected.requestedLength,
            toEnd: expected.requestsAllDataToEndOfResource,
            requestsContentInformation: loadingRequest.contentInformationRequest != nil,
            range: loadingRequest.request.value(forHTTPHeaderField: "range"),
            requestor: ObjectIdentifier(loadingRequest.requestor)))
      }
      if isSilent {
        silent.withLock { $0.append(loadingRequest) }
        return true
      }
      guard let data = resources[url.path] else { return false }
      if let info = loadingRequest.contentInformationRequest {
        info.contentType = "public.mpeg-4"
        info.contentLength = Int64(data.count)
        info.isByteRangeAccessSupported = hasRanges
      }
      let first = Int(expected.requestedOffset)
      let last =
        expected.requestsAllDataToEndOfResource ? data.count : min(data.count, first + expected.requestedLength)
      give(data[min(first, last)..<last], loadingRequest)
      return true
    }

    private func give(_ rest: Data, _ request: AVAssetResourceLoadingRequest) {
      guard !rest.isEmpty else { return request.finishLoading() }
      request.dataRequest?.respond(with: rest.prefix(piece))
      queue.async { self.give(rest.dropFirst(self.piece), request) }
    }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {
      cancelled.withLock { $0.append(loadingRequest) }
    }
  }

  private static func asset(
    _ address: String, _ provider: any AVAssetResourceLoaderDelegate, _ queue: DispatchQueue
  )
    throws -> AVURLAsset
  {
    let asset = AVURLAsset(
      url: try #require(URL(string: address)), options: ["AVURLAssetHTTPHeaderFieldsKey": ["X-A": "b"]])
    asset.resourceLoader.setDelegate(provider, queue: queue)
    return asset
  }

  @Test("a file is played from data that a delegate provides in pieces, requested as by Apple's player")
  func filePlayback() throws {
    let data = try Data(contentsOf: Fixture.url("demo.mp4"))
    let provider = ResourceProvider(["/film.mp4": data])
    let asset = try Self.asset("shelf://here/film.mp4", provider, provider.queue)
    #expect(asset.resourceLoader.delegate === provider && asset.resourceLoader.delegateQueue === provider.queue)
    let stage = Stage()
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay && item.duration.seconds == 20)
    stage.player.seek(to: CMTime(value: 18, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.player.play()
    #expect(stage.run { stage.player.rate == 0 })
    #expect(item.currentTime().seconds == 20 && item.error == nil)
    let requested = provider.requested.withLock { $0 }
    #expect(Set(requested.map(\.requestor)).count == 1)
    #expect(
      requested.first?.requestsContentInformation == true && requested.first?.length == 2
        && requested.first?.range == "bytes=0-1")
    #expect(
      requested.dropFirst().allSatisfy {
        !$0.requestsContentInformation && $0.offset + Int64($0.length) <= Int64(data.count)
      })
  }

  @Test("without byte ranges a file is read once from its start")
  func withoutRanges() throws {
    let provider = ResourceProvider(["/a.mp3": try Data(contentsOf: Fixture.url("audio.mp3"))], hasRanges: false)
    let stage = Stage()
    let item = AVPlayerItem(asset: try Self.asset("shelf:///a.mp3", provider, provider.queue))
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    #expect(stage.run { stage.player.rate == 0 })
    #expect(item.error == nil && item.currentTime().seconds > 5)
    let requested = provider.requested.withLock { $0 }
    #expect(requested.map(\.toEnd) == [false, true])
  }

  @Test("playlists and segments of a stream are requested from the delegate")
  func stream() throws {
    let playlist = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXTINF:10,", "parts/film.ts", "#EXT-X-ENDLIST"]
    let provider = ResourceProvider([
      "/a/list.m3u8": Data(playlist.joined(separator: "\n").utf8),
      "/a/parts/film.ts": try Data(contentsOf: Fixture.url("start-offset.ts")),
    ])
    let stage = Stage()
    let item = AVPlayerItem(asset: try Self.asset("shelf://here/a/list.m3u8", provider, provider.queue))
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    #expect(stage.run { stage.player.rate == 0 })
    #expect(item.error == nil && abs(item.currentTime().seconds - 10) < 0.1)
    #expect(provider.requested.withLock { $0.map(\.path) } == ["/a/list.m3u8", "/a/parts/film.ts"])
  }

  /// Redirects all requests.
  private final class Sender: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    private let target: URL
    init(_ target: URL) { self.target = target }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
      var redirect = URLRequest(url: target)
      redirect.setValue("yes", forHTTPHeaderField: "X-Sent")
      loadingRequest.redirect = redirect
      loadingRequest.response = HTTPURLResponse(url: target, statusCode: 302, httpVersion: nil, headerFields: nil)
      loadingRequest.finishLoading()
      return true
    }
  }

  @Test("a redirect is followed with its header fields", arguments: ["film.mp4", "list.m3u8"])
  func redirect(name: String) throws {
    let server = try FaultServer()
    let playlist = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXTINF:10,", "film.ts", "#EXT-X-ENDLIST"]
    server.serve("/list.m3u8", ServedResource(.data(Data(playlist.joined(separator: "\n").utf8))))
    server.serve("/film.ts", try ServedResource(file: Fixture.url("start-offset.ts")))
    server.serve("/film.mp4", try ServedResource(file: Fixture.url("demo.mp4")))
    let sender = Sender(server.url("/" + name))
    let stage = Stage()
    let item = AVPlayerItem(asset: try Self.asset("shelf://here/" + name, sender, DispatchQueue(label: "sender")))
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    stage.run(3)
    #expect(item.status == .readyToPlay && item.currentTime().seconds > 2)
    #expect(server.requests.first?.fields["x-sent"] == "yes")
  }

  /// Fails with its own error.
  private final class Refuser: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
      loadingRequest.finishLoading(with: NSError(domain: "Shelf", code: 7))
      return true
    }
  }

  @Test("the delegate's error is the item's underlying error; an unhandled scheme is unsupported")
  func errors() throws {
    let stage = Stage()
    let refuser = Refuser()
    let item = AVPlayerItem(asset: try Self.asset("shelf://here/a.mp4", refuser, DispatchQueue(label: "refuser")))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .failed)
    let beneath = (item.error as? NSError)?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(beneath?.domain == "Shelf" && beneath?.code == 7)
    let provider = ResourceProvider([:])
    for asset in [
      try Self.asset("shelf://here/none.mp4", provider, provider.queue),
      AVURLAsset(url: try #require(URL(string: "shelf://x/y"))),
    ] {
      let lost = AVPlayerItem(asset: asset)
      stage.player.replaceCurrentItem(with: lost)
      stage.settle()
      #expect(lost.status == .failed)
    }
    #expect((stage.player.currentItem?.error as? URLError)?.code == .unsupportedURL)
  }

  @Test("an unneeded request is cancelled; late responses are ignored")
  func cancel() throws {
    let provider = ResourceProvider([:], isSilent: true)
    let asset = try Self.asset("shelf://here/film.mp4", provider, provider.queue)
    let player = AVPlayer(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil))
    player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    while provider.silent.withLock({ $0.isEmpty }) { usleep(1000) }
    let request = try #require(provider.silent.withLock { $0.first })
    #expect(!request.isCancelled && !request.isFinished)
    player.replaceCurrentItem(with: nil)
    while provider.cancelled.withLock({ $0.isEmpty }) { usleep(1000) }
    #expect(provider.cancelled.withLock { $0.first } === request)
    #expect(request.isCancelled && !request.isFinished)
    request.dataRequest?.respond(with: Data(count: 10))
    request.finishLoading()
    #expect(request.dataRequest?.currentOffset == 0 && !request.isFinished)
    player.session.close()
  }

  @Test("properties are loaded from the delegate without a player")
  func load() async throws {
    let provider = ResourceProvider(["/film.mp4": try Data(contentsOf: Fixture.url("demo.mp4"))])
    let asset = try Self.asset("shelf://here/film.mp4", provider, provider.queue)
    #expect(try await asset.load(.duration).seconds == 20)
    #expect(try await asset.load(.tracks).isEmpty == false)
  }
}
