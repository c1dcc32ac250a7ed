import Foundation
import PlayheadItems
import PlayheadMedia
import Synchronization

/// Reads the samples of an asset, as fast as a program asks for them.
///
///     unknown ──startReading──► reading ──all outputs are at their end──► completed
///        │                        │
///        └──────► failed ◄────────┼──cancelReading──► cancelled
///
/// Outputs are added first; then each one returns its samples with `copyNextSampleBuffer()`, which blocks while they
/// are read and decoded. The outputs are independent of each other, and each one may be used by a thread of its own.
open class AVAssetReader: NSObject, @unchecked Sendable {
  // Sendable: constants; everything that changes is behind a mutex.

  /// The state of a reader.
  public enum Status: Int, Sendable {
    /// Reading has not started.
    case unknown = 0
    /// Samples can be read.
    case reading = 1
    /// All samples of all outputs were read.
    case completed = 2
    /// An error ended reading, which `error` has.
    case failed = 3
    /// `cancelReading()` was called.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    /// The outputs that are not at their end.
    var open: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())
  private let storedAsset: AVAsset

  /// The asset that is read.
  open var asset: AVAsset { storedAsset }

  /// Creates a reader. Opens nothing.
  ///
  /// - Throws: `AVError.operationNotSupportedForAsset` for an HTTP Live Stream, whose media is no single file.
  public init(asset: AVAsset) throws {
    storedAsset = asset
    super.init()
    guard !asset.isStream else {
      throw AVError(
        .operationNotSupportedForAsset,
        userInfo: [NSLocalizedDescriptionKey: "The samples of a stream cannot be read: play it, or download it first."])
    }
  }

  // MARK: State

  /// The state of the reader.
  open var status: Status { state.withLock { $0.status } }

  /// The error that ended reading; nil unless `status` is `failed`.
  open var error: (any Error)? { state.withLock { $0.error } }

  /// The range of the asset's timeline that is read: all of it by default. Constant once reading has started.
  open var timeRange: CMTimeRange {
    get { state.withLock { $0.range } }
    set {
      state.withLock { state in
        precondition(state.status == .unknown, "The range of a reader cannot be changed once reading has started")
        state.range = newValue
      }
    }
  }

  // MARK: Outputs

  /// The outputs in the order in which they were added.
  open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// Whether an output can be added: it belongs to no reader, its tracks are those of the asset, and reading has not
  /// started.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.reader == nil
      && output.sourceTracks.allSatisfy { $0.assetLoader === storedAsset.assetLoader }
  }

  /// Adds an output. One that cannot be added is a programmer error.
  open func add(_ output: AVAssetReaderOutput) {
    precondition(canAdd(output), "The output cannot be added to this reader")
    output.adopt(self)
    state.withLock { $0.outputs.append(output) }
  }

  // MARK: Reading

  /// Opens the media of all outputs. Blocks while they are opened.
  ///
  /// - Returns: Whether samples can be read; if not, `status` and `error` have the reason.
  @discardableResult
  open func startReading() -> Bool {
    let range: CMTimeRange? = state.withLock { state in
      guard state.status == .unknown else { return nil }
      state.status = .reading
      state.open = Set(state.outputs.map { ObjectIdentifier($0) })
      return state.range
    }
    guard let range else { return false }
    guard range.start.isNumeric, range.duration >= .zero else {
      fail(AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: "The time range is not valid."]))
      return false
    }
    for output in outputs {
      if let error = output.configurationError {
        fail(error)
        return false
      }
      do throws(MediaError) {
        try output.open(range)
      } catch {
        fail(error.forClients)
        return false
      }
    }
    if outputs.isEmpty { state.withLock { $0.status = .completed } }
    return status == .reading || outputs.isEmpty
  }

  /// Ends reading: outputs return no more samples. Does nothing once reading has ended.
  open func cancelReading() {
    let outputs: [AVAssetReaderOutput] = state.withLock { state in
      guard state.status == .unknown || state.status == .reading else { return [] }
      state.status = .cancelled
      return state.outputs
    }
    for output in outputs { output.cancel() }
  }

  /// Records an error, which ends reading.
  func fail(_ error: any Error) {
    let outputs: [AVAssetReaderOutput] = state.withLock { state in
      guard state.status == .reading else { return [] }
      state.status = .failed
      state.error = error
      return state.outputs
    }
    for output in outputs { output.cancel() }
  }

  /// Records that an output has no more samples and will not be reset.
  func finish(_ output: AVAssetReaderOutput) {
    state.withLock { state in
      state.open.remove(ObjectIdentifier(output))
      if state.open.isEmpty, state.status == .reading { state.status = .completed }
    }
  }

  deinit { cancelReading() }
}

extension AVAsset {
  /// Whether the asset is known to be an HTTP Live Stream. Never waits.
  var isStream: Bool {
    ["m3u8", "m3u"].contains(assetLoader.url.pathExtension.lowercased()) || knownInfo?.containerName == "hls"
  }
}
