import Foundation
import PlayheadItems
import PlayheadSamples
import Synchronization

/// The samples of a reader in one form: the superclass of outputs for tracks and for mixes.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Sendable: everything that changes is behind a mutex.

  private struct State {
    var copies = true
    var isRandomAccess = false
    var isFinal = false
    var isAtEnd = false
    var track: TrackReader?
    /// The ranges that follow the present one.
    var ranges: [CMTimeRange] = []
  }

  private let state = Mutex(State())
  private let owner = Mutex(WeakReader())

  /// A reader, which owns its outputs.
  private struct WeakReader: Sendable {
    weak var reader: AVAssetReader?
  }

  private let storedMediaType: AVMediaType

  init(mediaType: AVMediaType) {
    storedMediaType = mediaType
    super.init()
  }

  /// The media type of the samples.
  open var mediaType: AVMediaType { storedMediaType }

  /// Whether a program may change the data of the samples: true by default. With false, decoded frames may share the
  /// decoder's memory. Constant once reading has started.
  open var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      state.withLock { $0.copies = newValue }
    }
  }

  /// Whether the output can be reset for other ranges: false by default. Constant once reading has started.
  open var supportsRandomAccess: Bool {
    get { state.withLock { $0.isRandomAccess } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      state.withLock { $0.isRandomAccess = newValue }
    }
  }

  /// The next samples, in the order of the track. Blocks while they are read and decoded.
  ///
  /// - Returns: nil after the last samples, after `cancelReading()`, and after a failure, which the reader's `status`
  ///   distinguishes.
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let reader, reader.status == .reading else { return nil }
    while true {
      guard let track = state.withLock({ $0.track }) else { return nil }
      do throws(MediaError) {
        if let buffer = try track.next() { return buffer }
      } catch {
        if error.kind != .cancelled { reader.fail(error.forClients) }
        return nil
      }
      guard openNext(reader) else { return nil }
    }
  }

  /// Continues with other ranges, once the output has returned nil. Requires `supportsRandomAccess`.
  ///
  /// - Parameter timeRanges: Values of `CMTimeRange` in ascending order without overlaps.
  open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    let ranges = timeRanges.map(\.timeRangeValue)
    precondition(supportsRandomAccess, "The output does not support random access")
    precondition(
      zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }, "The ranges overlap or do not ascend")
    guard let reader, reader.status == .reading else { return }
    let isReady = state.withLock { state in
      guard !state.isFinal, state.isAtEnd else { return false }
      state.isAtEnd = false
      state.ranges = ranges
      return true
    }
    precondition(isReady, "The output has samples left, or its configuration is final")
    _ = openNext(reader)
  }

  /// Declares that the output will not be reset again, so that the reader can complete.
  open func markConfigurationAsFinal() {
    let isAtEnd = state.withLock { state in
      state.isFinal = true
      return state.isAtEnd
    }
    if isAtEnd { reader?.finish(self) }
  }

  // MARK: Reader

  /// The reader that the output was added to.
  var reader: AVAssetReader? { owner.withLock { $0.reader } }

  /// The tracks whose samples are read.
  var sourceTracks: [AVAssetTrack] { [] }

  /// The reason why the output cannot be read as it is configured; nil if it can be.
  var configurationError: (any Error)? { nil }

  /// Whether the output may be configured: reading has not started.
  var isUnused: Bool { reader.map { $0.status == .unknown } ?? true }

  /// Sets the reader.
  func adopt(_ reader: AVAssetReader) { owner.withLock { $0.reader = reader } }

  /// The request for the samples of a range. Subclasses provide it.
  func request(in range: CMTimeRange) throws(MediaError) -> TrackReadRequest {
    throw MediaError(.noPlayableTracks, url: reader?.asset.assetLoader.url ?? URL(fileURLWithPath: "/"))
  }

  /// Opens the media. Blocks.
  func open(_ range: CMTimeRange) throws(MediaError) {
    let track = TrackReader(try request(in: range))
    state.withLock { $0.track = track }
    try track.open()
  }

  /// Ends a read in progress and all later ones.
  func cancel() { state.withLock { $0.track }?.cancel() }

  /// Opens the next range. Returns false after the last one, and after a failure.
  private func openNext(_ reader: AVAssetReader) -> Bool {
    let next: CMTimeRange? = state.withLock { state in
      guard state.ranges.isEmpty else { return state.ranges.removeFirst() }
      state.isAtEnd = true
      return nil
    }
    guard let next else {
      let isOver = state.withLock { !$0.isRandomAccess || $0.isFinal }
      if isOver { reader.finish(self) }
      return false
    }
    do throws(MediaError) {
      try open(next)
      return reader.status == .reading
    } catch {
      reader.fail(error.forClients)
      return false
    }
  }
}
