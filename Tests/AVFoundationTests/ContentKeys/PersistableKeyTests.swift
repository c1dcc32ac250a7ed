import AVFoundation
import PlayheadEngine
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// Keys that a program stores for offline playback.
@Suite("Persistable content keys") struct PersistableKeyTests {
  /// Asks for a storable key, stores it, and answers with it.
  private final class Keeper: NSObject, AVContentKeySessionDelegate, Sendable {
    let queue = DispatchQueue(label: "keeper")
    let key: Data
    let stored = Mutex<Data?>(nil)
    let failures = Mutex<[AVError.Code]>([])
    let first = Mutex<AVContentKeyRequest?>(nil)

    init(_ key: Data) { self.key = key }

    func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
      first.withLock { $0 = keyRequest }
      do {
        try keyRequest.respondByRequestingPersistableContentKeyRequestAndReturnError()
      } catch {
        failures.withLock { $0.append((error as? AVError)?.code ?? .unknown) }
        keyRequest.processContentKeyResponseError(error)
      }
    }

    func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVPersistableContentKeyRequest) {
      do {
        let data = try keyRequest.persistableContentKey(fromKeyVendorResponse: key)
        stored.withLock { $0 = data }
        keyRequest.processContentKeyResponse(AVContentKeyResponse(clearKeyData: data, initializationVector: nil))
      } catch {
        failures.withLock { $0.append((error as? AVError)?.code ?? .unknown) }
        keyRequest.processContentKeyResponseError(error)
      }
    }
  }

  /// Plays cbcs.mp4, whose key is 00…0f, until it is ready or has failed.
  private static func play(_ keeper: Keeper) throws -> AVPlayerItem.Status {
    let asset = AVURLAsset(url: Fixture.url("cbcs.mp4"))
    let session = AVContentKeySession(keySystem: .clearKey)
    session.setDelegate(keeper, queue: keeper.queue)
    session.addContentKeyRecipient(asset)
    let stage = Stage()
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    #expect(stage.run { item.status != .unknown && (item.status == .failed || keeper.stored.withLock { $0 } != nil) })
    withExtendedLifetime(session) {}
    return item.status
  }

  @Test func clearKeysAreStoredAndPlay() throws {
    let key = Data((0..<16).map { UInt8($0) })
    let keeper = Keeper(key)
    #expect(try Self.play(keeper) == .readyToPlay)
    #expect(keeper.stored.withLock { $0 } == key && keeper.failures.withLock { $0.isEmpty })
    let first = try #require(keeper.first.withLock { $0 })
    #expect(first.canProvidePersistableContentKey && first.status == .retried)
    // A second answer is none.
    #expect {
      try first.respondByRequestingPersistableContentKeyRequest()
    } throws: {
      ($0 as? AVError)?.code == .contentKeyRequestCancelled
    }
  }

  @Test func keysOfAnotherLengthCannotBeStored() throws {
    let keeper = Keeper(Data(count: 15))
    #expect(try Self.play(keeper) == .failed)
    #expect(keeper.failures.withLock { $0 } == [.contentIsNotAuthorized])
  }

  @Test func delegatesWithoutTheMethodFailTheRequest() throws {
    /// Asks for a storable key and has no method for it.
    final class Careless: NSObject, AVContentKeySessionDelegate, Sendable {
      let failed = DispatchSemaphore(value: 0)
      func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
        try? keyRequest.respondByRequestingPersistableContentKeyRequest()
      }
      func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
        didFailWithError err: any Error
      ) { failed.signal() }
    }
    let delegate = Careless()
    let session = AVContentKeySession(keySystem: .clearKey)
    session.setDelegate(delegate, queue: DispatchQueue(label: "careless"))
    session.processContentKeyRequest(withIdentifier: "skd://a", initializationData: nil)
    #expect(delegate.failed.wait(timeout: .now() + 60) == .success)
  }

  @Test func fairPlayHasNeitherRequestsNorKeys() throws {
    let keeper = Keeper(Data(count: 16))
    let session = AVContentKeySession(keySystem: .fairPlayStreaming)
    session.setDelegate(keeper, queue: keeper.queue)
    session.processContentKeyRequest(withIdentifier: "skd://a", initializationData: nil)
    for _ in 0..<4 { keeper.queue.sync {} }
    #expect(keeper.failures.withLock { $0 } == [.createContentKeyRequestFailed])
    #expect(keeper.first.withLock { $0 }?.canProvidePersistableContentKey == false)
  }
}
