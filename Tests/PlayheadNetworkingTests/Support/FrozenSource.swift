import Foundation
import PlayheadClock
import PlayheadNetworking
import Synchronization

/// A file that behaves like a network that freezes: from an offset on its reads wait for a time of the engine's clock.
/// The reader then waits at a gate, so that a manual clock advances, and the effect of a freeze is deterministic.
final class FrozenSource: ByteSource {
  /// The freeze; nothing freezes before it is set.
  final class FreezeProvider: ByteSourceProvider {
    struct Freeze: Sendable {
      var from: Int64
      var until: HostTime
    }
    let frost = Mutex<Freeze?>(nil)
    let clock: any EngineClock
    init(clock: any EngineClock) { self.clock = clock }

    func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
      FrozenSource(try FileByteSource(path: url.path), self)
    }
  }

  private let file: FileByteSource
  private let freezes: FreezeProvider
  private let gate: any Gate
  private let state = Mutex((position: Int64(0), isWaiting: false))

  init(_ file: FileByteSource, _ freezes: FreezeProvider) {
    self.file = file
    self.freezes = freezes
    gate = freezes.clock.makeGate("source")
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let position = state.withLock { $0.position }
    if let frost = freezes.frost.withLock({ $0 }), position >= frost.from, freezes.clock.now < frost.until {
      state.withLock { $0.isWaiting = true }
      gate.wait(until: frost.until)
      state.withLock { $0.isWaiting = false }
    }
    let count = try file.read(into: buffer)
    state.withLock { $0.position += Int64(count) }
    return count
  }

  func seek(to offset: Int64) throws(ByteSourceError) {
    try file.seek(to: offset)
    state.withLock { $0.position = offset }
  }

  var size: Int64? { file.size }
  var isSeekable: Bool { true }

  var transfer: TransferSnapshot? {
    state.withLock { state in
      var snapshot = TransferSnapshot()
      snapshot.size = file.size
      snapshot.loaded = [0..<state.position]
      snapshot.isWaiting = state.isWaiting
      snapshot.isFull = !state.isWaiting
      return snapshot
    }
  }

  var isCancelled: Bool { file.isCancelled }
  func cancel() {
    file.cancel()
    gate.open()
  }
  func resume() { file.resume() }
}
