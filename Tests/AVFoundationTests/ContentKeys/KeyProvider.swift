import AVFoundation
import Synchronization

/// A delegate that answers all requests of a session in the same way, later and on its own queue.
final class KeyProvider: NSObject, AVContentKeySessionDelegate, Sendable {
  /// The answer to a request.
  enum Answer: Sendable {
    case key([UInt8], vector: [UInt8]? = nil)
    case fairPlay
    case error(any Error)
    case none
  }

  let queue = DispatchQueue(label: "keys")
  let requests = Mutex<[AVContentKeyRequest]>([])
  /// The calls in order, by name.
  let calls = Mutex<[String]>([])
  private let answer: Answer
  /// Signalled once for each request.
  private let arrived = DispatchSemaphore(value: 0)

  init(_ answer: Answer) { self.answer = answer }

  func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
    requests.withLock { $0.append(keyRequest) }
    arrived.signal()
    calls.withLock { $0.append(keyRequest.renewsExpiringResponseData ? "renew" : "provide") }
    queue.async { [self] in
      switch answer {
      case .key(let bytes, let vector):
        keyRequest.processContentKeyResponse(
          AVContentKeyResponse(clearKeyData: Data(bytes), initializationVector: vector.map { Data($0) }))
      case .fairPlay:
        keyRequest.processContentKeyResponse(AVContentKeyResponse(fairPlayStreamingKeyResponseData: Data(count: 16)))
      case .error(let error): keyRequest.processContentKeyResponseError(error)
      case .none: break
      }
    }
  }

  func contentKeySession(_ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest) {
    calls.withLock { $0.append("succeeded") }
  }

  func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
    didFailWithError err: any Error
  ) {
    calls.withLock { $0.append("failed") }
  }

  /// A session that asks this delegate for the keys of an asset.
  func session(for asset: AVURLAsset, _ system: AVContentKeySystem = .clearKey) -> AVContentKeySession {
    let session = AVContentKeySession(keySystem: system)
    session.setDelegate(self, queue: queue)
    session.addContentKeyRecipient(asset)
    return session
  }

  /// Waits for the next request. Returns false if none arrives within a minute.
  func waitForRequest() -> Bool { arrived.wait(timeout: .now() + 60) == .success }

  /// Waits for calls that are in progress.
  func settle() { for _ in 0..<4 { queue.sync {} } }
}
