import Foundation

extension AssetKeyLoading where Self: Sendable {
  /// Loads properties and passes the value then read, or the error, to a handler.
  func loadAndDeliver<Value>(
    _ keys: [String], _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ read: @escaping @Sendable (Self) -> Value
  ) {
    assetLoader.load(keys) { outcome in
      switch outcome {
      case .loaded: handler(read(self), nil)
      case .failed(let error): handler(nil, error.forClients)
      case .cancelled, .abandoned: handler(nil, AVError(.operationCancelled))
      }
    }
  }
}
