import CPlayheadCurl
import Foundation
import Synchronization

/// Fetches over HTTP and HTTPS: one thread for all transfers, which share connections. The thread starts with the first
/// transfer.
package final class HTTPClient: Sendable {
  /// The settings of a client.
  package struct Configuration: Sendable {
    /// The default user agent. Many servers reject clients without one.
    package var userAgent = "Playhead/1"
    /// A PEM file of certificates to trust instead of the system's.
    package var certificateFile: String?
    /// Returns the proxy settings, evaluated for each request: the environment's by default.
    package var proxies: @Sendable () -> ProxySettings = {
      ProxySettings(environment: ProcessInfo.processInfo.environment)
    }
    /// The default settings.
    package init() {}
  }

  /// An instruction to the network thread.
  enum Command: Sendable {
    /// Start a request after a delay in seconds.
    case start(HTTPRequest, jar: CookieJar?, delay: Double, HTTPTransferHandlers, identifier: Int)
    /// Continue a paused transfer.
    case resume(Int)
    /// End a transfer without a further call of its handlers.
    case cancel(Int)
    /// Free the cookies of a jar that nothing uses any more.
    case forget(jar: Int)
    /// End all transfers and the thread.
    case close
  }

  /// The state behind the lock.
  private struct State {
    /// The commands that the network thread has not taken yet, in order.
    var commands: [Command] = []
    /// The network thread; nil before the first transfer.
    var loop: Loop?
    /// The number of transfers so far, for their identifiers.
    var count = 0
    /// Whether `close` was called: later commands are ignored.
    var isClosed = false
  }

  /// The running thread's wake function and completion.
  private struct Loop {
    /// Wakes the thread; may be called from any thread.
    let wake: @Sendable () -> Void
    /// Signalled when the thread has ended.
    let finished: DispatchSemaphore
  }

  /// The shared client. It lives as long as the process, to reuse connections.
  package static let shared = HTTPClient()

  /// The settings, passed to the network thread.
  private let configuration: Configuration
  /// Guards the commands; held for moments only.
  private let state = Mutex(State())

  /// Creates a client without a thread.
  package init(_ configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Loads libcurl now instead of with the first request.
  package static func loadLibrary() { _ = CurlLibrary.shared }

  /// Begins a request after a delay in seconds. Handlers are never called before this returns.
  @discardableResult
  package func start(
    _ request: HTTPRequest, jar: CookieJar? = nil, after delay: Double = 0, handlers: HTTPTransferHandlers
  ) -> HTTPTransfer {
    let identifier = state.withLock {
      $0.count += 1
      return $0.count
    }
    post(.start(request, jar: jar, delay: delay, handlers, identifier: identifier))
    return HTTPTransfer(identifier: identifier, client: self)
  }

  /// Passes a command to the network thread and wakes it. Starts the thread for the first transfer. Any thread may
  /// call.
  func post(_ command: Command) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      // Without a thread there is nothing to cancel.
      if case .start = command {} else if state.loop == nil { return nil }
      if state.loop == nil { state.loop = startLoop() }
      state.commands.append(command)
      return state.loop?.wake
    }
    wake?()
  }

  /// Returns and removes all pending commands. Called by the network thread.
  func takeCommands() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Ends all transfers without calling their handlers, and the thread. For clients other than the shared one.
  package func close() {
    let loop = state.withLock { state -> Loop? in
      state.isClosed = true
      state.commands.append(.close)
      return state.loop
    }
    loop?.wake()
    loop?.finished.wait()
    loop?.finished.signal()
  }

  /// Starts the network thread. Called with the lock held.
  private func startLoop() -> Loop {
    let finished = DispatchSemaphore(value: 0)
    let waker = NetworkWaker()
    let (configuration, client) = (configuration, self)
    let thread = Thread {
      // Loading the library takes milliseconds, which the first caller need not wait for.
      HTTPLoop(client: client, configuration: configuration, waker: waker).run()
      finished.signal()
    }
    thread.name = "playhead.net"
    thread.qualityOfService = .userInitiated
    thread.stackSize = 1 << 20
    thread.start()
    return Loop(wake: { waker.wake() }, finished: finished)
  }
}
