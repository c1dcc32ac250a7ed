import AVFoundation
import Foundation
import PlayheadEngine
import PlayheadTesting
import Synchronization
import TestSupport

/// A primary stream of ten seconds and advertisements on a server, a player, and the frames that it shows. Every frame
/// carries its number, 30 a second; by ffprobe the first frame is 21 ms after the audio, so that at whole seconds the
/// last frame before is shown.
final class InterstitialScene {
  let server: FaultServer
  let stage: Stage
  let item: AVPlayerItem
  let monitor: AVPlayerInterstitialEventMonitor
  let controller: AVPlayerInterstitialEventController
  private let shown: Shown
  private var tokens: [any NSObjectProtocol] = []

  private final class Shown: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  /// `tags` precede the primary stream's only segment; it begins at midnight. `folder`: of the only variant; nil: no
  /// variants.
  init(_ tags: [String] = [], variantIn folder: String? = nil) throws {
    let server = try FaultServer()
    let clip = try Data(contentsOf: Fixture.url("start-offset.ts"))
    let primary = folder.map { $0 + "/film" } ?? "film"
    for (name, extra) in [(primary, tags), ("ad", []), ("ad2", [])] {
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"] + extra
        + ["#EXTINF:10,", "/\(name).ts", "#EXT-X-ENDLIST"]
      server.serve("/\(name).m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
      server.serve("/\(name).ts", ServedResource(.data(clip)))
    }
    self.server = server
    stage = Stage()
    if folder != nil {
      let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\n\(primary).m3u8\n"
      server.serve("/film.m3u8", ServedResource(.data(Data(main.utf8))))
    }
    item = AVPlayerItem(url: server.url("/film.m3u8"))
    monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: stage.player)
    controller = AVPlayerInterstitialEventController(primaryPlayer: stage.player)
    let shown = Shown()
    self.shown = shown
    stage.player.session.attach(
      CapturingVideoSink(checksums: false) { videoFrame in
        let number = FrameNumber.read(videoFrame.frame) ?? -1
        shown.numbers.withLock { $0.append(number) }
      })
    watch()
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    controller.interstitialPlayer.session.close()
    server.stop()
  }

  private func watch() {
    let eventLog = stage.eventLog
    let names = [
      (AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, "current"),
      (AVPlayerInterstitialEventMonitor.eventsDidChangeNotification, "events"),
    ]
    for (name, text) in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: monitor, queue: nil) { note in
          guard let monitor = note.object as? AVPlayerInterstitialEventMonitor else { return }
          let value =
            text == "current"
            ? monitor.currentEvent?.identifier ?? "nil" : monitor.events.map(\.identifier).joined(separator: " ")
          eventLog.add("\(text) \(value)")
        })
    }
  }

  func ad(_ name: String = "ad") -> AVPlayerItem { AVPlayerItem(url: server.url("/\(name).m3u8")) }

  /// Makes the primary item current, paused, and waits until it is open.
  func open() {
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
  }

  /// Plays until the primary item has ended.
  @discardableResult
  func playToEnd() -> Bool {
    let ended = Mutex(false)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
    ) { _ in ended.withLock { $0 = true } }
    defer { NotificationCenter.default.removeObserver(token) }
    stage.player.play()
    return stage.run { ended.withLock { $0 } }
  }

  /// The numbers of the shown frames, in order.
  var numbers: [Int] { shown.numbers.withLock { $0 } }

  /// The same, as runs of consecutive numbers.
  var runs: [ClosedRange<Int>] {
    numbers.reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}

extension CMTime {
  static func seconds(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
}
