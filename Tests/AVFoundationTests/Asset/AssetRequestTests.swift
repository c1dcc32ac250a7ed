import AVFoundation
import Foundation
import FoundationNetworking
import PlayheadTesting
import Testing

/// Request options of an asset, and the mapping of its server's responses.
@Suite("HTTP requests of assets")
struct AssetRequestTests {
  @Test("fields, cookies and the user agent are sent with every request of a player and of its asset")
  func options() throws {
    let server = try FaultServer()
    server.serve("/film.mp4", try ServedResource(file: Fixture.url("video-only.mp4")))
    let cookie = try #require(
      HTTPCookie(properties: [.name: "session", .value: "1", .domain: "127.0.0.1", .path: "/"]))
    let asset = AVURLAsset(
      url: server.url("/film.mp4"),
      options: [
        "AVURLAssetHTTPHeaderFieldsKey": ["X-Token": "secret"], AVURLAssetHTTPCookiesKey: [cookie],
        AVURLAssetHTTPUserAgentKey: "Tester/1",
      ])
    #expect(asset.duration.seconds == 10)
    let stage = Stage()
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(server.requests.count >= 2)
    for request in server.requests {
      #expect(request.fields["x-token"] == "secret")
      #expect(request.fields["cookie"] == "session=1")
      #expect(request.fields["user-agent"] == "Tester/1")
    }
  }

  @Test(
    "HTTP statuses map to Apple's errors",
    arguments: [
      (404, URLError.Code.fileDoesNotExist), (401, .userAuthenticationRequired), (403, .noPermissionsToReadFile),
      (503, .badServerResponse),
    ])
  func statuses(status: Int, code: URLError.Code) throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(Data()))
    resource.lastingFault = .status(status)
    server.serve("/film.mp4", resource)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/film.mp4?token=secret"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .failed)
    let error = try #require(item.error as NSError?)
    #expect(error.domain == NSURLErrorDomain)
    #expect(error.code == code.rawValue)
    #expect(!error.localizedDescription.contains("secret"))
  }

  @Test("loadedTimeRanges grow to the whole duration")
  func loadedTimeRanges() throws {
    let server = try FaultServer()
    server.serve("/film.mp4", try ServedResource(file: Fixture.url("video-only.mp4")))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/film.mp4"))
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    stage.run(9)
    #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
    #expect(item.isPlaybackLikelyToKeepUp)
  }
}
