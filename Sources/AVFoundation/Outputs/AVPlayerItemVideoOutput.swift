import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// An item output that delivers video frames for display at their time.
///
/// For each of its own frames, a rendering client queries the item time at which that frame will be visible
/// (`itemTime(forHostTime:)`), whether a new pixel buffer is available for it, and the buffer itself. Also works while
/// paused. Frames are not rotated: `AVAssetTrack.preferredTransform` has the transform.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: constants, and the last frame behind a lock.
  private let maker: PixelBufferConverter
  /// The frame that was taken last.
  let acquired = Mutex<VideoFrame?>(nil)
  /// The delegate and its pending notification.
  let delegateState = Mutex(VideoOutputDelegateState())

  /// Creates an output with pixel buffers of a given format.
  ///
  /// - Parameter pixelBufferAttributes: `kCVPixelBufferPixelFormatTypeKey` with one format or several in order of
  ///   preference, `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`; all others are ignored. Formats: 32BGRA,
  ///   32RGBA, 32ARGB, 420v, 420f, y420, f420, x420 and xf20; others are a programmer error. nil for the decoder's
  ///   format, without a copy if it is one of these.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    maker = PixelBufferConverter(.init(attributes: pixelBufferAttributes ?? [:]))
    super.init()
  }

  /// Creates an output with output settings, of which the pixel buffer attributes apply.
  public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

  /// Whether the frame for an item time differs from the last one that was taken from this output.
  open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let frame = frame(at: itemTime) else { return false }
    return acquired.withLock { $0 !== frame }
  }

  /// Takes the frame for an item time, converted on this thread if its format differs from the requested one.
  ///
  /// - Parameters:
  ///   - itemTime: The display time.
  ///   - outItemTimeForDisplay: Receives the presentation time of the frame.
  /// - Returns: nil if no frame is available: continue to show the last one.
  open func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let frame = frame(at: itemTime), let buffer = maker.buffer(of: frame) else { return nil }
    acquired.withLock { $0 = frame }
    outItemTimeForDisplay?.pointee = frame.presentationTime
    return buffer
  }

  override func attach(to item: AVPlayerItem) {
    super.attach(to: item)
    if suppressesPlayerRendering { suppressionChanged(true) }
  }

  override func suppressionChanged(_ isSuppressed: Bool) {
    guard let item else { return }
    item.engineItem.hideVideo(isSuppressed)
    item.currentPlayer?.session.trackSelectionChanged(of: item.engineItem)
  }

  override func detach() {
    if suppressesPlayerRendering { suppressionChanged(false) }
    super.detach()
    acquired.withLock { $0 = nil }
  }

  /// A pending watch waits at the player that makes the item current.
  override func itemBecameCurrent() {
    if let watch = delegateState.withLock({ $0.watch }) { begin(watch) }
  }

  override func sequenceWasFlushed() {
    acquired.withLock { $0 = nil }
    callDelegate { $0.outputSequenceWasFlushed($1) }
  }

  private func frame(at time: CMTime) -> VideoFrame? {
    guard time.isNumeric, let item, item.currentPlayer != nil else { return nil }
    return item.engineItem.frame(at: time)
  }

  // MARK: Delegate

  /// The delegate, held weakly.
  open weak var delegate: (any AVPlayerItemOutputPullDelegate)? { delegateState.withLock { $0.delegate } }

  /// The queue on which the delegate is called; nil without a delegate.
  open var delegateQueue: DispatchQueue? { delegateState.withLock { $0.queue } }

  /// Sets the delegate.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly; nil to remove it.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    delegateState.withLock {
      $0.delegate = delegate
      $0.queue = delegate == nil ? nil : delegateQueue ?? .main
    }
  }

  /// Notifies the delegate once when a frame other than the one last taken is available: for clients that have stopped
  /// polling because nothing changes.
  ///
  /// - Parameter interval: The minimum number of seconds by which the notification precedes the frame's display time.
  open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    let watch = FrameWatch(lead: .seconds(max(0, interval)), known: { [weak self] in self?.acquired.withLock { $0 } }) {
      [weak self] in self?.frameWillChange()
    }
    let old = delegateState.withLock { delegateState in
      defer { delegateState.watch = watch }
      return delegateState.watch
    }
    if let old { end(old) }
    begin(watch)
  }
}
