import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
import Synchronization
import UniformTypeIdentifiers

/// Writes samples to a new file.
///
///     unknown ──startWriting──► writing ──finishWriting──► completed
///        │                        │
///        └──────► failed ◄────────┼──cancelWriting──► cancelled
///
/// Inputs are added first. Then `startWriting()`, `startSession(atSourceTime:)`, samples for each input, and
/// `finishWriting(completionHandler:)`. Samples are encoded on the thread that appends them; all members may be used
/// on any thread, and each input by one thread at a time.
///
/// The file appears under its name when it is complete. With a `movieFragmentInterval` it has its name from the
/// beginning, and what was written can be played after an interruption.
open class AVAssetWriter: NSObject, @unchecked Sendable {
  // Sendable: constants; everything that changes is behind a mutex.

  /// The state of a writer.
  public enum Status: Int, Sendable {
    /// Writing has not started.
    case unknown = 0
    /// Samples can be appended.
    case writing = 1
    /// The file is complete.
    case completed = 2
    /// An error ended writing, which `error` has.
    case failed = 3
    /// `cancelWriting()` was called.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var inputs: [AVAssetWriterInput] = []
    var metadata: [AVMetadataItem] = []
    var isProgressive = false
    var fragmentInterval = CMTime.invalid
    var writer: MediaWriter?
    var isFinishing = false
    var segments = WriterSegments()
  }

  private let state = Mutex(State())
  private let storedURL: URL
  private let storedType: AVFileType
  private let container: String
  /// Whether segments are passed to the delegate instead of being written to a file.
  private let isSegmented: Bool

  /// Creates a writer. Creates no file yet.
  ///
  /// - Parameters:
  ///   - outputURL: The URL of the new file, at which there must be none when writing starts.
  ///   - outputFileType: The type of the file.
  /// - Throws: `AVError.exportFailed` for a type that cannot be written, and for a URL that names no file.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard let container = ContainerNames.name(of: outputFileType), outputURL.isFileURL else {
      throw AVError(
        .exportFailed,
        userInfo: [NSLocalizedDescriptionKey: "No file of the type “\(outputFileType.rawValue)” can be written there."])
    }
    (storedURL, storedType, self.container, isSegmented) = (outputURL, outputFileType, container, false)
    super.init()
  }

  /// Creates a writer that passes segments to its delegate and creates no file. `delegate`, `outputFileTypeProfile` and
  /// `preferredOutputSegmentInterval` are set before writing starts.
  ///
  /// - Parameter outputContentType: The type of MP4 or QuickTime; others are a programmer error.
  public init(contentType outputContentType: UTType) {
    let type = AVFileType(outputContentType.identifier)
    let container = ContainerNames.name(of: type) ?? ""
    precondition(["mp4", "mov", "ipod"].contains(container), "Segments are those of MP4 or QuickTime")
    storedURL = URL(fileURLWithPath: "/dev/null")
    (storedType, self.container, isSegmented) = (type, "mp4", true)
    super.init()
  }

  /// Creates a writer, as `init(outputURL:fileType:)` does.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// The URL of the new file.
  open var outputURL: URL { storedURL }

  /// The type of the new file.
  open var outputFileType: AVFileType { storedType }

  /// The media types of inputs that can be added.
  open var availableMediaTypes: [AVMediaType] {
    ["wav", "aiff", "caf", "mp3", "flac", "ipod"].contains(container) ? [.audio] : [.video, .audio]
  }

  // MARK: Configuration

  /// The metadata of the file; none by default. Constant once writing has started.
  open var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set { configure { $0.metadata = newValue } }
  }

  /// Whether the index precedes the media, so that playback over a network starts sooner: false by default.
  open var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.isProgressive } }
    set { configure { $0.isProgressive = newValue } }
  }

  /// The duration of the fragments of MP4 and QuickTime (ISO/IEC 14496-12 §8.8): invalid, the default, for none.
  open var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragmentInterval } }
    set { configure { $0.fragmentInterval = newValue } }
  }

  /// Receives the segments of a writer that was created with a content type.
  open weak var delegate: (any AVAssetWriterDelegate)? {
    get { state.withLock { $0.segments.delegate }.value }
    set {
      let reference = WriterSegments.Reference(value: newValue)
      configure { $0.segments.delegate = reference }
    }
  }

  /// The form of segments; nil, the default, without segments.
  open var outputFileTypeProfile: AVFileTypeProfile? {
    get { state.withLock { $0.segments.profile } }
    set { configure { $0.segments.profile = newValue } }
  }

  /// The duration of segments: each ends before the next sync sample after it, and encoded frames become sync samples
  /// there. `.indefinite` for segments that end with `flushSegment()`; `.invalid`, the default, without segments.
  open var preferredOutputSegmentInterval: CMTime {
    get { state.withLock { $0.segments.interval } }
    set { configure { $0.segments.interval = newValue } }
  }

  /// The time of the samples from which the intervals of segments are counted: invalid, the default, for the start of
  /// the session.
  open var initialSegmentStartTime: CMTime {
    get { state.withLock { $0.segments.start } }
    set { configure { $0.segments.start = newValue } }
  }

  private func configure(_ change: (inout State) -> Void) {
    state.withLock { state in
      precondition(state.status == .unknown, "A writer is configured before writing starts")
      change(&state)
    }
  }

  // MARK: Inputs

  /// The inputs in the order in which they were added.
  open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// Whether settings are possible, their encoder exists, and the type of the file stores its codec.
  open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    guard availableMediaTypes.contains(mediaType) else { return false }
    switch WriterSettings.coding(outputSettings, mediaType) {
    case .video(let settings): return MediaWriter.canStore(settings.codecName, in: container)
    case .audio(let settings): return MediaWriter.canStore(settings.codecName, in: container)
    case .copied: return true
    case nil: return false
    }
  }

  /// Whether an input can be added: its settings can be applied, it belongs to no writer, and writing has not started.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool {
    let copied = input.outputSettings == nil ? input.sourceFormatHint : nil
    let canStore = copied.map { MediaWriter.canStore($0, in: container) } ?? true
    return status == .unknown && !input.isAdopted && canStore
      && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
  }

  /// Adds an input. One that cannot be added is a programmer error.
  open func add(_ input: AVAssetWriterInput) {
    precondition(canAdd(input), "The input cannot be added to this writer")
    let index = state.withLock { state in
      state.inputs.append(input)
      return state.inputs.count - 1
    }
    input.adopt(self, index: index)
  }

  // MARK: Status

  /// The state of the writer.
  open var status: Status { state.withLock { $0.status } }

  /// The error that ended writing; nil unless `status` is `failed`.
  open var error: (any Error)? { state.withLock { $0.error } }

  // MARK: Writing

  /// Creates the file.
  ///
  /// - Returns: Whether samples can be appended after the start of the session; if not, `error` has the reason. A
  ///   writer without inputs fails.
  @discardableResult
  open func startWriting() -> Bool {
    var tracks = inputs.compactMap(\.writerTrack)
    let writer: MediaWriter? = state.withLock { state in
      guard state.status == .unknown else { return nil }
      let boundaries = isSegmented ? state.segments.boundaries : nil
      for index in tracks.indices { tracks[index].boundaries = boundaries }
      var request = MediaWriter.Request(output: storedURL, container: container)
      request.metadata = ExportMetadata.values(state.metadata)
      request.isProgressive = state.isProgressive
      if state.fragmentInterval.isNumeric, state.fragmentInterval > .zero {
        request.fragmentDuration = state.fragmentInterval
      }
      request.boundaries = boundaries
      if isSegmented { request.deliver = state.segments.delivery(to: self) }
      let writer = MediaWriter(request, tracks: tracks)
      (state.status, state.writer) = (.writing, writer)
      return writer
    }
    guard let writer else { return false }
    do throws(MediaError) {
      if isSegmented, let reason = state.withLock({ $0.segments.problem }) {
        throw MediaError(.invalidSamples(reason), url: storedURL)
      }
      if tracks.isEmpty { throw MediaError(.invalidSamples("the writer has no input"), url: storedURL) }
      try writer.start()
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Starts the session: the time of the samples that becomes zero in the file. What precedes it is left out; of
  /// compressed samples, an edit list hides it.
  open func startSession(atSourceTime startTime: CMTime) {
    precondition(startTime.isNumeric, "The session starts at a numeric time")
    mediaWriter?.begin(at: startTime)
    for input in inputs { input.wake() }
  }

  /// Ends the session: what follows the time is left out.
  open func endSession(atSourceTime endTime: CMTime) {
    precondition(endTime.isNumeric, "The session ends at a numeric time")
    mediaWriter?.end(at: endTime)
  }

  /// Ends the present segment before the next sample of the video, or of the first track without video: a frame that is
  /// encoded becomes a sync sample, a compressed one must be one. Requires an indefinite
  /// `preferredOutputSegmentInterval`.
  open func flushSegment() {
    precondition(preferredOutputSegmentInterval == .indefinite, "Segments end by their interval")
    mediaWriter?.endSegment()
  }

  /// Ends writing, and removes the file. Blocks while samples are being appended.
  open func cancelWriting() {
    let writer: MediaWriter? = state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return nil }
      state.status = .cancelled
      return state.writer
    }
    for input in inputs { input.end() }
    writer?.cancel()
  }

  /// Completes the file on a thread of its own, and then calls the handler on an unspecified queue, after the delegate
  /// has received the last segment.
  @preconcurrency
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let writer: MediaWriter? = state.withLock { state in
      guard state.status == .writing, !state.isFinishing else { return nil }
      state.isFinishing = true
      return state.writer
    }
    guard let writer else { return handler() }
    for input in inputs { input.end() }
    _ = EngineThread("playhead.export", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
      do throws(MediaError) {
        try writer.finish()
        self.state.withLock { if $0.status == .writing { $0.status = .completed } }
      } catch {
        self.fail(error)
      }
      self.state.withLock { $0.segments.queue }.async { handler() }
    }
  }

  /// Completes the file.
  open func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  // MARK: Inputs' view

  /// The engine's writer while samples are appended; nil before and after.
  var mediaWriter: MediaWriter? { state.withLock { $0.status == .writing ? $0.writer : nil } }

  /// Records an error, which ends writing.
  func fail(_ error: MediaError) {
    let writer: MediaWriter? = state.withLock { state in
      guard state.status == .writing else { return nil }
      state.status = .failed
      state.error = error.forClients
      return state.writer
    }
    for input in inputs { input.end() }
    // The file of another program is left alone.
    if error.kind != .fileExists { writer?.cancel() }
  }

  /// Lets inputs that wait for others request samples.
  func wakeInputs(except input: AVAssetWriterInput) { for other in inputs where other !== input { other.wake() } }

  deinit {
    let (status, writer) = state.withLock { ($0.status, $0.writer) }
    if status == .writing { writer?.cancel() }
  }
}
