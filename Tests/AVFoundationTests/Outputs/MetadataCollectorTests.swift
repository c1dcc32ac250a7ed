import AVFoundation
import PlayheadTesting
import Synchronization
import Testing

@Suite("§6 date ranges of streams")
struct MetadataCollectorTests {
  private final class Listener: NSObject, AVPlayerItemMetadataCollectorPushDelegate {
    struct Delivery: Sendable {
      var names: [String?]
      var new: [Int]
      var modified: [Int]
      var groups: [AVDateRangeMetadataGroup]
    }
    let deliveries = Mutex<[Delivery]>([])
    let queue = DispatchQueue(label: "listener")

    func metadataCollector(
      _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
      indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet
    ) {
      deliveries.withLock {
        $0.append(
          Delivery(
            names: metadataGroups.map(\.uniqueID), new: Array(indexesOfNewGroups),
            modified: Array(indexesOfModifiedGroups), groups: metadataGroups))
      }
    }

    /// The collected groups, including pending ones.
    var all: [Delivery] {
      queue.sync {}
      return deliveries.withLock { $0 }
    }
  }

  private static let first =
    "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"ad\",START-DATE=\"2024-05-06T07:08:10Z\",SCTE35-OUT=0xFC01,X-NAME=\"soap\",X-PRICE=1.5"
  private static let second = "#EXT-X-DATERANGE:ID=\"b\",CLASS=\"show\",START-DATE=\"2024-05-06T07:08:12Z\",DURATION=3"

  private func publish(_ ranges: [String], on server: FaultServer) {
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PROGRAM-DATE-TIME:2024-05-06T07:08:09Z"] + ranges
      + ["#EXTINF:10,", "film.ts"]
    server.serve("/a.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }

  @Test("first everything is new; then new and modified groups are reported")
  func newAndModified() throws {
    let server = try FaultServer()
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    publish([Self.first], on: server)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    // The player is paused.
    item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
    let (all, shows) = (Listener(), Listener())
    let everything = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil)
    everything.setDelegate(all, queue: all.queue)
    let some = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: ["show"])
    some.setDelegate(shows, queue: shows.queue)
    item.add(everything)
    item.add(some)
    #expect(item.mediaDataCollectors == [everything, some])
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let deliveries = try #require(all.all.first)
    #expect(all.all.count == 1 && deliveries.names == ["a"] && deliveries.new == [0] && deliveries.modified.isEmpty)
    let group = try #require(deliveries.groups.first)
    #expect(group.startDate == ISO8601DateFormatter().date(from: "2024-05-06T07:08:10Z") && group.endDate == nil)
    #expect(group.classifyingLabel == "ad")
    #expect(group.items.compactMap { $0.identifier?.rawValue } == ["lsdr/SCTE35-OUT", "lsdr/X-NAME", "lsdr/X-PRICE"])
    #expect(group.items.map(\.keySpace) == [.hlsDateRange, .hlsDateRange, .hlsDateRange])
    #expect(group.items[0].dataValue == Data([0xFC, 1]) && group.items[1].stringValue == "soap")
    #expect(group.items[2].numberValue == 1.5 && shows.all.isEmpty)
    publish([Self.first + ",DURATION=2", Self.second], on: server)
    stage.run(12)
    #expect(all.all.count == 2)
    let later = try #require(all.all.last)
    #expect(later.names == ["a", "b"] && later.new == [1] && later.modified == [0])
    #expect(later.groups[0].endDate == later.groups[0].startDate + 2)
    #expect(shows.all.map(\.names) == [["b"]])
    let late = Listener()
    everything.setDelegate(late, queue: late.queue)
    #expect(late.all.map(\.new) == [[0, 1]])
  }

  @Test("identifiers filter")
  func identifiers() throws {
    let server = try FaultServer()
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    publish([Self.first, Self.second], on: server)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let listener = Listener()
    let collector = AVPlayerItemMetadataCollector(identifiers: ["lsdr/X-NAME"], classifyingLabels: nil)
    collector.setDelegate(listener, queue: listener.queue)
    item.add(collector)
    #expect(listener.all.map(\.names) == [["a"]])
    item.remove(collector)
    #expect(item.mediaDataCollectors.isEmpty)
  }

  @Test("groups of schedules follow those of the playlist")
  func schedules() throws {
    let server = try FaultServer()
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    let schedule =
      #"#EXT-X-DATERANGE:ID="s",CLASS="com.apple.hls.daterange-schedule",START-DATE="2024-05-06T07:08:09Z","#
      + #"DURATION=60,X-URI="s.json""#
    publish([schedule, Self.first], on: server)
    let document = #"""
      {"DATERANGES": [
        {"ID": "programme", "CLASS": "show", "X-SCHEDULE-OFFSET": 4, "DURATION": 3, "X-NAME": "news", "X-PRICE": 2.5},
        {"ID": "break", "CLASS": "com.apple.hls.interstitial", "X-SCHEDULE-OFFSET": 50, "X-ASSET-URI": "ad.m3u8"},
        {"ID": "a", "CLASS": "show", "X-SCHEDULE-OFFSET": 5}
      ]}
      """#
    server.serve("/s.json", ServedResource(.data(Data(document.utf8))))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    let listener = Listener()
    let collector = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil)
    collector.setDelegate(listener, queue: listener.queue)
    item.add(collector)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let deliveries = try #require(listener.all.last)
    // “a” is already in the playlist.
    #expect(deliveries.names == ["s", "a", "programme", "break"])
    let programme = deliveries.groups[2]
    #expect(programme.startDate == ISO8601DateFormatter().date(from: "2024-05-06T07:08:13Z"))
    #expect(programme.endDate == ISO8601DateFormatter().date(from: "2024-05-06T07:08:16Z"))
    #expect(programme.classifyingLabel == "show")
    #expect(programme.items.compactMap { $0.identifier?.rawValue } == ["lsdr/X-NAME", "lsdr/X-PRICE"])
    #expect(programme.items.first?.stringValue == "news" && programme.items.last?.numberValue == 2.5)
    // Each is reported as new once.
    let new = listener.all.flatMap { deliveries in deliveries.new.map { deliveries.names[$0] } }
    #expect(new.compactMap(\.self).sorted() == ["a", "break", "programme", "s"])
  }
}
