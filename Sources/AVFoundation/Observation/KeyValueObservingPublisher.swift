import Foundation

extension NSObject {
  /// The values of a key path, for iteration with `for await`.
  ///
  /// - Note: Difference from Apple: not a Combine publisher, as Combine does not exist on Linux. It has `values` and no
  ///   subscribers.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value> {
    /// The observed object; retained while the values are being iterated.
    public let object: Subject
    /// The observed property.
    public let keyPath: KeyPath<Subject, Value>
    /// Whether the first value is the current one (`.initial`).
    public let options: NSKeyValueObservingOptions

    fileprivate init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
      (self.object, self.keyPath, self.options) = (object, keyPath, options)
    }
  }
}

extension NSObject.KeyValueObservingPublisher where Value: Sendable {
  /// The values of the property after each change. Observation starts with this call and ends when the iterating task
  /// ends or the sequence is released.
  ///
  /// A slow consumer receives only the newest value: memory does not grow, and the last value is never missed. The
  /// sequence supports one consumer; each further one needs its own.
  public var values: AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let retained = RetainedObject(object)
    // Prior notifications carry no new value.
    let token = object.observe(keyPath, options: options.subtracting(.prior).union(.new)) { _, change in
      if let value = change.newValue { continuation.yield(value) }
    }
    continuation.onTermination = { _ in
      token.invalidate()
      _ = retained
    }
    return stream
  }

  /// Retains the object until the sequence ends.
  private struct RetainedObject: @unchecked Sendable {
    // Sendable: never accessed, only released.
    private let object: Subject
    init(_ object: Subject) { self.object = object }
  }
}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// The values of a key path, for `for await value in player.publisher(for: \.timeControlStatus).values`.
  ///
  /// - Parameters:
  ///   - keyPath: As for `observe(_:options:changeHandler:)`.
  ///   - options: Without `.initial`, the first value is that of the first change.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}
