import Foundation

extension NSObject {
  /// The values of a key path, as a program reads them one after the other with `for await`.
  ///
  /// - Note: Difference from Apple: there it is a publisher of Combine, which does not exist on Linux. Here it has `values` and no
  ///   subscribers.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value> {
    /// Whose values they are; kept as long as somebody waits for them.
    public let object: Subject
    public let keyPath: KeyPath<Subject, Value>
    /// Whether the first value is the present one (`.initial`).
    public let options: NSKeyValueObservingOptions

    fileprivate init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
      (self.object, self.keyPath, self.options) = (object, keyPath, options)
    }
  }
}

extension NSObject.KeyValueObservingPublisher where Value: Sendable {
  /// The values, each when the property has become it. Observing begins with this call and ends with the task that waits, or when
  /// the sequence is let go.
  ///
  /// Whoever is slower than the changes gets the newest value, and not those before it: memory does not grow, and the last value
  /// is never missed. The sequence is for one reader; several ask for one each.
  public var values: AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let kept = Kept(object)
    // Priors carry no new value.
    let token = object.observe(keyPath, options: options.subtracting(.prior).union(.new)) { _, change in
      if let value = change.newValue { continuation.yield(value) }
    }
    continuation.onTermination = { _ in
      token.invalidate()
      _ = kept
    }
    return stream
  }

  /// Carries the object to where the sequence ends.
  private struct Kept: @unchecked Sendable {
    // Sendable: nobody touches it there; it is only let go.
    private let object: Subject
    init(_ object: Subject) { self.object = object }
  }
}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// The values of a key path, to be read with `for await value in player.publisher(for: \.timeControlStatus).values`.
  ///
  /// - Parameters:
  ///   - keyPath: As for `observe(_:options:changeHandler:)`.
  ///   - options: Without `.initial` the first value is that of the first change.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}
