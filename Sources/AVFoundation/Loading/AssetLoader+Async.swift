import Foundation
import PlayheadItems

extension AssetLoader {
  /// Waits until the resource has been opened. Throws its error, or `CancellationError` if the task is cancelled.
  func loaded(_ keys: [String]) async throws {
    let ticket = Ticket()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let number = load(keys) { outcome in
          switch outcome {
          case .loaded: continuation.resume()
          case .failed(let error): continuation.resume(throwing: error.forClients)
          case .cancelled: continuation.resume(throwing: MediaError(.cancelled, url: self.url).forClients)
          case .abandoned: continuation.resume(throwing: CancellationError())
          }
        }
        // The task was cancelled before it had a ticket to abandon.
        if ticket.issue(number) { abandon(number) }
      }
    } onCancel: {
      if let number = ticket.cancel() { abandon(number) }
    }
  }
}
