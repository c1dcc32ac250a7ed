import Foundation

// The time of a layer and of everything in it.
extension CALayer: CAMediaTiming {
  /// When the layer's time begins, in its superlayer's.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue) }
  }
  /// Infinite for a layer unless set.
  public var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue) }
  }
  /// How fast its time passes, and that of everything in it; 0 stops it at `timeOffset`.
  public var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue.isFinite ? newValue : 0) }
  }
  /// What is added to its time.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue) }
  }
  /// Means nothing for a layer.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue) }
  }
  /// Means nothing for a layer.
  public var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue) }
  }
  /// Means nothing for a layer.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue) }
  }
  /// Means nothing for a layer.
  public var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { setTiming(\.fillMode, newValue) }
  }

  private func setTiming<Value>(_ path: WritableKeyPath<TimingParameters, Value>, _ value: Value) {
    timing[keyPath: path] = value
    treeChanged()
  }
}
