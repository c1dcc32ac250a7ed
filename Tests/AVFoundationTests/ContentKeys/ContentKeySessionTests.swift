import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// The requests of a session, and the failures of items whose key is missing.
@Suite struct ContentKeySessionTests {
  private static let key = (0..<16).map { UInt8($0) }

  /// Plays cbcs.mp4 until it fails, and returns the item's error.
  private static func failure(_ provider: KeyProvider?, _ system: AVContentKeySystem = .clearKey) throws -> NSError {
    let asset = AVURLAsset(url: Fixture.url("cbcs.mp4"))
    let session = AVContentKeySession(keySystem: system)
    if let provider { session.setDelegate(provider, queue: provider.queue) }
    session.addContentKeyRecipient(asset)
    let stage = Stage()
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    #expect(stage.run { item.status == .failed })
    withExtendedLifetime(session) {}
    return try #require(item.error) as NSError
  }

  @Test func errorsOfTheDelegateFailTheItem() throws {
    let provider = KeyProvider(.error(URLError(.badServerResponse)))
    let error = try Self.failure(provider)
    #expect(error.domain == AVFoundationErrorDomain && error.code == AVError.Code.contentIsNotAuthorized.rawValue)
    let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(cause.domain == NSURLErrorDomain && cause.code == URLError.Code.badServerResponse.rawValue)
    provider.settle()
    #expect(provider.calls.withLock { $0 } == ["provide", "failed"])
    let request = try #require(provider.requests.withLock { $0.first })
    #expect(request.status == .failed && (request.error as? URLError)?.code == .badServerResponse)
    #expect(request.contentKey == nil)
  }

  @Test("keys of wrong lengths", arguments: [0, 15, 17, 32])
  func keysOfWrongLengths(length: Int) throws {
    let error = try Self.failure(KeyProvider(.key([UInt8](repeating: 1, count: length))))
    #expect(error.code == AVError.Code.contentIsNotAuthorized.rawValue)
  }

  @Test func vectorsOfWrongLengthsAreRejected() throws {
    let error = try Self.failure(KeyProvider(.key(Self.key, vector: [1, 2])))
    #expect(error.code == AVError.Code.contentIsNotAuthorized.rawValue)
  }

  @Test func clearKeySessionsRejectResponsesOfFairPlay() throws {
    #expect(try Self.failure(KeyProvider(.fairPlay)).code == AVError.Code.contentIsNotAuthorized.rawValue)
  }

  @Test func sessionsWithoutADelegateFailTheItem() throws {
    #expect(try Self.failure(nil).code == AVError.Code.contentIsNotAuthorized.rawValue)
  }

  @Test func sessionsOfOtherSystemsAreNotAskedForClearKeys() throws {
    let provider = KeyProvider(.key(Self.key))
    #expect(try Self.failure(provider, .fairPlayStreaming).code == AVError.Code.contentIsProtected.rawValue)
    #expect(provider.requests.withLock { $0.isEmpty })
  }

  @Test func pendingRequestsAreCancelledByExpiration() throws {
    let asset = AVURLAsset(url: Fixture.url("cbcs.mp4"))
    let provider = KeyProvider(.none)
    let session = provider.session(for: asset)
    let player = AVPlayer(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil))
    let item = AVPlayerItem(asset: asset)
    player.replaceCurrentItem(with: item)
    player.play()
    #expect(provider.waitForRequest())
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && item.error == nil)
    let failed = DispatchSemaphore(value: 0)
    let observation = item.observe(\.status) { item, _ in if item.status == .failed { failed.signal() } }
    session.expire()
    #expect(item.status == .failed || failed.wait(timeout: .now() + 60) == .success)
    observation.invalidate()
    #expect((item.error as? AVError)?.code == .contentKeyRequestCancelled)
    let request = try #require(provider.requests.withLock { $0.first })
    #expect(request.status == .cancelled)
    request.processContentKeyResponse(AVContentKeyResponse(clearKeyData: Data(Self.key), initializationVector: nil))
    #expect(request.status == .cancelled)
    session.addContentKeyRecipient(AVURLAsset(url: Fixture.url("cbcs.mp4")))
    #expect(session.contentKeyRecipients.count == 1)
    player.session.close()
  }

  @Test func itemsThatWaitForAKeyCanBeRemoved() throws {
    let asset = AVURLAsset(url: Fixture.url("cbcs.mp4"))
    let provider = KeyProvider(.none)
    let session = provider.session(for: asset)
    let player = AVPlayer(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil))
    player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    player.play()
    #expect(provider.waitForRequest())
    player.replaceCurrentItem(with: nil)
    // Closing joins the reader's thread.
    player.session.close()
    #expect(provider.requests.withLock { $0.map(\.status) } == [.requestingResponse])
    withExtendedLifetime(session) {}
  }

  @Test(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the file with"))
  func keysCanBeRequestedBeforeMediaNeedsThem() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let asset = AVURLAsset(
      url: try MadeFile.ffmpeg(
        "-i \(Fixture.url("h264-bframes.mp4").path) -c copy -encryption_scheme cenc-aes-ctr"
          + " -encryption_key 000102030405060708090a0b0c0d0e0f -encryption_kid 00000000000000000000000000000000 a.mp4",
        in: folder))
    let provider = KeyProvider(.key(Self.key))
    let session = provider.session(for: asset)
    let options: [String: any Sendable] = ["a": 1]
    session.processContentKeyRequest(
      withIdentifier: Data(count: 16), initializationData: Data([1, 2]), options: options)
    session.processContentKeyRequest(withIdentifier: Data(count: 16), initializationData: nil)
    provider.settle()
    #expect(provider.calls.withLock { $0 } == ["provide", "succeeded"])
    let image = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
    #expect(FrameNumber.read(image) == 0)
    let requests = provider.requests.withLock { $0 }
    #expect(requests.count == 1 && requests[0].initializationData == Data([1, 2]))
    #expect(requests[0].options["a"] as? Int == 1)
    #expect(requests[0].contentKeySpecifier.keySystem == .clearKey)
    #expect(requests[0].contentKeySpecifier.identifier as? Data == Data(count: 16))
    // Renewal asks again, and the old key stays in use.
    session.renewExpiringResponseData(for: requests[0])
    provider.settle()
    #expect(requests[0].status == .renewed)
    #expect(provider.calls.withLock { $0 } == ["provide", "succeeded", "renew", "succeeded"])
  }

  @Test func requestDataForKeyServersCannotBeCreated() async throws {
    let provider = KeyProvider(.none)
    let session = provider.session(for: AVURLAsset(url: Fixture.url("cbcs.mp4")), .fairPlayStreaming)
    session.processContentKeyRequest(withIdentifier: "skd://one", initializationData: nil)
    provider.settle()
    let request = try #require(provider.requests.withLock { $0.first })
    await #expect(throws: AVError.self) {
      _ = try await request.makeStreamingContentKeyRequestData(forApp: Data(), contentIdentifier: nil)
    }
    var code: AVError.Code?
    request.makeStreamingContentKeyRequestData(forApp: Data(), contentIdentifier: nil) { _, error in
      code = (error as? AVError)?.code
    }
    #expect(code == .createContentKeyRequestFailed && !request.canProvidePersistableContentKey)
    session.expire()
    request.makeStreamingContentKeyRequestData(forApp: Data(), contentIdentifier: nil) { _, error in
      code = (error as? AVError)?.code
    }
    #expect(code == .contentKeyRequestCancelled)
  }

  @Test func recipientsCanBeRemoved() throws {
    let asset = AVURLAsset(url: Fixture.url("cbcs.mp4"))
    let provider = KeyProvider(.key(Self.key))
    let session = provider.session(for: asset)
    session.addContentKeyRecipient(asset)
    #expect(session.contentKeyRecipients.map { ObjectIdentifier($0) } == [ObjectIdentifier(asset)])
    session.removeContentKeyRecipient(asset)
    #expect(session.contentKeyRecipients.isEmpty)
    #expect(throws: AVError.self) {
      try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
    }
    #expect(provider.requests.withLock { $0.isEmpty })
    #expect(session.delegate === provider && session.delegateQueue === provider.queue)
  }
}
