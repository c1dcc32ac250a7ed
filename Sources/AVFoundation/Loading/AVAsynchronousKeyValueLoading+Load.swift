import Foundation

extension AVAsynchronousKeyValueLoading {
  /// Loads a property. Throws what made it fail, or `CancellationError` when the task is cancelled.
  public func load<Value>(
    _ property: AVAsyncProperty<Self, Value>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await (self as? any KeyLoading)?.loader?.loaded([property.key])
    return property.read(self)
  }

  /// Loads several properties at once. Throws the first error.
  public func load<A, B, each C>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: repeat AVAsyncProperty<Self, each C>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, repeat each C) {
    var keys = [propertyA.key, propertyB.key]
    repeat keys.append((each propertyC).key)
    try await (self as? any KeyLoading)?.loader?.loaded(keys)
    return (propertyA.read(self), propertyB.read(self), repeat (each propertyC).read(self))
  }

  /// How far a property has come, with its value when it is loaded; starts nothing.
  public func status<Value>(of property: AVAsyncProperty<Self, Value>) -> AVAsyncProperty<Self, Value>.Status {
    var error: NSError?
    switch statusOfValue(forKey: property.key, error: &error) {
    case .unknown: return .notYetLoaded
    case .loading: return .loading
    case .loaded: return .loaded(property.read(self))
    case .failed: return .failed(error ?? AVError(.unknown) as NSError)
    case .cancelled: return .failed(AVError(.operationCancelled) as NSError)
    }
  }

  /// Starts to load properties without waiting for them.
  public func loadValuesAsynchronously(forKeys keys: [String]) {
    loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
  }

  /// Loads properties and returns when each is loaded, failed or cancelled; `statusOfValue(forKey:error:)` tells which.
  public func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }
}

extension KeyLoading {
  func status(of key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    outError?.pointee = nil
    let status = loader?.status(of: key) ?? .loaded
    switch (status, loader?.outcome) {
    case (.loaded, _) where !hasProperty(key):
      outError?.pointee =
        AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "There is no property “\(key)” to load."]) as NSError
      return .failed
    case (.failed, .failed(let error)):
      outError?.pointee = error.forClients as NSError
      return .failed
    default: return status
    }
  }

  func load(_ keys: [String], then handler: (() -> Void)?) {
    // Sendable: called once, and whoever passes a handler expects it on another thread, as the documentation says.
    nonisolated(unsafe) let handler = handler
    guard let loader else {
      handler?()
      return
    }
    loader.load(keys) { _ in handler?() }
  }
}
