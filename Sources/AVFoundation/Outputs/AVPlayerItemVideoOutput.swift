import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import Synchronization

/// Gives an item's pictures to the program, each when it is time for it.
///
/// A program that draws asks at each of its own frames: which item time belongs to the moment at which the frame will be seen
/// (`itemTime(forHostTime:)`), whether there is a new picture for it, and for that picture. It works while paused as well. Pictures
/// are not turned: `AVAssetTrack.preferredTransform` says how they are to be.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: constants, and the last picture behind a lock.
  private let maker: PixelBufferMaker
  /// The picture that was taken last.
  let acquired = Mutex<VideoFrame?>(nil)
  /// Whom it tells.
  let audience = Mutex(OutputAudience())

  /// An output with pictures of a certain kind.
  ///
  /// - Parameter pixelBufferAttributes: `kCVPixelBufferPixelFormatTypeKey` with one format or several in order of preference,
  ///   `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`; all others are ignored. Formats: 32BGRA, 32RGBA, 32ARGB, 420v, 420f,
  ///   y420, f420, x420 and xf20; others are a programmer's error. nil: what the decoder makes, without a copy where that is
  ///   one of these.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    maker = PixelBufferMaker(.init(attributes: pixelBufferAttributes ?? [:]))
    super.init()
  }

  /// An output with settings, of which the pixel buffer attributes count.
  public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

  /// Whether the picture for a time of the item is another one than the last that was taken from this output.
  open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let frame = frame(at: itemTime) else { return false }
    return acquired.withLock { $0 !== frame }
  }

  /// Takes the picture for a time of the item; converts it on this thread if another format than the decoder's is wanted.
  ///
  /// - Parameters:
  ///   - itemTime: When it is to be seen.
  ///   - outItemTimeForDisplay: Receives the picture's own time.
  /// - Returns: nil when there is none yet, or none any more: keep the last one.
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
    item.engineItem.hidePicture(isSuppressed)
    item.currentPlayer?.session.choiceChanged(of: item.engineItem)
  }

  override func detach() {
    if suppressesPlayerRendering { suppressionChanged(false) }
    super.detach()
    acquired.withLock { $0 = nil }
  }

  /// Whoever waits for its pictures waits at the player.
  override func itemBecameCurrent() {
    if let watch = audience.withLock({ $0.watch }) { begin(watch) }
  }

  override func sequenceWasFlushed() {
    acquired.withLock { $0 = nil }
    tell { $0.outputSequenceWasFlushed($1) }
  }

  private func frame(at time: CMTime) -> VideoFrame? {
    guard time.isNumeric, let item, item.currentPlayer != nil else { return nil }
    return item.engineItem.frame(at: time)
  }
}
