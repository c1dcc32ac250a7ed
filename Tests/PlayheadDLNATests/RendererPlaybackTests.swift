import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import PlayheadText
import Testing

@testable import PlayheadDLNA
@testable import PlayheadRenderers

/// The items of renderers, and the connection to one that does not exist.
@Suite struct RendererPlaybackTests {
  private func item(_ address: String, container: String = "", hasVideo: Bool = true) -> RemotePlayback.Item {
    RemotePlayback.Item(address: address, title: "A", container: container, hasVideo: hasVideo)
  }

  /// A renderer at a port that nothing listens to, and without a list of formats.
  private func makeDevice() throws -> DeviceDescription {
    let location = try #require(RendererURL("http://127.0.0.1:9/description.xml"))
    let text = """
      <root xmlns="urn:schemas-upnp-org:device-1-0"><device>
      <deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName>A</friendlyName>
      <UDN>uuid:1</UDN><serviceList><service><serviceType>urn:schemas-upnp-org:service:AVTransport:1</serviceType>
      <controlURL>/control</controlURL></service></serviceList></device></root>
      """
    return try #require(DeviceDescription(Array(text.utf8), at: location))
  }

  @Test func containerDeterminesTypeWithoutExtension() {
    for (container, hasVideo, type) in [
      ("mov,mp4,m4a,3gp,3g2,mj2", true, "video/mp4"), ("mov,mp4,m4a,3gp,3g2,mj2", false, "audio/mp4"),
      ("matroska,webm", true, "video/x-matroska"), ("mp3", false, "audio/mpeg"), ("ogg", true, "video/ogg"),
      ("ogg", false, "audio/ogg"), ("mpegts", true, "video/mp2t"), ("hls", true, "application/vnd.apple.mpegurl"),
    ] {
      #expect(MediaItem.type(ofContainer: item("", container: container, hasVideo: hasVideo)) == type)
    }
    #expect(MediaItem.type(ofContainer: item("", container: "composition")) == nil)
  }

  @Test func nameOfTypeIsOneThatRendererLists() {
    #expect(MediaTypeNames.name(of: "video/mp4", in: ["video/quicktime"]) == "video/quicktime")
    #expect(MediaTypeNames.name(of: "video/mp4", in: ["video/mp4", "video/quicktime"]) == "video/mp4")
    #expect(MediaTypeNames.name(of: "video/mp2t", in: ["*"]) == "video/mp2t")
    #expect(MediaTypeNames.name(of: "video/mp4", in: ["audio/*"]) == nil)
  }

  @Test(arguments: [
    "ftp://example.com/a.mp4", "custom://example.com/a.mp4", "http:///a.mp4",
  ])
  func addressOfOtherProtocolIsUnreachable(address: String) throws {
    var preparation = RendererItemPreparation(DLNAControl(try makeDevice()))
    preparation.item = item(address)
    #expect(throws: RemotePlayback.Failure.unreachableItem) { try preparation.prepare() }
  }

  @Test func copyThatIsCancelledIsNoUnsupportedFormat() throws {
    var preparation = RendererItemPreparation(
      DLNAControl(try makeDevice()), copy: { _, _, _ in nil }, isCancelled: { true })
    preparation.item = item("file:///a.nut", container: "nut")
    #expect(throws: RemotePlayback.Failure.cancelled) { try preparation.prepare() }
  }

  @Test func itemsOfProgramAloneAreUnreachable() throws {
    var preparation = RendererItemPreparation(DLNAControl(try makeDevice()))
    preparation.item = item("http://example.com/a.mp4")
    preparation.item?.isSelfContained = false
    #expect(throws: RemotePlayback.Failure.unreachableItem) { try preparation.prepare() }
    preparation.item = item("file:///missing/\(UUID().uuidString).mp4")
    #expect(throws: RemotePlayback.Failure.unreachableItem) { try preparation.prepare() }
    preparation.item = item("file:///a.txt", container: "tty")
    #expect(throws: RemotePlayback.Failure.unsupportedFormat) { try preparation.prepare() }
  }

  @Test func addressOfServerIsPassedOn() throws {
    var preparation = RendererItemPreparation(DLNAControl(try makeDevice()))
    preparation.item = item("http://example.com/a.mp4?b=c")
    #expect(
      try preparation.prepare()
        == MediaItem(
          url: try #require(URL(string: "http://example.com/a.mp4?b=c")), type: "video/mp4", title: "A"))
  }

  @Test func fileIsServedUntilItemEnds() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp3")
    try Data([1, 2, 3]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var preparation = RendererItemPreparation(DLNAControl(try makeDevice()))
    preparation.item = item(file.absoluteString)
    let served = try preparation.prepare()
    #expect(served.type == "audio/mpeg" && served.url.host == "127.0.0.1")
    let url = try #require(RendererURL(served.url.absoluteString))
    #expect(HTTPExchange.get(url, limit: 10, deadline: Socket.now + 20)?.body == [1, 2, 3])
    preparation.end()
    #expect(HTTPExchange.get(url, limit: 10, deadline: Socket.now + 20) == nil)
  }

  /// A new folder, and the path of a copy in it.
  private func makeCopyFolder() throws -> (folder: URL, copy: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return (folder, folder.appendingPathComponent("copy").path)
  }

  @Test func fileOfUnknownContainerIsCopiedAndCopyIsRemoved() throws {
    let (folder, copy) = try makeCopyFolder()
    var preparation = RendererItemPreparation(
      DLNAControl(try makeDevice()),
      copy: { item, containers, _ in
        #expect(item.address == "file:///film.nut" && containers == ["mp4", "mpegts", "matroska"])
        try? Data([4, 5]).write(to: URL(fileURLWithPath: copy))
        return (copy, "mpegts")
      })
    preparation.item = item("file:///film.nut", container: "nut")
    let served = try preparation.prepare()
    #expect(served.type == "video/mp2t" && !FileManager.default.fileExists(atPath: folder.path))
    let url = try #require(RendererURL(served.url.absoluteString))
    #expect(HTTPExchange.get(url, limit: 10, deadline: Socket.now + 20)?.body == [4, 5])
  }

  @Test func itemOfProgramAloneIsServedAsCopy() throws {
    let (_, copy) = try makeCopyFolder()
    var preparation = RendererItemPreparation(
      DLNAControl(try makeDevice()),
      copy: { _, _, _ in
        try? Data([6]).write(to: URL(fileURLWithPath: copy))
        return (copy, "mp4")
      })
    preparation.item = item("http://example.com/a.mp4")
    preparation.item?.isSelfContained = false
    let served = try preparation.prepare()
    #expect(served.url.host == "127.0.0.1" && served.type == "video/mp4")
  }

  @Test func captionsAreServedBesideTheMedia() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
    try Data([1]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var preparation = RendererItemPreparation(DLNAControl(try makeDevice()))
    preparation.item = item(file.absoluteString)
    preparation.item?.captions = .init(webVTT: "WEBVTT", subRip: "1\n00:00:01,000 --> 00:00:02,500\nA\n")
    let served = try preparation.prepare()
    let captions = try #require(served.captions)
    let url = try #require(RendererURL(captions.absoluteString))
    let response = try #require(HTTPExchange.get(url, limit: 1000, deadline: Socket.now + 20))
    #expect(String(decoding: response.body, as: UTF8.self) == "1\n00:00:01,000 --> 00:00:02,500\nA\n")
    #expect(
      served.description.contains(
        "<sec:CaptionInfoEx sec:type=\"srt\">\(captions.absoluteString)</sec:CaptionInfoEx>"))
    // XML with a declared namespace.
    #expect(XMLNode.document(Array(served.description.utf8))?.descendant("CaptionInfoEx") != nil)
    preparation.end()
    #expect(HTTPExchange.get(url, limit: 10, deadline: Socket.now + 20) == nil)
  }

  @Test func unreachableRendererFailsAndStops() async throws {
    let device = try makeDevice()
    let playback = RendererPlayback(device.route) { DLNAControl(device) }
    let updates = AsyncStream.makeStream(of: RemotePlayback.Update.self)
    playback.start { updates.continuation.yield($0) }
    playback.send(.load(item("http://example.com/a.mp4"), position: 5))
    playback.send(.setPlaying(true))
    var last: RemotePlayback.Update?
    for await update in updates.stream {
      last = update
      if case .failed = update.phase { break }
    }
    // Retried until the limit of ten seconds.
    #expect(last?.phase == .failed(.noResponse) && last?.commandCount == 2)
    #expect(last?.isPlaying == false && last?.position == 5)
    playback.stop()
  }
}
