import CoreMedia
import Foundation
import PlayheadItems
import PlayheadSamples
import Synchronization

/// Decodes and plays audio that a program enqueues: linear PCM or compressed.
///
/// It plays only while it belongs to a synchronizer, at the synchronizer's rate, and drives the synchronizer's clock by
/// the position of the audio device. Gaps between buffers are silent; audio that is late, or before audio already
/// enqueued, is not played. Any thread.
open class AVSampleBufferAudioRenderer: NSObject, AVQueuedSampleBufferRendering, @unchecked Sendable {
  // Sendable: constants, and everything else behind locks.
  /// The properties that a program sets.
  private struct Settings {
    var volume: Float = 1
    var isMuted = false
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    var device: String?
    var reported = AVQueuedSampleBufferRenderingStatus.unknown
  }

  /// The decoder and the output.
  let engine: SampleAudioRenderer
  /// The synchronizer that has the renderer.
  let membership = SynchronizerMembership()
  private let reader = Mutex(AudioSampleReader())
  private let settings = Mutex(Settings())

  /// Creates a renderer.
  public override convenience init() { self.init(environment: PlaybackEnvironment.current) }

  package init(environment: PlaybackEnvironment) {
    let box = WeakAudioRenderer()
    engine = SampleAudioRenderer(environment) { box.renderer?.handle($0) }
    super.init()
    box.renderer = self
  }

  deinit { engine.close() }

  // MARK: Samples

  /// Appends a buffer with audio.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    if let sample = reader.withLock({ $0.sample(of: sampleBuffer) }) { engine.enqueue(sample) }
  }

  /// Drops the samples that are not played yet, and recovers from failures.
  open func flush() { engine.flush() }

  /// Drops the samples from a time on, which must not have been played yet. Calls the handler on the main queue with
  /// whether that was so; otherwise nothing is dropped.
  open func flush(fromSourceTime time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    let box = ResultBox(completionHandler)
    engine.flush(from: time) { box.call($0) }
  }

  /// Drops the samples from a time on, and returns whether they had not been played yet; otherwise nothing is dropped.
  open func flush(fromSourceTime time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      engine.flush(from: time) { continuation.resume(returning: $0) }
    }
  }

  /// Whether more buffers should be enqueued.
  open var isReadyForMoreMediaData: Bool { engine.isReady }

  /// Calls a block on a queue whenever the renderer is ready for more buffers.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
    engine.requestData(on: queue, block)
  }

  /// Ends the calls of `requestMediaDataWhenReady(on:using:)`.
  open func stopRequestingMediaData() { engine.stopRequesting() }

  /// Whether a fifth of a second of audio is decoded, or as much is enqueued as the renderer takes.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool { engine.hasSufficientData }

  // MARK: State

  /// The read-only timebase of the samples' times: that of the synchronizer.
  open var timebase: CMTimebase { engine.clock.timebase }

  /// Whether audio is played. Observable.
  open var status: AVQueuedSampleBufferRenderingStatus {
    AccessTracking.note("status", of: self)
    return AVQueuedSampleBufferRenderingStatus(engine.status)
  }

  /// The error if the status is `failed`; otherwise nil.
  open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    guard case .failed(let error) = engine.status else { return nil }
    return error.forClients
  }

  // MARK: Output

  /// The volume, a linear factor from 0 to 1.
  open var volume: Float {
    get { settings.withLock { $0.volume } }
    set {
      let volume = newValue.isFinite ? max(0, min(1, newValue)) : 1
      settings.withLock { $0.volume = volume }
      applyGain()
    }
  }

  /// Whether the audio is silent.
  open var isMuted: Bool {
    get { settings.withLock { $0.isMuted } }
    set {
      settings.withLock { $0.isMuted = newValue }
      applyGain()
    }
  }

  private func applyGain() { engine.setGain(settings.withLock { $0.isMuted ? 0 : $0.volume }) }

  /// The algorithm for rates other than 1.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { settings.withLock { $0.pitch } }
    set {
      settings.withLock { $0.pitch = newValue }
      engine.setPitch(newValue.algorithm)
    }
  }

  /// The sound server's identifier of the output device; nil, the default, for the system's choice. A change flushes
  /// the renderer, with a notification.
  open var audioOutputDeviceUniqueID: String? {
    get { settings.withLock { $0.device } }
    set {
      settings.withLock { $0.device = newValue }
      engine.setDevice(newValue)
    }
  }

  /// Reports an event. Runs on the delivery queue.
  private func handle(_ event: SampleRendererEvent) {
    let center = NotificationCenter.default
    switch event {
    case .status:
      let new = AVQueuedSampleBufferRenderingStatus(engine.status)
      let isChanged = settings.withLock { settings in
        defer { settings.reported = new }
        return settings.reported != new
      }
      guard isChanged else { return }
      KeyValueChanges.willChange(["status", "error"], of: self)
      KeyValueChanges.didChange(["status", "error"], of: self)
    case .flushed(let time):
      center.post(name: .AVSampleBufferAudioRendererOutputConfigurationDidChange, object: self)
      center.post(
        name: .AVSampleBufferAudioRendererWasFlushedAutomatically, object: self,
        userInfo: [AVSampleBufferAudioRendererFlushTimeKey: NSValue(time: time)])
    }
  }
}

extension AVSampleBufferAudioRenderer: StringKeyed {
  package func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error)
    default: nil
    }
  }
}

/// A weak reference to a renderer for its engine.
private final class WeakAudioRenderer: @unchecked Sendable {
  // Sendable: set once, before any sample.
  weak var renderer: AVSampleBufferAudioRenderer?
}

/// A handler of a program with a result, called once on the delivery queue.
final class ResultBox: @unchecked Sendable {
  // Sendable: called only there.
  let call: (Bool) -> Void
  init(_ call: @escaping (Bool) -> Void) { self.call = call }
}

/// The key of the time from which samples have to be enqueued again: an `NSValue` with a `CMTime`.
public let AVSampleBufferAudioRendererFlushTimeKey: String = "AVSampleBufferAudioRendererFlushTimeKey"

extension NSNotification.Name {
  /// Posted on the main queue when a renderer has dropped its samples because its output has changed. `userInfo` has
  /// the time from which they have to be enqueued again.
  public static let AVSampleBufferAudioRendererWasFlushedAutomatically = NSNotification.Name(
    "AVSampleBufferAudioRendererWasFlushedAutomaticallyNotification")

  /// Posted on the main queue when a renderer uses another output device.
  public static let AVSampleBufferAudioRendererOutputConfigurationDidChange = NSNotification.Name(
    "AVSampleBufferAudioRendererOutputConfigurationDidChangeNotification")
}
