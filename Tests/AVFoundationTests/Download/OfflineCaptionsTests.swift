import AVFoundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// Subtitles of a stream that were downloaded with it.
@Suite("§6 captions of downloads", .serialized)
@MainActor struct OfflineCaptionsTests {
  private final class RecordingDelegate: AVAssetDownloadDelegate {
    let over = DispatchSemaphore(value: 0)

    func urlSession(
      _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?
    ) { over.signal() }
  }

  private static let multivariant = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=800000,SUBTITLES="t"
    a.m3u8

    """

  private static func serve(_ server: FaultServer) throws {
    try ServedStream.serve(multivariant, on: server)
    for (language, text) in [("de", "Guten Tag"), ("en", "Good day")] {
      let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n\(language).vtt\n#EXT-X-ENDLIST\n"
      // The first video frame is at 10 s (ffprobe), which is the captions' zero (RFC 8216 §3.5).
      let cues =
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:00:01.000 --> 00:00:02.000\n\(text)\n"
      server.serve("/\(language).m3u8", ServedResource(.data(Data(playlist.utf8))))
      server.serve("/\(language).vtt", ServedResource(.data(Data(cues.utf8))))
    }
  }

  @Test("the chosen captions are read without the server; the others are not fetched")
  func german() async throws {
    let (server, folder) = (try FaultServer(), try TemporaryFolder())
    try Self.serve(server)
    let asset = AVURLAsset(url: server.url("/index.m3u8"))
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    let selection = try #require(
      try await asset.load(.preferredMediaSelection).mutableCopy() as? AVMutableMediaSelection)
    selection.select(group.options.first { $0.extendedLanguageTag == "de" }, in: group)
    let recorder = RecordingDelegate()
    let session = AVAssetDownloadURLSession(
      configuration: .background(withIdentifier: "captions"), assetDownloadDelegate: recorder, delegateQueue: nil)
    let target = folder.url.appendingPathComponent("Film.movpkg")
    let task = try #require(
      session.makeAssetDownloadTask(
        asset: asset, destinationURL: target, options: [AVAssetDownloadTaskMediaSelectionKey: selection]))
    task.resume()
    await withCheckedContinuation { continuation in
      // Semaphores are awaited outside of the tasks' threads.
      Thread {
        recorder.over.wait()
        continuation.resume()
      }.start()
    }
    #expect(task.state == .completed && !server.requests.contains { $0.path.hasPrefix("/en.") })
    server.stop()
    let read = LegibleOutputTests.Reader()
    let output = AVPlayerItemLegibleOutput()
    output.setDelegate(read, queue: nil)
    let item = AVPlayerItem(url: target)
    item.add(output)
    let stage = Stage()
    stage.player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .legible)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    stage.player.play()
    stage.run(4)
    #expect(read.eventLog.withLock { $0 } == ["Guten Tag", ""])
    // The audio begins 21 ms before the video, and all times count from there.
    let times = read.times.withLock { $0 }
    #expect(zip(times, [1.021, 2.021]).allSatisfy { abs($0 - $1) < 0.002 }, "\(times)")
  }
}
