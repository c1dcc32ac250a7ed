import Foundation

// The time of a layer and of its sublayers.
extension CALayer: CAMediaTiming {
  /// The start of the layer's time, in its superlayer's time.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue) }
  }
  /// The duration; infinite for a layer by default.
  public var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue) }
  }
  /// The speed of the layer's time and that of its sublayers; 0 stops it at `timeOffset`.
  public var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue.isFinite ? newValue : 0) }
  }
  /// The offset that is added to the layer's time.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue) }
  }
  /// Has no effect for a layer.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue) }
  }
  /// Has no effect for a layer.
  public var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue) }
  }
  /// Has no effect for a layer.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue) }
  }
  /// Has no effect for a layer.
  public var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { setTiming(\.fillMode, newValue) }
  }

  /// Changes a timing property. Such changes are not animated.
  private func setTiming<Value>(_ path: WritableKeyPath<TimingParameters, Value>, _ value: Value) {
    timing[keyPath: path] = value
    treeChanged()
  }
}
