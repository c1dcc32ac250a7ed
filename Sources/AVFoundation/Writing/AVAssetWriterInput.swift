import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
import Synchronization

/// One track of a file that a writer makes.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
  // Sendable: constants; everything that changes is behind a mutex.

  private struct State {
    var isRealTime = false
    var transform = CGAffineTransform.identity
    var language: String?
    var isEnabled = true
    var timescale: CMTimeScale = 0
    var index = 0
    var isFinished = false
    /// The number of buffers that were appended.
    var appended = 0
    /// Calls the block that provides samples.
    var demand: WriterDemand?
  }

  private let state = Mutex(State())
  private let owner = Mutex(WeakWriter())

  /// A writer, which owns its inputs.
  private struct WeakWriter: Sendable {
    weak var writer: AVAssetWriter?
    var isSet = false
  }

  private let storedType: AVMediaType
  private let storedSettings: [String: Any]?
  private let storedHint: CMFormatDescription?

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - mediaType: `.video` or `.audio`.
  ///   - outputSettings: nil for compressed samples, which are stored unchanged; for video, `AVVideoCodecKey` and
  ///     optionally the size and compression properties; for audio, `AVFormatIDKey` and optionally the sample rate, the
  ///     channels and the bit rate. What is missing is as in the source.
  ///   - sourceFormatHint: The description of compressed samples: a writer whose file cannot store them does not accept
  ///     the input.
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
    (storedType, storedSettings, storedHint) = (mediaType, outputSettings, sourceFormatHint)
    super.init()
  }

  /// Creates an input, as `init(mediaType:outputSettings:sourceFormatHint:)` does without a description.
  public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
  }

  /// The media type of the samples.
  open var mediaType: AVMediaType { storedType }

  /// The settings with which the input was created.
  open var outputSettings: [String: Any]? { storedSettings }

  /// The description with which the input was created.
  open var sourceFormatHint: CMFormatDescription? { storedHint }

  // MARK: Configuration

  /// Whether samples arrive in real time: false by default. With true `isReadyForMoreMediaData` does not wait for other
  /// inputs.
  open var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isRealTime } }
    set { configure { $0.isRealTime = newValue } }
  }

  /// The transform for display: the identity by default. Rotations by multiples of 90° and mirroring are stored.
  open var transform: CGAffineTransform {
    get { state.withLock { $0.transform } }
    set { configure { $0.transform = newValue } }
  }

  /// The language as ISO 639-2/T, such as `deu`; nil, the default, if unknown.
  open var languageCode: String? {
    get { state.withLock { $0.language } }
    set { configure { $0.language = newValue } }
  }

  /// Whether the track is enabled: true by default.
  open var marksOutputTrackAsEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { configure { $0.isEnabled = newValue } }
  }

  /// The units of time per second of the track; 0, the default, for those of the samples.
  open var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.timescale } }
    set { configure { $0.timescale = newValue } }
  }

  private func configure(_ change: (inout State) -> Void) {
    precondition(writer.map { $0.status == .unknown } ?? true, "An input is configured before writing starts")
    state.withLock { change(&$0) }
  }

  // MARK: Samples

  /// Whether a sample may be appended now: false before the session, after the end, and while this input is ahead of
  /// the others.
  open var isReadyForMoreMediaData: Bool {
    guard let media = writer?.mediaWriter else { return false }
    let (index, isRealTime, isFinished) = state.withLock { ($0.index, $0.isRealTime, $0.isFinished) }
    return !isFinished && (isRealTime || media.isReady(index))
  }

  /// Appends samples. Blocks while they are encoded and written.
  ///
  /// - Returns: False if the writer's `status` is not `writing`, or has become `failed`.
  @discardableResult
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let (index, isFinished) = state.withLock { ($0.index, $0.isFinished) }
    guard !isFinished, let writer, let media = writer.mediaWriter else { return false }
    do throws(MediaError) {
      try media.append(sampleBuffer, to: index)
      state.withLock { $0.appended += 1 }
      writer.wakeInputs(except: self)
      return true
    } catch {
      writer.fail(error)
      return false
    }
  }

  /// Calls a block on a queue as long as the input is ready for more samples. The block appends samples while
  /// `isReadyForMoreMediaData`, and calls `markAsFinished()` after the last one.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
    let demand = WriterDemand(
      on: queue, isReady: { [weak self] in self?.isReadyForMoreMediaData ?? false },
      appended: { [weak self] in self?.state.withLock { $0.appended } ?? 0 }, block: block)
    let earlier = state.withLock { state in
      defer { state.demand = demand }
      return state.demand
    }
    earlier?.end()
  }

  /// Declares that there are no more samples.
  open func markAsFinished() {
    let index = state.withLock { $0.index }
    end()
    guard let writer, let media = writer.mediaWriter else { return }
    do throws(MediaError) {
      try media.finish(index)
      writer.wakeInputs(except: self)
    } catch {
      writer.fail(error)
    }
  }

  // MARK: Writer

  private var writer: AVAssetWriter? { owner.withLock { $0.writer } }

  /// Whether samples can be appended to its writer.
  var isWriting: Bool { writer?.status == .writing }

  /// Whether the input belongs to a writer.
  var isAdopted: Bool { owner.withLock { $0.isSet } }

  /// Sets the writer and the number of the track.
  func adopt(_ writer: AVAssetWriter, index: Int) {
    owner.withLock { ($0.writer, $0.isSet) = (writer, true) }
    state.withLock { $0.index = index }
  }

  /// Ends the calls of the block.
  func end() {
    let demand = state.withLock { state in
      defer { state.demand = nil }
      state.isFinished = true
      return state.demand
    }
    demand?.end()
  }

  /// Lets the block be called if the input has become ready.
  func wake() { state.withLock { $0.demand }?.wake() }

  /// The engine's description of the track; nil for settings that cannot be applied.
  var writerTrack: WriterTrack? {
    guard let coding = WriterSettings.coding(storedSettings, storedType) else { return nil }
    var track = WriterTrack(storedType == .video ? .video : .audio, coding)
    state.withLock { state in
      track.transform = DisplayTransform(state.transform)
      track.language = state.language
      track.isEnabled = state.isEnabled
      track.timescale = state.timescale > 0 ? state.timescale : nil
    }
    return track
  }
}
