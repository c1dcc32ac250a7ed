import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming
import Synchronization

/// Downloads a video-on-demand stream into a folder, from which it plays offline.
///
/// ```
///            start                all loaded
///   waiting ───────► running ──────────────────► finished
///                     │   ▲  └── an error ─────► failed
///             suspend │   │ resume
///                     ▼   │
///                   suspended      cancel, from any state ──► failed(cancelled)
/// ```
/// Files are written atomically: after an interruption, the next download of the same stream into the same folder
/// resumes with the missing files.
package final class StreamDownload: Sendable {
  /// The parts of the stream to download.
  package struct Preferences: Sendable {
    /// The choice of the variant.
    package var choice = DownloadVariantPolicy()
    /// The names of the audio and subtitle renditions to download; nil for the default audio without subtitles.
    package var renditions: Set<String>?
    /// The default variant and audio.
    package init() {}
  }

  /// The progress of a download.
  package enum Event: Sendable {
    /// The download has been planned: the chosen variant, and the duration.
    case began(VariantInfo?, duration: CMTime)
    /// A time range of the presentation is complete, with all complete ranges.
    case loaded(CMTimeRange, all: [CMTimeRange], bytes: Int64)
    /// All files and playlists are written. No event follows.
    case finished
    /// The download has ended with this error, or was cancelled. Files that were written remain.
    case failed(MediaError)
  }

  /// The requests of the client.
  private struct State {
    /// Whether no more requests are started.
    var isSuspended = false
    /// Whether the download has to end with `cancelled`.
    var isCancelled = false
    /// Whether the thread was started, which happens once.
    var hasStarted = false
  }

  /// The URL of the stream.
  package let url: URL
  /// The package that the download writes.
  package let package: StreamPackage
  /// The display name, stored in the package.
  private let title: String
  /// The options of every request.
  private let options: RequestOptions
  /// The choice of variant and renditions.
  private let preferences: Preferences
  /// Calls the client, usually on the download's thread.
  private let onEvent: @Sendable (Event) -> Void
  /// Interrupts the waits of the download's thread.
  private let control: StreamControl
  /// The gate at which the download's thread waits.
  private let gate: any Gate
  /// Downloads take real time, also where the players of a test use another clock.
  private let clock = SystemClock()
  /// Written by the client, read by the download's thread.
  private let state = Mutex(State())

  /// `onEvent` is called on the download's thread. Starts nothing before `resume`.
  ///
  /// - Parameters:
  ///   - folder: The folder of the package. It is created if necessary.
  ///   - title: The display name, stored in the package.
  package init(
    _ url: URL, options: RequestOptions, to folder: URL, title: String, preferences: Preferences = Preferences(),
    onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.url = url
    self.options = options
    self.title = title
    self.preferences = preferences
    self.onEvent = onEvent
    package = StreamPackage(folder)
    gate = clock.makeGate("download")
    control = StreamControl(gate: gate)
  }

  // MARK: Any thread

  /// Starts or resumes the download.
  package func resume() {
    let begins = state.withLock { state -> Bool in
      state.isSuspended = false
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    gate.open()
    if begins { _ = EngineThread("download", clock: clock, qualityOfService: .utility) { self.run() } }
  }

  /// Suspends the download: running requests finish, and no more are started.
  package func suspend() { state.withLock { $0.isSuspended = true } }

  /// Cancels the download, which ends with `failed`. If the download has not started yet, `failed` is reported on the
  /// calling thread.
  package func cancel() {
    let isRunning = state.withLock { state -> Bool in
      state.isCancelled = true
      return state.hasStarted
    }
    control.cancel()
    if !isRunning { onEvent(.failed(MediaError(.cancelled, url: url))) }
  }

  // MARK: The download's thread

  /// The body of the thread. Reports exactly one final event.
  private func run() {
    do throws(MediaError) {
      try fetch()
      onEvent(.finished)
    } catch {
      onEvent(.failed(error))
    }
  }

  /// Chooses, plans and loads the files. The playlists are written last: without them the package does not open.
  private func fetch() throws(MediaError) {
    let environment = PlaybackEnvironment(
      clock: clock, audio: nil, sources: PlaybackEnvironment.current.sources)
    let context = StreamContext(EngineItem(url: url, options: options), environment, control: control)
    let choice = try DownloadedParts(url, preferences, context)
    let plan = DownloadPlan(choice.parts)
    do {
      try prepare(choice, plan)
    } catch {
      throw MediaError(.writeFailed(errno: errno), url: package.folder)
    }
    let duration = choice.parts[0].playlist.duration
    onEvent(.began(choice.variant, duration: duration))
    try fetch(plan, context)
    do {
      for (name, text) in plan.playlists { try write(Array(text.utf8), name) }
      try write(Array(choice.rootPlaylist.utf8), "index.m3u8")
      try package.write(
        .init(source: StoredURL.text(url), title: title, isComplete: true, choice: choice.names))
    } catch {
      throw MediaError(.writeFailed(errno: errno), url: package.folder)
    }
  }

  /// Prepares the folder: files of the same stream and selection are reused; anything else is removed.
  private func prepare(_ choice: DownloadedParts, _ plan: DownloadPlan) throws {
    let receipt = StreamPackage.Receipt(source: StoredURL.text(url), title: title, choice: choice.names)
    if let old = package.receipt, old.source != receipt.source || old.choice != receipt.choice {
      try FileManager.default.removeItem(at: package.folder)
    }
    for part in plan.parts {
      try FileManager.default.createDirectory(
        at: package.folder.appendingPathComponent(part.folder), withIntermediateDirectories: true)
    }
    try package.write(receipt)
  }

  /// Writes a file below the package atomically.
  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: package.folder.appendingPathComponent(name), options: .atomic)
  }

  /// Loads the missing files in the order of the plan, several at a time, and reports each complete time range.
  private func fetch(_ plan: DownloadPlan, _ context: StreamContext) throws(MediaError) {
    var waiting = plan.files[...]
    var running: [(file: DownloadPlan.File, load: (any ResourceLoad)?)] = []
    var loaded: [CMTimeRange] = []
    var bytes: Int64 = 0
    defer { for (_, load) in running { load?.cancel() } }
    func isDownloaded(_ file: DownloadPlan.File) -> Bool {
      FileManager.default.fileExists(atPath: package.folder.appendingPathComponent(file.name).path)
    }
    func report(_ file: DownloadPlan.File) {
      guard let time = file.time else { return }
      if let last = loaded.last, abs((last.end - time.start).seconds) < 0.001 {
        loaded[loaded.count - 1] = CMTimeRange(start: last.start, end: time.end)
      } else {
        loaded.append(time)
      }
      onEvent(.loaded(time, all: loaded, bytes: bytes))
    }
    while !waiting.isEmpty || !running.isEmpty {
      if running.isEmpty { try waitWhileSuspended() }
      while running.count < Self.parallel, !state.withLock({ $0.isSuspended }), let file = waiting.popFirst() {
        let load =
          isDownloaded(file) ? nil : context.load(file.url, from: file.base, part: file.range, policy: .segment)
        running.append((file, load))
      }
      guard !running.isEmpty else { continue }
      let (file, load) = running.removeFirst()
      if let load {
        let content = try context.all(load, of: file.url)
        bytes += Int64(content.count)
        do { try write(content, file.name) } catch { throw MediaError(.writeFailed(errno: errno), url: package.folder) }
      }
      report(file)
    }
  }
  /// The number of simultaneous requests.
  private static let parallel = 3

  /// Waits until the download is resumed.
  ///
  /// - Throws: `cancelled` if it was cancelled.
  private func waitWhileSuspended() throws(MediaError) {
    while true {
      let now = state.withLock { $0 }
      if now.isCancelled { throw MediaError(.cancelled, url: url) }
      guard now.isSuspended else { return }
      gate.wait(until: nil)
    }
  }
}
