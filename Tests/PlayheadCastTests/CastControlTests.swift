import Foundation
import PlayheadRenderers
import PlayheadRoutes
import Testing

@testable import PlayheadCast

/// The control of a simulated device.
@Suite struct CastControlTests {
  private let receiver = SimulatedCastReceiver()
  private let control: CastControl

  init() throws {
    let device = try #require(
      CastDevice(name: "a", address: "192.168.0.7", port: 8009, entries: ["id=1", "fn=Living room"]))
    let receiver = receiver
    control = CastControl(device) { _, _ in receiver.connect() }
  }

  private func item(_ type: String = "video/mp4") throws -> MediaItem {
    MediaItem(
      url: try #require(URL(string: "http://192.168.0.2/a b?c=\"d\"".replacing(" ", with: "%20"))), type: type,
      title: "A \"b\"")
  }

  private func query() throws -> RemotePlayback.Report { try #require(try control.perform(.query, item: nil)) }

  /// Loads an item, and waits until the device has opened it.
  private func load() throws {
    _ = try control.perform(.load, item: item())
    #expect(try query().transport == .transitioning)
    receiver.advance(by: 0.5)
  }

  @Test func itemIsLoadedPlayedSeekedAndPaused() throws {
    try load()
    #expect(try receiver.content?.type == "video/mp4" && receiver.content?.address == item().address)
    #expect(try query().transport == .paused && query().duration == 600)
    _ = try control.perform(.play, item: nil)
    #expect(try query().transport == .transitioning)
    receiver.advance(by: 0.2)
    receiver.advance(by: 2)
    #expect(try query().transport == .playing && query().position == 2)
    _ = try control.perform(.seek(100), item: nil)
    receiver.advance(by: 0.2)
    receiver.advance(by: 1)
    #expect(try query().position == 101)
    _ = try control.perform(.pause, item: nil)
    #expect(try query().transport == .paused)
    _ = try control.perform(.volume(0.25), item: nil)
    _ = try control.perform(.mute(true), item: nil)
    #expect(receiver.volume == 0.25 && receiver.isMuted)
    try control.stop(timeout: 1)
    #expect(receiver.application == nil)
  }

  @Test func playbackRequestedWhileItemOpensStartsWhenItIsOpen() throws {
    _ = try control.perform(.load, item: item())
    _ = try control.perform(.play, item: nil)
    #expect(try query().transport == .transitioning && receiver.media == nil)
    receiver.advance(by: 0.5)
    #expect(try query().transport == .transitioning)
    receiver.advance(by: 0.3)
    #expect(try query().transport == .playing)
    // A pause with another remote control remains.
    receiver.media?.state = "PAUSED"
    #expect(try query().transport == .paused && receiver.media?.state == "PAUSED")
  }

  @Test func captionsAreAnActiveTrack() throws {
    var item = try item()
    item.captions = URL(string: "http://192.168.0.2/captions")
    _ = try control.perform(.load, item: item)
    #expect(receiver.captions == "http://192.168.0.2/captions text/vtt")
  }

  @Test func pauseWhileItemOpensKeepsItPaused() throws {
    _ = try control.perform(.load, item: item())
    _ = try control.perform(.play, item: nil)
    _ = try control.perform(.pause, item: nil)
    receiver.advance(by: 0.5)
    #expect(try query().transport == .paused)
  }

  @Test func itemThatDeviceCannotPlayIsUnsupported() throws {
    receiver.refusesMedia = true
    _ = try control.perform(.load, item: item())
    receiver.advance(by: 0.5)
    #expect(throws: RemotePlayback.Failure.unsupportedFormat) { try control.perform(.query, item: nil) }
  }

  @Test func errorDuringPlaybackIsUnsupportedFormat() throws {
    try load()
    _ = try control.perform(.play, item: nil)
    receiver.media?.end("ERROR")
    // The device reports it without a request.
    receiver.ping()
    receiver.sendStatusWithoutRequest()
    #expect(throws: RemotePlayback.Failure.unsupportedFormat) { try control.perform(.query, item: nil) }
  }

  @Test func signsOfLifeAreAnswered() throws {
    try load()
    for _ in 0..<3 { receiver.ping() }
    _ = try query()
    #expect(receiver.pongs == 3)
  }

  @Test func endOfItemIsStopped() throws {
    receiver.duration = 3
    try load()
    _ = try control.perform(.play, item: nil)
    for _ in 0..<5 { receiver.advance(by: 1) }
    #expect(try query().transport == .stopped)
  }

  @Test func nextItemReplacesPrevious() throws {
    try load()
    _ = try control.perform(.play, item: nil)
    receiver.advance(by: 0.3)
    #expect(try query().transport == .playing)
    try load()
    #expect(try query().transport == .paused && query().position == 0)
  }

  @Test func otherProgramsMediaIsNotOurs() throws {
    try load()
    receiver.loadByOtherProgram()
    #expect(try query().transport == .stopped)
  }

  @Test func endedApplicationIsStartedForNextItem() throws {
    try load()
    receiver.endApplication()
    #expect(try query().transport == .empty)
    try load()
    #expect(try query().transport == .paused)
  }

  @Test func lostConnectionIsRestoredWithSameMedia() throws {
    try load()
    _ = try control.perform(.play, item: nil)
    receiver.advance(by: 0.3)
    receiver.dropConnection()
    receiver.advance(by: 1)
    #expect(try query().transport == .playing && receiver.connectionCount == 2)
    // Also while the device opens the item: the response is lost.
    _ = try control.perform(.load, item: item())
    receiver.dropConnection()
    receiver.advance(by: 0.5)
    #expect(try query().transport == .paused && receiver.connectionCount == 3)
    receiver.isGone = true
    receiver.dropConnection()
    #expect(throws: RendererError.unanswered) { try control.perform(.query, item: nil) }
  }

  @Test(arguments: [
    ("192.168.0.7", UInt16(8009), ["fn=A"], true), ("192.168.0.7", 0, ["fn=A"], false), ("8.8.8.8", 8009, [], false),
    ("127.0.0.1", 8009, [], false), ("host", 8009, [], false), ("10.0.0.1", 8009, ["", "=", "fn", "x=y"], true),
  ])
  func announcementsOfForeignHostsAreRefused(address: String, port: UInt16, entries: [String], isValid: Bool) {
    #expect((CastDevice(name: "a", address: address, port: port, entries: entries) != nil) == isValid)
  }

  @Test func announcementNamesDevice() throws {
    let device = try #require(
      CastDevice(
        name: "Chromecast-1", address: "10.0.0.1", port: 8009,
        entries: ["id=abc", "md=Chromecast", "fn=Wohn\u{1B}zimmer", "fn=other", "ca=4101"]))
    #expect(device.route.id == "cast:abc" && device.route.name == "Wohn zimmer" && device.route.model == "Chromecast")
  }
}
