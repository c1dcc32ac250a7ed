import Foundation
import Synchronization
import Testing

@testable import PlayheadNetworking

@Suite struct ContentKeyStoreTests {
  /// What a session's program would receive.
  private final class Program: Sendable {
    let queries = Mutex<[ContentKeyAnswer]>([])
    let timeouts = Mutex<Int>(0)
  }

  private static let key = ContentKey((0..<16).map { UInt8($0) })
  private static let query = ContentKeyQuery(.samples([UInt8](repeating: 7, count: 16)))

  private static func store(
    _ program: Program, onTimeout: @escaping @Sendable (ContentKeyAnswer) -> Void = { _ in }
  ) -> (ContentKeyStore, ContentKeySource) {
    let store = ContentKeyStore(
      .clear, onQuery: { answer in program.queries.withLock { $0.append(answer) } },
      onTimeout: { answer in
        program.timeouts.withLock { $0 += 1 }
        onTimeout(answer)
      })
    let source = ContentKeySource()
    source.connect(store)
    return (store, source)
  }

  @Test func asksOnceForAllReaders() throws {
    let program = Program()
    let (store, source) = Self.store(program)
    let other = ContentKeySource()
    other.connect(store)
    let first = try #require(source.ask(Self.query))
    let second = try #require(other.ask(Self.query))
    try #require(program.queries.withLock { $0.count } == 1)
    program.queries.withLock { $0[0] }.provide(try #require(Self.key))
    #expect(try first.key().get() == Self.key)
    #expect(try second.key().get() == Self.key)
    #expect(try source.ask(Self.query)?.key().get() == Self.key)
    #expect(program.queries.withLock { $0.count } == 1)
  }

  @Test func asksAgainAfterAFailure() throws {
    let program = Program()
    let (store, source) = Self.store(program)
    let wait = try #require(source.ask(Self.query))
    program.queries.withLock { $0[0] }.fail(URLError(.badURL))
    guard case .failure(let failure) = try wait.key() else { throw CancellationError() }
    #expect((failure.cause as? URLError)?.code == .badURL)
    _ = source.ask(Self.query)
    #expect(program.queries.withLock { $0.count } == 2)
    withExtendedLifetime(store) {}
  }

  @Test func interruptionEndsAWaitAndResumeAllowsAnother() async throws {
    let program = Program()
    let (store, source) = Self.store(program)
    let wait = try #require(source.ask(Self.query))
    let blocked = Task.detached { () -> Bool in
      do throws(ByteSourceError) {
        _ = try wait.key()
        return false
      } catch {
        return error == .cancelled
      }
    }
    wait.interrupt()
    #expect(await blocked.value)
    wait.resume()
    program.queries.withLock { $0[0] }.provide(try #require(Self.key))
    #expect(try wait.key().get() == Self.key)
    withExtendedLifetime(store) {}
  }

  @Test func reportsAMissingAnswerUntilItComes() throws {
    let program = Program()
    let (store, source) = Self.store(program) { answer in
      // The second report is answered.
      if program.timeouts.withLock({ $0 }) == 2 { answer.fail(URLError(.timedOut)) }
    }
    let wait = try #require(source.ask(Self.query, limit: 0.01))
    guard case .failure(let failure) = try wait.key() else { throw CancellationError() }
    #expect((failure.cause as? URLError)?.code == .timedOut)
    #expect(program.timeouts.withLock { $0 } == 2)
    withExtendedLifetime(store) {}
  }

  @Test func expirationFailsPendingQueriesAndAnswersNoOthers() throws {
    let program = Program()
    let (store, source) = Self.store(program)
    let wait = try #require(source.ask(Self.query))
    store.expire(URLError(.cancelled))
    guard case .failure(let failure) = try wait.key() else { throw CancellationError() }
    #expect((failure.cause as? URLError)?.code == .cancelled)
    #expect(source.ask(Self.query) == nil)
  }

  @Test func sessionsAnswerTheirOwnSystemAsLongAsTheyExist() {
    let program = Program()
    let source = ContentKeySource()
    #expect(source.ask(Self.query) == nil)
    do {
      let (store, _) = Self.store(program)
      source.connect(store)
      #expect(source.answers(.clear) && !source.answers(.fairPlay))
      withExtendedLifetime(store) {}
    }
    #expect(!source.answers(.clear))
  }

  @Test func keysHaveSixteenBytes() {
    #expect(ContentKey([1, 2, 3]) == nil)
    #expect(ContentKey([UInt8](repeating: 1, count: 17)) == nil)
    #expect(ContentKey([UInt8](repeating: 1, count: 16), initializationVector: [1]) == nil)
  }
}
