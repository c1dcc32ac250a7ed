import Foundation

extension AVAsynchronousKeyValueLoading {
  /// Loads a property. Throws its loading error, or `CancellationError` if the task is cancelled.
  public func load<Value>(
    _ property: AVAsyncProperty<Self, Value>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await (self as? any KeyLoading)?.loaded([property.key])
    return property.read(self)
  }

  /// Loads several properties at once. Throws the first error.
  public func load<A, B, each C>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: repeat AVAsyncProperty<Self, each C>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, repeat each C) {
    var keys = [propertyA.key, propertyB.key]
    repeat keys.append((each propertyC).key)
    try await (self as? any KeyLoading)?.loaded(keys)
    return (propertyA.read(self), propertyB.read(self), repeat (each propertyC).read(self))
  }

  /// The status of a property, with its value if it is loaded; does not start loading.
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

  /// Starts loading properties without waiting for them.
  public func loadValuesAsynchronously(forKeys keys: [String]) {
    loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
  }

  /// Loads properties and returns when each is loaded, failed or cancelled, as `statusOfValue(forKey:error:)` reports.
  public func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }
}

extension KeyLoading {
  func status(of key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    outError?.pointee = nil
    let (status, error) = loadingStatus(of: key)
    if status == .loaded, !hasProperty(key) {
      outError?.pointee =
        AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "There is no property “\(key)” to load."]) as NSError
      return .failed
    }
    if status == .failed { outError?.pointee = error }
    return status
  }
}

/// An asset or one of its tracks, which share one probe of the resource.
protocol AssetKeyLoading: KeyLoading {
  var assetLoader: AssetLoader { get }
}

extension AssetKeyLoading {
  func loadingStatus(of key: String) -> (status: AVKeyValueStatus, error: NSError?) {
    let status = assetLoader.status(of: key)
    guard status == .failed, case .failed(let error)? = assetLoader.outcome else { return (status, nil) }
    return (status, error.forClients as NSError)
  }

  func load(_ keys: [String], then handler: (() -> Void)?) {
    // Sendable: called once, on another thread, as the documentation of `loadValuesAsynchronously` states.
    nonisolated(unsafe) let handler = handler
    assetLoader.load(keys) { _ in handler?() }
  }

  func loaded(_ keys: [String]) async throws { try await assetLoader.loaded(keys) }
}
