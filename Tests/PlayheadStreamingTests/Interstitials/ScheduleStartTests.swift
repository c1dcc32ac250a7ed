import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

/// Documents required before playback, on the real clock: there nothing else waits for the network.
@Suite("Schedules at the start")
struct ScheduleStartTests {
  @Test("playback waits for the document of a schedule with preroll events")
  func before() throws {
    let server = try FaultServer()
    defer { server.stop() }
    let lines = [
      "#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z",
      #"#EXT-X-DATERANGE:ID="s",CLASS="com.apple.hls.daterange-schedule",START-DATE="2024-01-01T00:00:00Z","#
        + #"CUE="PRE",X-URI="s.json""#,
      "#EXTINF:10,", "film.ts", "#EXT-X-ENDLIST",
    ]
    server.serve("/film.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/film.ts", try ServedResource(file: Fixtures.url("start-offset.ts")))
    let event =
      #"{"ID":"pre","CLASS":"com.apple.hls.interstitial","X-SCHEDULE-OFFSET":0,"CUE":"PRE","X-ASSET-URI":"ad"}"#
    var document = ServedResource(.data(Data(#"{"DATERANGES":[\#(event)]}"#.utf8)))
    let gate = ServerGate()
    document.faults = [.hold(gate)]
    server.serve("/s.json", document)
    let woken = DispatchSemaphore(value: 0)
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: SystemClock(), audio: CapturingAudio { _ in }, sources: ScaledTimeSources(pace: 10))
    ) { woken.signal() }
    defer { session.close() }
    let item = EngineItem(url: server.url("/film.m3u8"))
    item.changeInterstitials { $0.followsStream = true }
    session.setRate(1)
    session.setItem(item)
    server.waitForRequests(count: 3)
    // The file is requested, and the received data would suffice: half a second is plenty for an event that must not
    // occur.
    while woken.wait(timeout: .now() + 0.5) == .success {}
    #expect(item.snapshot.status == .unknown)
    gate.open()
    var eventLog: [String] = []
    while eventLog.isEmpty {
      woken.wait()
      for event in session.takeEvents() {
        switch event {
        case .interstitialDue(_, let id, let time): eventLog.append("\(id) at \(time.seconds)")
        case .sessionChanged(let snapshot) where snapshot.timeControl == .playing: eventLog.append("playing")
        case .failedToPlayToEnd: eventLog.append("failed")
        default: break
        }
      }
    }
    #expect(eventLog.first == "pre at 0.0")
  }
}
