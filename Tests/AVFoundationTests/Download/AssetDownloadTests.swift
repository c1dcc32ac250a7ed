import CoreMedia
import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

/// A stream of single files of the fixture folder: segments are whole MP4s, which works for downloads too.
@Suite("Downloads of streams")
struct AssetDownloadTests {
  /// The calls of a delegate, as text.
  private final class RecordingDelegate: AVAssetDownloadDelegate {
    private struct State {
      var lines: [String] = []
      var location: URL?
      var error: (any Error)?
    }
    private let state = Mutex(State())
    private let over = DispatchSemaphore(value: 0)
    private let onLoad: @Sendable (AVAssetDownloadTask) -> Void

    init(onLoad: @escaping @Sendable (AVAssetDownloadTask) -> Void = { _ in }) { self.onLoad = onLoad }

    var lines: [String] { state.withLock { $0.lines } }
    var location: URL? { state.withLock { $0.location } }
    var error: (any Error)? { state.withLock { $0.error } }

    func urlSession(
      _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
    ) {
      state.withLock {
        $0.lines.append("will")
        $0.location = location
      }
    }

    func urlSession(
      _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask,
      willDownloadVariants variants: [AVAssetVariant]
    ) { state.withLock { $0.lines.append("variants \(variants.map { Int($0.peakBitRate ?? 0) })") } }

    func urlSession(
      _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
      totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
    ) {
      let total = loadedTimeRanges.map(\.timeRangeValue).map { "\($0.start.seconds)-\($0.end.seconds)" }
      state.withLock {
        $0.lines.append("load \(timeRange.start.seconds) \(total) of \(timeRangeExpectedToLoad.duration.seconds)")
      }
      onLoad(assetDownloadTask)
    }

    func urlSession(
      _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
    ) { state.withLock { $0.lines.append("finish") } }

    func urlSession(
      _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?
    ) {
      state.withLock {
        $0.lines.append("complete")
        $0.error = error
      }
      over.signal()
    }

    func wait() { over.wait() }
  }

  private static let count = 6
  private let server: FaultServer
  private let folder: TemporaryFolder

  init() throws {
    server = try FaultServer()
    folder = try TemporaryFolder()
    let clip = try ServedResource(file: Fixtures.url("video-only.mp4"))
    for variant in ["low", "high"] {
      for index in 0..<Self.count { server.serve("/\(variant)/\(index).mp4", clip) }
      serve(
        "/\(variant)/index.m3u8",
        ["#EXT-X-TARGETDURATION:10", "#EXT-X-PLAYLIST-TYPE:VOD"]
          + (0..<Self.count).flatMap { ["#EXT-X-DISCONTINUITY", "#EXTINF:10,", "\($0).mp4"] } + ["#EXT-X-ENDLIST"])
    }
    serve(
      "/index.m3u8",
      [
        "#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180", "low/index.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360", "high/index.m3u8",
      ])
  }

  private func serve(_ path: String, _ lines: [String]) {
    server.serve(path, ServedResource(.data(Data((["#EXTM3U"] + lines + [""]).joined(separator: "\n").utf8))))
  }

  private var target: URL { folder.url.appendingPathComponent("Film.movpkg") }
  private var asset: AVURLAsset { AVURLAsset(url: server.url("/index.m3u8")) }

  private func session(_ recorder: RecordingDelegate) -> AVAssetDownloadURLSession {
    AVAssetDownloadURLSession(
      configuration: .background(withIdentifier: "test"), assetDownloadDelegate: recorder, delegateQueue: nil)
  }

  private static func dump(_ url: URL) -> [String] {
    var lines: [String] = []
    PlaybackDump.run(url: url) { lines.append($0) }
    return lines
  }

  /// Semaphores are awaited outside of the tasks' threads.
  private func away<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }

  @Test("progress is reported and the download plays without the server as it did with it")
  func completeDownload() async throws {
    let (recorder, address) = (RecordingDelegate(), server.url("/index.m3u8"))
    let task = try #require(
      session(recorder).makeAssetDownloadTask(
        asset: asset, destinationURL: target, options: [AVAssetDownloadTaskMinimumRequiredMediaBitrateKey: 200_000]))
    #expect(task.state == .suspended)
    task.resume()
    await away { recorder.wait() }
    #expect(
      recorder.lines == ["will", "variants [300000]"]
        + (0..<Self.count).map { "load \($0 * 10).0 [\"0.0-\($0 * 10 + 10).0\"] of 60.0" } + ["finish", "complete"])
    #expect(recorder.error == nil && task.state == .completed && task.progress.fractionCompleted == 1)
    #expect(recorder.location?.path == target.path)
    #expect(task.loadedTimeRanges.map(\.timeRangeValue.duration.seconds) == [60])
    #expect(!server.requests.contains { $0.path.hasPrefix("/high") })
    let (online, target) = (await away { Self.dump(address) }, target)
    server.stop()
    let offline = await away { Self.dump(target) }
    // The server's other variant has the same frames.
    #expect(offline.filter { $0.hasPrefix("video") } == online.filter { $0.hasPrefix("video") })
    #expect(offline.filter { $0.hasPrefix("video") }.count > 100)
    #expect(AVURLAsset(url: target).assetCache?.isPlayableOffline == true)
    #expect(try await AVURLAsset(url: target).load(.duration).seconds == 60)
  }

  /// The second segment is withheld until the gate opens.
  private func hold(_ gate: ServerGate) throws {
    var resource = try ServedResource(file: Fixtures.url("video-only.mp4"))
    resource.lastingFault = .freeze(after: 0, gate)
    server.serve("/high/1.mp4", resource)
  }

  @Test("data stored before cancellation is not fetched again")
  func resumesWithStoredData() async throws {
    let gate = ServerGate()
    try hold(gate)
    let first = RecordingDelegate { $0.cancel() }
    let task = try #require(session(first).makeAssetDownloadTask(asset: asset, destinationURL: target))
    task.resume()
    await away { first.wait() }
    #expect((first.error as? AVError)?.code == .operationCancelled)
    #expect(first.lines.suffix(2) == ["finish", "complete"])
    #expect(AVURLAsset(url: target).assetCache?.isPlayableOffline == false)
    gate.open()
    server.serve("/high/1.mp4", try ServedResource(file: Fixtures.url("video-only.mp4")))
    let before = server.requests.count
    let second = RecordingDelegate()
    let again = try #require(session(second).makeAssetDownloadTask(asset: asset, destinationURL: target))
    again.resume()
    await away { second.wait() }
    #expect(second.error == nil)
    let requested = server.requests[before...].map(\.path)
    #expect(
      !requested.contains("/high/0.mp4") && requested.contains("/high/1.mp4") && requested.contains("/high/5.mp4"))
    #expect(AVURLAsset(url: target).assetCache?.isPlayableOffline == true)
  }

  @Test("a suspended task requests nothing until it is resumed")
  func suspended() async throws {
    let gate = ServerGate()
    try hold(gate)
    let (isPaused, hasSecond) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorder = RecordingDelegate { task in
      if task.loadedTimeRanges.map(\.timeRangeValue.duration.seconds) == [10] {
        task.suspend()
        gate.open()
        isPaused.signal()
      } else {
        hasSecond.signal()
      }
    }
    let task = try #require(session(recorder).makeAssetDownloadTask(asset: asset, destinationURL: target))
    task.resume()
    await away { isPaused.wait() }
    #expect(task.state == .suspended)
    await away { hasSecond.wait() }
    #expect(!server.requests.contains { $0.path == "/high/4.mp4" })
    task.resume()
    await away { recorder.wait() }
    #expect(recorder.error == nil && recorder.lines.last == "complete")
  }

  @Test("an undownloadable asset fails with its reason")
  func refused() async throws {
    serve("/live.m3u8", ["#EXT-X-TARGETDURATION:10", "#EXTINF:10,", "low/0.mp4"])
    for (path, code) in [("/live.m3u8", AVError.Code.fileFailedToParse.rawValue), ("/no.m3u8", -1100)] {
      let recorder = RecordingDelegate()
      let task = try #require(
        session(recorder).makeAssetDownloadTask(asset: AVURLAsset(url: server.url(path)), destinationURL: target))
      task.resume()
      await away { recorder.wait() }
      #expect(recorder.lines == ["complete"])
      #expect((recorder.error as NSError?)?.code == code)
    }
    #expect(session(RecordingDelegate()).makeAssetDownloadTask(asset: asset, destinationURL: folder.url) == nil)
  }

  @Test("a configuration names variant and title; an invalidated session makes no tasks")
  func configuration() async throws {
    let recorder = RecordingDelegate()
    let session = session(recorder)
    let asset = asset
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "A/B")
    let variants = try await asset.load(.variants)
    let low = try #require(variants.first { $0.peakBitRate == 300_000 })
    configuration.primaryContentConfiguration.variantQualifiers = [AVAssetVariantQualifier(variant: low)]
    let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
    #expect(task.destinationURL.lastPathComponent.hasPrefix("A-B "))
    #expect(task.destinationURL.pathComponents.suffix(3).prefix(2) == ["AVAssetDownloads", "test"])
    session.finishTasksAndInvalidate()
    #expect(session.makeAssetDownloadTask(asset: asset, assetTitle: "A", assetArtworkData: nil) == nil)
    #expect(await session.allTasks == [task])
    task.cancel()
    await away { recorder.wait() }
    #expect(recorder.lines == ["complete"])
    await away { session.delegateQueue.waitUntilAllOperationsAreFinished() }
    #expect(session.delegate == nil)
  }
}
