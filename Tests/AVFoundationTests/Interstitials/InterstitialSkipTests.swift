import AVFoundation
import Foundation
import PlayheadTesting
import Synchronization
import Testing

/// Skipping the rest of an event, and notifications about finished events.
@Suite("Skipping interstitial events")
struct InterstitialSkipTests {
  typealias State = AVPlayerInterstitialEvent.SkippableEventState

  /// The notifications of a monitor, as lines.
  private final class PostedLines: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// An event at three seconds, ten seconds long.
  private func scene(_ range: CMTimeRange, limit: CMTime = .invalid) throws -> (InterstitialScene, PostedLines) {
    let scene = try InterstitialScene()
    let event = AVPlayerInterstitialEvent(
      primaryItem: scene.item, identifier: "ad", time: .seconds(3), templateItems: [scene.ad()],
      resumptionOffset: .zero, playoutLimit: limit)
    event.skipControlTimeRange = range
    event.skipControlLocalizedLabelBundleKey = "Exit-Label"
    scene.controller.events = [event]
    scene.open()
    return (scene, Self.watch(scene.monitor))
  }

  private static func watch(_ monitor: AVPlayerInterstitialEventMonitor) -> PostedLines {
    let posted = PostedLines()
    func observe(_ name: NSNotification.Name, _ line: @escaping @Sendable (Notification) -> String) {
      _ = NotificationCenter.default.addObserver(forName: name, object: monitor, queue: nil) { posted.add(line($0)) }
    }
    observe(AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification) { note in
      let state = note.userInfo?[AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey]
      let key = AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey
      let label = note.userInfo?[key] as? String
      return "state \((state as? NSNumber)?.intValue ?? -1)" + (label.map { " \($0)" } ?? "")
    }
    observe(AVPlayerInterstitialEventMonitor.currentEventSkippedNotification) { note in
      let event = note.userInfo?[AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey]
      return "skipped \((event as? AVPlayerInterstitialEvent)?.identifier ?? "")"
    }
    observe(AVPlayerInterstitialEventMonitor.interstitialEventDidFinishNotification) { note in
      let time = note.userInfo?[AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey]
      let isEntire = note.userInfo?[AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey]
      let seconds = CMTimeMakeFromDictionary(time as? [String: Any]).seconds
      return String(format: "finished %.1f ", seconds) + ((isEntire as? NSNumber)?.boolValue == true ? "whole" : "part")
    }
    observe(AVPlayerInterstitialEventMonitor.interstitialEventWasUnscheduledNotification) { note in
      let error = note.userInfo?[AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey]
      return "unscheduled" + (error == nil ? "" : " with an error")
    }
    return posted
  }

  @Test("the skippable state before, within and after the skippable interval")
  func states() throws {
    let (scene, posted) = try scene(CMTimeRange(start: .seconds(1), duration: .seconds(2)), limit: .seconds(4))
    #expect(scene.monitor.currentEventSkippableState == .notSkippable)
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(0.5)
    #expect(scene.monitor.currentEventSkippableState == .notYetEligible)
    scene.stage.run(1)
    #expect(scene.monitor.currentEventSkippableState == .eligible)
    scene.stage.run(2)
    #expect(scene.monitor.currentEventSkippableState == .noLongerEligible)
    #expect(scene.playToEnd())
    #expect(scene.monitor.currentEventSkippableState == .notSkippable)
    #expect(posted.all == ["state 1", "state 2", "state 3", "state 0", "finished 4.0 whole"])
  }

  @Test("skipping resumes the item as the event specifies")
  func skipped() throws {
    let (scene, posted) = try scene(CMTimeRange(start: .zero, duration: .positiveInfinity))
    scene.controller.skipCurrentEvent()  // none is played
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(2)
    #expect(scene.monitor.currentEventSkippableState == .eligible)
    scene.controller.skipCurrentEvent()
    scene.stage.run(0.1)
    #expect(scene.monitor.currentEvent == nil)
    #expect(scene.playToEnd())
    #expect(scene.runs.first == 0...89 && scene.runs.last == 89...299)
    #expect(posted.all == ["state 2", "skipped ad", "state 0", "finished 2.0 part"])
  }

  @Test("the second of two events at one time still plays")
  func secondEventPlays() throws {
    let scene = try InterstitialScene()
    scene.controller.events = ["a", "b"].map { name in
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: name, time: .seconds(3), templateItems: [scene.ad()],
        resumptionOffset: .zero, playoutLimit: .seconds(2))
    }
    scene.open()
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent?.identifier == "a" })
    scene.stage.run(1)
    scene.controller.skipCurrentEvent()
    scene.stage.run(0.5)
    #expect(scene.monitor.currentEvent?.identifier == "b")
    #expect(scene.playToEnd())
  }

  @Test("the label of the skip button comes from the program's bundle")
  func label() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("labels-\(UUID()).bundle")
    let table = folder.appendingPathComponent("en.lproj")
    try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("\"Exit-Label\" = \"Leave\";\n".utf8).write(to: table.appendingPathComponent("Skip.strings"))
    let (scene, posted) = try scene(CMTimeRange(start: .zero, duration: .positiveInfinity))
    scene.controller.localizedStringsBundle = Bundle(path: folder.path)
    scene.controller.localizedStringsTableName = "Skip"
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    #expect(scene.monitor.currentEventSkipControlLabel == "Leave")
    #expect(posted.all == ["state 2 Leave"])
    scene.controller.localizedStringsTableName = "None"
    #expect(scene.monitor.currentEventSkipControlLabel == nil)
  }

  @Test("unscheduled and unplayable events")
  func unscheduled() throws {
    let (scene, posted) = try scene(.invalid)
    scene.stage.player.play()
    scene.stage.run(1)
    // The event is prepared ten seconds before its time.
    #expect(scene.monitor.interstitialPlayer.currentItem != nil)
    scene.controller.events = []
    scene.stage.run(0.1)
    #expect(scene.monitor.interstitialPlayer.currentItem == nil && posted.all == ["unscheduled"])
    #expect(scene.playToEnd())
    #expect(scene.numbers == Array(0...299))

    let missing = try InterstitialScene()
    let failures = Self.watch(missing.monitor)
    missing.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: missing.item, identifier: "gone", time: .seconds(3), templateItems: [missing.ad("gone")],
        resumptionOffset: .zero)
    ]
    missing.open()
    #expect(missing.playToEnd())
    #expect(failures.all.contains("unscheduled with an error"))
  }

  @Test("the stream's date range makes an event skippable; its asset list overrides it")
  func stream() throws {
    let tag =
      #"#EXT-X-DATERANGE:ID="d",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:03Z","#
      + #"X-ASSET-LIST="list.json",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=4,X-SKIP-CONTROL-OFFSET=1,"#
      + #"X-SKIP-CONTROL-LABEL-ID="Exit""#
    let scene = try InterstitialScene([tag])
    let list = #"{"ASSETS":[{"URI":"ad.m3u8","DURATION":10}],"SKIP-CONTROL":{"OFFSET":2}}"#
    scene.server.serve("/list.json", ServedResource(.data(Data(list.utf8))))
    scene.open()
    let posted = Self.watch(scene.monitor)
    let event = try #require(scene.monitor.events.first)
    #expect(event.skipControlTimeRange == CMTimeRange(start: .seconds(1), duration: .positiveInfinity))
    #expect(event.skipControlLocalizedLabelBundleKey == "Exit")
    #expect(scene.playToEnd())
    #expect(event.skipControlTimeRange.start == .seconds(2))
    #expect(posted.all == ["state 1", "state 2", "state 0", "finished 4.0 whole"])
  }
}
