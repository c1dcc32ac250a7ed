import Foundation
import PlayheadItems
import PlayheadTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Events that a stream declares in external documents (`EXT-X-DATERANGE` of the class
/// `com.apple.hls.daterange-schedule`).
@Suite("Schedules of interstitial events")
final class ScheduleTests {
  private final class PostedLines: Sendable {
    let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }
  }
  private let posted = PostedLines()
  private var tokens: [any NSObjectProtocol] = []

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  private static func tag(_ id: String, _ more: String = "") -> String {
    #"#EXT-X-DATERANGE:ID="\#(id)",CLASS="com.apple.hls.daterange-schedule",START-DATE="2024-01-01T00:00:00Z","#
      + #"DURATION=10,X-URI="\#(id).json""# + more
  }

  private static let ad = #""CLASS":"com.apple.hls.interstitial","X-ASSET-URI":"ad.m3u8","X-RESUME-OFFSET":0"#

  /// A scene whose server has these documents, and that reports their outcome.
  private func scene(_ tags: [String], _ documents: [String: String]) throws -> InterstitialScene {
    let scene = try InterstitialScene(tags)
    for (name, ranges) in documents {
      scene.server.serve("/\(name).json", ServedResource(.data(Data(#"{"DATERANGES":[\#(ranges)]}"#.utf8))))
    }
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: AVPlayerInterstitialEventMonitor.scheduleRequestCompletedNotification, object: scene.monitor,
        queue: nil
      ) { [posted] note in
        let id = note.userInfo?[AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey] as? String
        let data = note.userInfo?[AVPlayerInterstitialEventMonitorScheduleRequestResponseKey] as? Data
        let error = note.userInfo?[AVPlayerInterstitialEventMonitorScheduleRequestErrorKey] as? any Error
        let events = (note.object as? AVPlayerInterstitialEventMonitor)?.events.map(\.identifier) ?? []
        let text = data.map { "\($0.count) bytes" } ?? ""
        let fault = error.map { ($0 as NSError).domain + " \(($0 as NSError).code)" } ?? ""
        posted.stored.withLock { $0.append("\(id ?? "nil") \(text)\(fault) \(events.joined(separator: ","))") }
      })
    return scene
  }

  @Test("scheduled events are fetched, reported, and played like those of the playlist")
  func plays() throws {
    let document = #"{"ID":"d","X-SCHEDULE-OFFSET":2,"X-PLAYOUT-LIMIT":4,"X-OWN":{"a":[1]},\#(Self.ad)}"#
    let scene = try scene([Self.tag("s")], ["s": document])
    scene.open()
    let event = try #require(scene.monitor.events.first)
    #expect(event.identifier == "d" && event.scheduleIdentifier == "s")
    #expect(event.date == ISO8601DateFormatter().date(from: "2024-01-01T00:00:02Z"))
    #expect((event.userDefinedAttributes["X-OWN"] as? [String: any Sendable])?["a"] is [any Sendable])
    // The list is wrapped in a document of 17 characters.
    #expect(posted.lines == ["s \(document.count + 17) bytes d"])
    let items = Mutex<[String?]>([])
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: scene.monitor, queue: nil
      ) { note in
        guard let monitor = note.object as? AVPlayerInterstitialEventMonitor, monitor.currentEvent != nil else {
          return
        }
        let identifier = monitor.interstitialPlayer.currentItem?.interstitialEventIdentifier
        items.withLock { $0.append(identifier) }
      })
    #expect(scene.playToEnd())
    // Two seconds, four of the advertisement, and the rest from the same position.
    #expect(scene.runs == [0...59, 0...119, 59...299])
    #expect(scene.stage.eventLog.lines == ["events d", "current d", "current nil"])
    #expect(items.withLock { $0 } == ["d"] && scene.item.interstitialEventIdentifier == nil)
    #expect(scene.server.requests.filter { $0.path == "/s.json" }.count == 1)
  }

  @Test("a preroll event is awaited, and a schedule may name others")
  func nested() throws {
    let inner =
      #"{"ID":"n","CLASS":"com.apple.hls.daterange-schedule","X-SCHEDULE-OFFSET":0,"CUE":"PRE","X-URI":"n.json"}"#
    let scene = try scene(
      [Self.tag("s", #",CUE="PRE""#)],
      [
        "s": inner + #",{"ID":"later","X-SCHEDULE-OFFSET":5,"X-PLAYOUT-LIMIT":2,\#(Self.ad)}"#,
        "n": #"{"ID":"pre","X-SCHEDULE-OFFSET":0,"CUE":"PRE","X-PLAYOUT-LIMIT":1,\#(Self.ad)}"#,
      ])
    scene.open()
    #expect(scene.monitor.events.map(\.identifier) == ["later", "pre"])
    #expect(scene.monitor.events.map(\.scheduleIdentifier) == ["s", "n"])
    #expect(posted.lines.map { $0.prefix(1) } == ["s", "n"])
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...0, 0...29, 0...149, 0...59, 149...299])
  }

  @Test("a missing schedule is reported and logged, without other effect")
  func missing() throws {
    let scene = try scene([Self.tag("s"), Self.tag("t")], ["t": #"{"ID":"d","X-SCHEDULE-OFFSET":9,\#(Self.ad)}"#])
    scene.open()
    #expect(posted.lines == ["s NSURLErrorDomain -1100 d", "t 183 bytes d"].map(Self.counted))
    #expect(scene.item.status == .readyToPlay && scene.item.error == nil)
    #expect(scene.item.errorLog()?.events.map(\.errorStatusCode) == [-12938])
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...269, 0...299, 269...299])
  }

  /// The length of the document depends on its text.
  private static func counted(_ line: String) -> String {
    line.replacingOccurrences(
      of: "183", with: "\(#"{"DATERANGES":[{"ID":"d","X-SCHEDULE-OFFSET":9,\#(ad)}]}"#.count)")
  }

  @Test("an invalid schedule and an invalid entry are logged; valid entries apply")
  func broken() throws {
    let scene = try scene(
      [Self.tag("s"), Self.tag("t")], ["t": #"{"ID":"x"},{"ID":"d","X-SCHEDULE-OFFSET":1,\#(Self.ad)}"#])
    scene.server.serve("/s.json", ServedResource(.data(Data("{}".utf8))))
    scene.open()
    #expect(posted.lines.first?.hasPrefix("s AVFoundationErrorDomain -11829") == true)
    #expect(scene.monitor.events.map(\.identifier) == ["d"])
    let comments = scene.item.errorLog()?.events.compactMap(\.errorComment) ?? []
    #expect(comments.count == 2)
    #expect(comments.first?.contains("no schedule of date ranges") == true)
    #expect(comments.last?.contains("its date range 1 (“x”) has no CLASS") == true)
    let faults = scene.item.engineItem.journal.entries.filter { if case .fault = $0.event { true } else { false } }
    #expect(faults.count == 2)
  }

  @Test("schedules are not requested when the program supplies its own events or none")
  func notRequested() throws {
    let scene = try scene([Self.tag("s")], ["s": #"{"ID":"d","X-SCHEDULE-OFFSET":2,\#(Self.ad)}"#])
    scene.controller.events = []
    scene.open()
    #expect(scene.playToEnd())
    let silent = try self.scene([Self.tag("s")], ["s": #"{"ID":"d","X-SCHEDULE-OFFSET":2,\#(Self.ad)}"#])
    silent.item.automaticallyHandlesInterstitialEvents = false
    silent.open()
    #expect(silent.playToEnd())
    for scene in [scene, silent] {
      #expect(scene.runs == [0...299])
      #expect(!scene.server.requests.contains { $0.path == "/s.json" })
    }
    #expect(posted.lines.isEmpty)
  }

  @Test("header fields of the asset are sent to its own server only")
  func fields() throws {
    let other = try FaultServer()
    defer { other.stop() }
    other.serve("/o.json", ServedResource(.data(Data(#"{"DATERANGES":[]}"#.utf8))))
    let away = Self.tag("o").replacingOccurrences(of: "o.json", with: other.url("/o.json").absoluteString)
    let scene = try scene([Self.tag("s"), away], ["s": ""])
    let asset = AVURLAsset(
      url: scene.server.url("/film.m3u8"), options: ["AVURLAssetHTTPHeaderFieldsKey": ["X-Token": "abc"]])
    scene.stage.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    scene.stage.settle()
    #expect(posted.lines == ["s 17 bytes ", "o 17 bytes "])
    let own = try #require(scene.server.requests.first { $0.path == "/s.json" })
    let their = try #require(other.requests.first { $0.path == "/o.json" })
    #expect(own.fields["x-token"] == "abc" && their.fields["x-token"] == nil)
  }
}
