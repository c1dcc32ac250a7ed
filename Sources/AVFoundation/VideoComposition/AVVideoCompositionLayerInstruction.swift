import Foundation
import PlayheadCompositions
import PlayheadMedia
import Synchronization

/// The transform, the opacity and the visible part of one track's frames within an instruction of a video composition.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is behind a lock.
  /// The settings of a layer. A value: copies share nothing.
  struct State: Sendable {
    var trackID = kCMPersistentTrackID_Invalid
    var transform = RampCurve<CGAffineTransform>()
    var opacity = RampCurve<Float>()
    var crop = RampCurve<CGRect>()
  }
  let settings: Mutex<State>

  init(_ state: State) {
    settings = Mutex(state)
    super.init()
  }

  var state: State { settings.withLock { $0 } }

  /// The layer at a time.
  func layer(at time: CMTime) -> LayerComposition.Layer {
    let state = state
    return LayerComposition.Layer(
      track: state.trackID, transform: state.transform.value(at: time) ?? .identity,
      opacity: state.opacity.value(at: time) ?? 1, crop: state.crop.value(at: time))
  }

  /// The identifier of the track.
  open var trackID: CMPersistentTrackID { state.trackID }

  /// Returns the transform ramp that contains a time, or the interval of a constant transform.
  ///
  /// - Returns: False before the first transform that was set, where it is the identity. Nothing is written then.
  open func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    Self.write(state.transform.ramp(at: time), startTransform, endTransform, timeRange)
  }

  /// Returns the opacity ramp that contains a time, or the interval of a constant opacity.
  ///
  /// - Returns: False before the first opacity that was set, where it is 1. Nothing is written then.
  open func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    Self.write(state.opacity.ramp(at: time), startOpacity, endOpacity, timeRange)
  }

  /// Returns the crop rectangle ramp that contains a time, or the interval of a constant rectangle.
  ///
  /// - Returns: False before the first rectangle that was set, where the whole frame is visible. Nothing is written
  ///   then.
  open func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    Self.write(state.crop.ramp(at: time), startCropRectangle, endCropRectangle, timeRange)
  }

  private static func write<Value>(
    _ ramp: RampCurve<Value>.Ramp?, _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
    _ range: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp else { return false }
    start?.pointee = ramp.from
    end?.pointee = ramp.to
    range?.pointee = ramp.range
    return true
  }

  /// Returns the object itself: instructions are immutable. A mutable instruction returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionLayerInstruction(state) }
}

/// A layer instruction that can be changed.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates an instruction for no track: set `trackID`.
  public init() { super.init(State()) }

  override init(_ state: State) { super.init(state) }

  /// Creates an instruction for a track.
  public convenience init(assetTrack track: AVAssetTrack) {
    self.init()
    trackID = track.trackID
  }

  /// The identifier of the track.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { settings.withLock { $0.trackID = newValue } }
  }

  /// Sets the transform from a time on. It maps the frame, with its origin at the top left, to the composition's frame.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    setTransformRamp(
      fromStart: transform, toEnd: transform, timeRange: CMTimeRange(start: time, duration: .zero))
  }

  /// Changes the transform linearly in each of its numbers; the last one stays. Ignored for a range without values.
  open func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    guard Self.isUsable(timeRange) else { return }
    settings.withLock { $0.transform.add(timeRange, from: startTransform, to: endTransform) }
  }

  /// Sets the opacity from a time on: 1 is opaque, 0 invisible.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    setOpacityRamp(
      fromStartOpacity: opacity, toEndOpacity: opacity, timeRange: CMTimeRange(start: time, duration: .zero))
  }

  /// Changes the opacity linearly; the last one stays. Values are limited to 0 and 1. Ignored for a range without
  /// values.
  open func setOpacityRamp(fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange)
  {
    guard Self.isUsable(timeRange) else { return }
    func limited(_ opacity: Float) -> Float { opacity.isFinite ? max(0, min(1, opacity)) : 1 }
    settings.withLock { $0.opacity.add(timeRange, from: limited(startOpacity), to: limited(endOpacity)) }
  }

  /// Sets the visible part of the frame from a time on, in its pixels from the top left.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    setCropRectangleRamp(
      fromStartCropRectangle: cropRectangle, toEndCropRectangle: cropRectangle,
      timeRange: CMTimeRange(start: time, duration: .zero))
  }

  /// Changes the visible part of the frame linearly; the last one stays. Ignored for a range without values.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    guard Self.isUsable(timeRange) else { return }
    settings.withLock { $0.crop.add(timeRange, from: startCropRectangle, to: endCropRectangle) }
  }

  private static func isUsable(_ range: CMTimeRange) -> Bool {
    range.start.isNumeric && range.duration.isNumeric && range.duration >= .zero
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionLayerInstruction(state) }
}
