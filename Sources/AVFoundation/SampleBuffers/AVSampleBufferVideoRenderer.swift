import CoreMedia
import CoreVideo
import Foundation
import PlayheadItems
import PlayheadPipeline
import PlayheadSamples
import QuartzCore
import Synchronization

/// Decodes and presents video that a program enqueues: compressed or decoded samples.
///
/// Frames appear in the layer whose `sampleBufferRenderer` this is, and in `displayedPixelBuffer()`. They are shown at
/// the times of a synchronizer to which the renderer is added, or of the layer's `controlTimebase`, or of the host
/// clock. A frame that is late is skipped; one that is before a frame already shown is not shown. Samples of a format
/// that cannot be decoded, and damaged ones, end rendering until `flush()`: `status` is then `failed`. Any thread.
open class AVSampleBufferVideoRenderer: NSObject, AVQueuedSampleBufferRendering, @unchecked Sendable {
  // Sendable: constants, and everything else behind locks.
  /// Posted on the main queue when a sample could not be decoded, with the error in `userInfo`.
  public class var didFailToDecodeNotification: NSNotification.Name {
    NSNotification.Name("AVSampleBufferVideoRendererDidFailToDecodeNotification")
  }

  /// The key of the error in `didFailToDecodeNotification`.
  public class var didFailToDecodeNotificationErrorKey: String {
    "AVSampleBufferVideoRendererDidFailToDecodeNotificationErrorKey"
  }

  /// Posted on the main queue when `requiresFlushToResumeDecoding` has changed.
  public class var requiresFlushToResumeDecodingDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVSampleBufferVideoRendererRequiresFlushToResumeDecodingDidChangeNotification")
  }

  private let environment: PlaybackEnvironment
  /// The frame that is shown.
  let feed = LayerFeed()
  /// The decoder and the presenters.
  package let engine: SampleVideoRenderer
  private let reader = Mutex(VideoSampleReader())
  /// The synchronizer that has the renderer.
  let membership = SynchronizerMembership()
  /// The last reported status.
  private let reported = Mutex(AVQueuedSampleBufferRenderingStatus.unknown)
  /// The layer that shows the frames.
  let layer = WeakLayer()
  /// The link to a controlling timebase; nil without one.
  private let control = Mutex<TimebaseLink?>(nil)

  /// Creates a renderer.
  public override convenience init() { self.init(environment: PlaybackEnvironment.current) }

  package init(environment: PlaybackEnvironment) {
    self.environment = environment
    let box = WeakRenderer()
    engine = SampleVideoRenderer(environment) { box.renderer?.statusChanged() }
    super.init()
    box.renderer = self
    feed.empty(delivery: Delivery(environment.delivery))
    engine.attach(feed)
  }

  deinit { engine.close() }

  // MARK: Samples

  /// Appends a buffer with compressed samples in decode order, or with a decoded frame.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    control.withLock { $0 }?.update()
    for sample in reader.withLock({ $0.samples(of: sampleBuffer) }) { engine.enqueue(sample) }
  }

  /// Drops the samples that are not shown yet, and recovers from failures. The frame that is shown remains.
  open func flush() { engine.flush(removesImage: false) }

  /// Drops the samples that are not shown yet, and the shown frame if `removeDisplayedImage` is true. Calls the handler
  /// on the main queue when that is done.
  open func flush(removingDisplayedImage removeDisplayedImage: Bool, completionHandler handler: (() -> Void)? = nil) {
    let box = handler.map { HandlerBox($0) }
    engine.flush(removesImage: removeDisplayedImage) { box?.call() }
  }

  /// Drops the samples that are not shown yet, and the shown frame if `removeDisplayedImage` is true.
  open func flush(removingDisplayedImage removeDisplayedImage: Bool) async {
    await withCheckedContinuation { continuation in
      engine.flush(removesImage: removeDisplayedImage) { continuation.resume() }
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

  /// Whether a frame is decoded, or as many samples are enqueued as the renderer takes.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool { engine.hasSufficientData }

  // MARK: State

  /// The read-only timebase of the frames: that of the synchronizer, or the host time.
  open var timebase: CMTimebase { engine.clock.timebase }

  /// Whether frames are shown. Observable.
  open var status: AVQueuedSampleBufferRenderingStatus {
    AccessTracking.note("status", of: self)
    return AVQueuedSampleBufferRenderingStatus(engine.status)
  }

  /// The error if the status is `failed`; otherwise nil. Observable.
  open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    guard case .failed(let error) = engine.status else { return nil }
    return error.forClients
  }

  /// Whether samples are ignored until `flush()`, because one could not be decoded.
  open var requiresFlushToResumeDecoding: Bool { status == .failed }

  /// The frame that is shown; nil without one.
  open func displayedPixelBuffer() -> CVPixelBuffer? {
    feed.frame.flatMap { PixelBufferConverter(.init()).buffer(of: $0) }
  }

  /// Shows frames by a timebase; nil: by the host time.
  func setControlTimebase(_ timebase: CMTimebase?) {
    let clock = timebase == nil ? SampleClock.hostTime(environment.clock) : SampleClock(environment.clock)
    let link = timebase.map { TimebaseLink($0, clock) }
    control.withLock { $0 = link }
    engine.follow(clock)
  }

  /// Reports a change of the status. Runs on the delivery queue.
  private func statusChanged() {
    let new = AVQueuedSampleBufferRenderingStatus(engine.status)
    let old = reported.withLock { reported in
      defer { reported = new }
      return reported
    }
    guard new != old else { return }
    let objects: [NSObject] = [self] + [layer.value].compactMap { $0 }
    for object in objects {
      KeyValueChanges.willChange(["status", "error"], of: object)
      KeyValueChanges.didChange(["status", "error"], of: object)
    }
    let center = NotificationCenter.default
    if new == .failed, let error {
      center.post(
        name: Self.didFailToDecodeNotification, object: self,
        userInfo: [Self.didFailToDecodeNotificationErrorKey: error])
      if let layer = layer.value {
        center.post(
          name: .AVSampleBufferDisplayLayerFailedToDecode, object: layer,
          userInfo: [AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey: error])
      }
    }
    guard new == .failed || old == .failed else { return }
    center.post(name: Self.requiresFlushToResumeDecodingDidChangeNotification, object: self)
    if let layer = layer.value {
      center.post(name: .AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange, object: layer)
    }
  }
}

extension AVSampleBufferVideoRenderer: StringKeyed {
  package func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error)
    default: nil
    }
  }
}

extension AVQueuedSampleBufferRenderingStatus {
  init(_ status: SampleRendererStatus) {
    switch status {
    case .unknown: self = .unknown
    case .rendering: self = .rendering
    case .failed: self = .failed
    }
  }
}

/// A weak reference to a renderer for its engine.
private final class WeakRenderer: @unchecked Sendable {
  // Sendable: set once, before any frame.
  weak var renderer: AVSampleBufferVideoRenderer?
}

/// A weak reference to the layer of a renderer.
final class WeakLayer: @unchecked Sendable {
  // Sendable: set once, at the layer's creation; loading a weak reference is safe on any thread.
  weak var value: AVSampleBufferDisplayLayer?
}

/// A handler of a program, called once on the delivery queue.
final class HandlerBox: @unchecked Sendable {
  // Sendable: called only there.
  let call: () -> Void
  init(_ call: @escaping () -> Void) { self.call = call }
}
