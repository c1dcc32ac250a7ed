import CoreMedia
import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
@_spi(Playhead) import QuartzCore

/// A layer that shows video which a program enqueues: compressed or decoded samples.
///
/// Frames are shown at the times of `controlTimebase`, of a synchronizer to which the layer or its renderer is added,
/// or of the host clock. Use a layer on one thread at a time; changes are reported on the main queue. Samples may be
/// enqueued on another thread.
open class AVSampleBufferDisplayLayer: CALayer, AVQueuedSampleBufferRendering, @unchecked Sendable {
  // Sendable: samples may be enqueued on any thread; the renderer has locks. The rest is for one thread at a time, as
  // for every layer.
  /// The renderer, shared with presentation layers.
  private let renderer: AVSampleBufferVideoRenderer
  private var gravity = AVLayerVideoGravity.resizeAspect
  private var isReady = false
  private var control: CMTimebase?

  /// Creates a layer without frames.
  public override convenience init() { self.init(environment: PlaybackEnvironment.current) }

  package init(environment: PlaybackEnvironment) {
    renderer = AVSampleBufferVideoRenderer(environment: environment)
    super.init()
    videoSource = self
    renderer.layer.value = self
    renderer.feed.connect(self)
  }

  /// Creates a layer that shows the current content of another one, for `presentation()`.
  public override init(layer: Any) {
    let other = layer as? AVSampleBufferDisplayLayer
    renderer = other?.renderer ?? AVSampleBufferVideoRenderer()
    gravity = other?.gravity ?? .resizeAspect
    isReady = other?.isReady ?? false
    control = other?.control
    super.init(layer: layer)
    videoSource = self
  }

  /// Creates the layer that `presentation()` returns.
  @_spi(Playhead) open override func makePresentationLayer() -> CALayer { AVSampleBufferDisplayLayer(layer: self) }

  deinit { StringKeyObservers.forget(self) }

  // MARK: Display

  /// The renderer of the layer, which can be added to a synchronizer.
  open var sampleBufferRenderer: AVSampleBufferVideoRenderer { renderer }

  /// The scaling of the video within the bounds. Observable.
  open var videoGravity: AVLayerVideoGravity {
    get {
      AccessTracking.note("videoGravity", of: self)
      return gravity
    }
    set {
      guard newValue != gravity else { return }
      KeyValueChanges.willChange(["videoGravity"], of: self)
      gravity = newValue
      KeyValueChanges.didChange(["videoGravity"], of: self)
      treeChanged()
    }
  }

  /// The timebase of the samples' times; nil, the default, for the host time. Without effect while the layer or its
  /// renderer belongs to a synchronizer.
  open var controlTimebase: CMTimebase? {
    get { control }
    set {
      guard newValue !== control, !renderer.membership.isMember else { return }
      control = newValue
      renderer.setControlTimebase(newValue)
    }
  }

  /// Whether a frame is shown. Observable, with the key `readyForDisplay`.
  open var isReadyForDisplay: Bool {
    AccessTracking.note("readyForDisplay", of: self)
    return isReady
  }

  // MARK: Samples

  /// The timebase of the samples' times: `controlTimebase`, or a read-only one.
  open var timebase: CMTimebase { control ?? renderer.timebase }

  /// Whether frames are shown. Observable.
  open var status: AVQueuedSampleBufferRenderingStatus {
    AccessTracking.note("status", of: self)
    return renderer.status
  }

  /// The error if the status is `failed`; otherwise nil.
  open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return renderer.error
  }

  /// Whether samples are ignored until `flush()`, because one could not be decoded.
  open var requiresFlushToResumeDecoding: Bool { renderer.requiresFlushToResumeDecoding }

  /// Appends a buffer with compressed samples in decode order, or with a decoded frame.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) { renderer.enqueue(sampleBuffer) }

  /// Drops the samples that are not shown yet, and recovers from failures. The frame that is shown remains.
  open func flush() { renderer.flush() }

  /// Drops the samples that are not shown yet, and the frame that is shown.
  open func flushAndRemoveImage() { renderer.flush(removingDisplayedImage: true) }

  /// Whether more buffers should be enqueued.
  open var isReadyForMoreMediaData: Bool { renderer.isReadyForMoreMediaData }

  /// Calls a block on a queue whenever the layer is ready for more buffers.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
    renderer.requestMediaDataWhenReady(on: queue, using: block)
  }

  /// Ends the calls of `requestMediaDataWhenReady(on:using:)`.
  open func stopRequestingMediaData() { renderer.stopRequestingMediaData() }

  /// Whether a frame is decoded, or as many samples are enqueued as the layer takes.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
    renderer.hasSufficientMediaDataForReliablePlaybackStart
  }
}

extension AVSampleBufferDisplayLayer: FrameLayer {
  package var sinkHost: (any VideoSinkHost)? { renderer.engine }

  package func videoPlace(in bounds: CGRect) -> CGRect? {
    renderer.feed.frame.map {
      gravity.place(CGSize(width: $0.displaySize.width, height: $0.displaySize.height), in: bounds)
    }
  }

  package func videoImage(width: Int, height: Int) -> CGImage? { renderer.feed.image(width: width, height: height) }

  package func frameChanged() {
    let isReady = renderer.feed.frame != nil
    let hasChanged = isReady != self.isReady
    if hasChanged { KeyValueChanges.willChange(["readyForDisplay"], of: self) }
    self.isReady = isReady
    if hasChanged {
      KeyValueChanges.didChange(["readyForDisplay"], of: self)
      NotificationCenter.default.post(name: .AVSampleBufferDisplayLayerReadyForDisplayDidChange, object: self)
    }
    treeChanged()
  }
}

extension AVSampleBufferDisplayLayer: StringKeyed {
  package func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error)
    case "videoGravity": .some(videoGravity.rawValue)
    case "readyForDisplay": .some(NSNumber(value: isReadyForDisplay))
    default: nil
    }
  }
}

/// The key of the error in `AVSampleBufferDisplayLayerFailedToDecode` notifications.
public let AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey: String =
  "AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey"

extension NSNotification.Name {
  /// Posted on the main queue when a layer could not decode a sample, with the error in `userInfo`.
  public static let AVSampleBufferDisplayLayerFailedToDecode = NSNotification.Name(
    "AVSampleBufferDisplayLayerFailedToDecodeNotification")

  /// Posted on the main queue when `requiresFlushToResumeDecoding` of a layer has changed.
  public static let AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange = NSNotification.Name(
    "AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChangeNotification")

  /// Posted on the main queue when `isReadyForDisplay` of a layer has changed.
  public static let AVSampleBufferDisplayLayerReadyForDisplayDidChange = NSNotification.Name(
    "AVSampleBufferDisplayLayerReadyForDisplayDidChangeNotification")
}
