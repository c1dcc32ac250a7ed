import AVFoundation
import PlayheadTesting
import Testing

@Suite("Video angles as media selection")
struct AngleSelectionTests {
  @MainActor
  @Test("angles of a stream form the visual group; the selected one is reported")
  func angles() throws {
    let server = try FaultServer()
    defer { server.stop() }
    try ServedStream.serve(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Pitch",AUTOSELECT=YES,DEFAULT=YES
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Dugout",AUTOSELECT=YES,URI="b.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=800000,VIDEO="v"
      a.m3u8
      """, on: server)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/index.m3u8"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let group = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .visual))
    #expect(group.options.map(\.displayName) == ["Pitch", "Dugout"])
    #expect(group.options.allSatisfy { $0.mediaType == .video && $0.hasMediaCharacteristic(.visual) })
    #expect(!group.allowsEmptySelection && group.defaultOption == group.options[0])
    #expect(item.selectedMediaOption(in: group) === group.options[0])
    stage.player.play()
    stage.run(1)
    item.select(group.options[1], in: group)
    stage.run(2)
    #expect(item.selectedMediaOption(in: group) === group.options[1])
    #expect(server.requests.contains { $0.path == "/b.m3u8" })
    #expect(stage.player.currentTime() > CMTime(value: 2, timescale: 1))
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.selectedMediaOption(in: group) === group.options[1])
  }
}
