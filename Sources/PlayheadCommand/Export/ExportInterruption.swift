import Dispatch
import Glibc
import Synchronization

/// Cancels an export when a signal would end the program, so that no incomplete file remains.
final class ExportInterruption: @unchecked Sendable {
  // Sendable: the source is set once in `init`, and the signal is behind a mutex.
  private let received = Mutex(Int32?.none)
  private let source: any DispatchSourceRead

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Watches the signals until `end`. `cancel` is called on an unspecified thread.
  init(_ cancel: @escaping @Sendable () -> Void) {
    let pipe = SignalPipe.shared
    source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: .global())
    source.setEventHandler { [weak self] in
      guard let signal = pipe.take().first(where: { Self.signals.contains($0) }) else { return }
      self?.received.withLock { $0 = $0 ?? signal }
      cancel()
    }
    source.resume()
    pipe.watch(Self.signals)
  }

  /// The first signal; nil without one.
  var signal: Int32? { received.withLock { $0 } }

  /// Ends watching: the signals end the program again.
  func end() {
    source.cancel()
    SignalPipe.useDefault(Self.signals)
  }
}
