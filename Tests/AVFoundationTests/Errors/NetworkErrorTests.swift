import PlayheadItems
import PlayheadTesting
import Testing

@testable import AVFoundation

@Suite("§5.10 network and server errors")
struct NetworkErrorTests {
  static let situations: [(MediaError.Kind, domain: String, code: Int, beneath: Int?)] = [
    (.http(status: 404), NSURLErrorDomain, -1100, -12938), (.http(status: 410), NSURLErrorDomain, -1100, -12938),
    (.http(status: 401), NSURLErrorDomain, -1013, -12937), (.http(status: 403), NSURLErrorDomain, -1102, -12660),
    (.http(status: 503), NSURLErrorDomain, -1011, -12661), (.timedOut(seconds: 10), NSURLErrorDomain, -1001, -12889),
    (.tooSlow(bytes: 75, seconds: 15), NSURLErrorDomain, -1001, -12889),
    (.openingTooSlow(bytes: 4000, seconds: 60), NSURLErrorDomain, -1001, -12889),
    (.tooLarge("the size of a file of captions is limited to 64 MiB"), NSURLErrorDomain, -1103, nil),
    (.hostNotFound("example.org"), NSURLErrorDomain, -1003, nil),
    (.connectionRefused("example.org"), NSURLErrorDomain, -1004, nil),
    (.unreachable("example.org"), NSURLErrorDomain, -1009, nil),
    (.badPlaylist("It has no segments"), "AVFoundationErrorDomain", -11829, nil),
    (.serverWithoutRanges, "AVFoundationErrorDomain", -11850, nil),
    (.isProtected("It wants a key"), "AVFoundationErrorDomain", -11831, nil),
  ]

  @Test(
    "§5.10 each failure has its domain and code, with Core Media's code beneath where documented",
    arguments: situations.indices)
  func mapping(index: Int) {
    let (kind, domain, code, beneath) = Self.situations[index]
    let url = URL(fileURLWithPath: "/media/film.m3u8")
    let error = MediaError(kind, url: url).forClients as NSError
    #expect(error.domain == domain)
    #expect(error.code == code)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.code == beneath)
    if beneath != nil { #expect(cause?.domain == "CoreMediaErrorDomain") }
  }

  @Test(
    "§5.10 a 404 fails the item, for playlists and plain files", arguments: ["m3u8", "mp3"])
  func notFound(type: String) throws {
    let server = try FaultServer()
    defer { server.stop() }
    var gone = ServedResource(.data(Data()))
    gone.lastingFault = .status(404)
    server.serve("/film.\(type)", gone)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/film.\(type)"))
    stage.player.replaceCurrentItem(with: item)
    stage.run { item.status != .unknown }
    #expect(item.status == .failed)
    let error = try #require(item.error) as NSError
    #expect(error.domain == NSURLErrorDomain && error.code == -1100)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.domain == "CoreMediaErrorDomain" && cause?.code == -12938)
  }

  @Test("§5.10 domain and codes match Apple's constants")
  func codes() {
    #expect(AVFoundationErrorDomain == "AVFoundationErrorDomain")
    #expect(AVError.Code.unknown.rawValue == -11800)
    #expect(AVError.Code.mediaServicesWereReset.rawValue == -11819)
    #expect(AVError.Code.failedToParse.rawValue == -11853)
    #expect(AVError.Code.undecodableMediaData.rawValue == -11855)
    #expect(AVError.Code.contentIsNotAuthorized.rawValue == -11835)
  }
}
