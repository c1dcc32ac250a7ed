import CPlayheadCurl
import Foundation
import PlayheadBasics

/// The network thread: starts, monitors and ends transfers. All of its state belongs to that thread.
///
///      start ──► delayed ──► running ◄──► paused
///                   ▲           │ redirected: again, elsewhere
///                   └───────────┤
///                               ▼ complete, failed, cancelled
///                             ended
final class HTTPLoop {
  /// The source of commands.
  private let client: HTTPClient
  /// The settings of the client.
  private let configuration: HTTPClient.Configuration
  /// Wakes the thread from its wait for sockets.
  private let waker: NetworkWaker
  /// The running and paused transfers, by identifier.
  private var transfers: [Int: CurlTransfer] = [:]
  /// The transfers that have not begun, by identifier: new ones, retries, and redirections.
  private var delayed: [Int: Delayed] = [:]
  /// The cookies of each jar, by its identifier.
  private var jars: [Int: CurlCookieShare] = [:]
  /// The zones of the hosts that have responded, for the reference policy.
  private var zones = KnownZones()

  /// A transfer that has not begun.
  private struct Delayed {
    /// The start time, in seconds of `NetworkTime`.
    var due: Double
    /// The request to send.
    var request: HTTPRequest
    /// The cookies to send and to update; nil for none.
    var jar: CookieJar?
    /// The receivers of the response.
    var handlers: HTTPTransferHandlers
    /// The number of redirections so far.
    var hops: Int
  }

  /// Creates the loop; called on the network thread.
  init(client: HTTPClient, configuration: HTTPClient.Configuration, waker: NetworkWaker) {
    self.client = client
    self.configuration = configuration
    self.waker = waker
  }

  /// Runs until the command `close`. Waits in between for sockets, commands and deadlines, at most a minute at a time.
  func run() {
    guard let library = CurlLibrary.shared, let multi = library.multiInit() else { return refuseAll() }
    waker.open(library, multi: multi)
    defer {
      waker.close()
      for transfer in transfers.values { transfer.close() }
      transfers = [:]
      jars = [:]
      _ = library.multiCleanup(multi)
    }
    while true {
      for command in client.takeCommands() {
        if case .close = command { return }
        handle(command)
      }
      startDue(library, multi)
      var running: Int32 = 0
      _ = library.multiPerform(multi, &running)
      takeEnded(library, multi)
      endTimedOut()
      // A command posted by a handler has already signalled the wake-up of this wait.
      _ = library.multiPoll(multi, nil, 0, wait(), nil)
    }
  }

  /// Executes a command. Unknown identifiers are ignored: their transfers have already ended.
  private func handle(_ command: HTTPClient.Command) {
    switch command {
    case .start(let request, let jar, let delay, let handlers, let identifier):
      delayed[identifier] = Delayed(
        due: NetworkTime.now + delay, request: request, jar: jar, handlers: handlers, hops: 0)
    case .resume(let identifier): transfers[identifier]?.resume()
    case .cancel(let identifier):
      delayed[identifier] = nil
      transfers.removeValue(forKey: identifier)?.close()
    case .forget(let jar): jars[jar] = nil
    case .close: break
    }
  }

  /// Starts the delayed transfers whose time has come, in the order of their identifiers. The proxy settings are
  /// evaluated here.
  private func startDue(_ library: CurlLibrary, _ multi: CurlLibrary.Handle) {
    let now = NetworkTime.now
    for (identifier, due) in delayed.sorted(by: { $0.key < $1.key }) where due.due <= now {
      delayed[identifier] = nil
      let transfer = CurlTransfer(
        identifier: identifier, request: due.request, jar: due.jar, hops: due.hops, handlers: due.handlers,
        proxy: configuration.proxies().proxy(for: due.request.url),
        narrowest: due.request.referrer.flatMap { zones.narrowest(from: $0.url, to: due.request.url) },
        library: library
      ) { [unowned self] zone, host in zones.note(zone, of: host) }
      if transfer.start(in: multi, share: share(due.jar, library), configuration: configuration) {
        transfers[identifier] = transfer
      } else {
        due.handlers.end(.other("libcurl could not be initialized"))
      }
    }
  }

  /// The cookies of a jar, created with its first transfer.
  private func share(_ jar: CookieJar?, _ library: CurlLibrary) -> CurlCookieShare? {
    guard let jar else { return nil }
    if let known = jars[jar.identifier] { return known }
    let made = CurlCookieShare(jar.cookies, library)
    jars[jar.identifier] = made
    return made
  }

  /// Ends the transfers that libcurl has finished.
  private func takeEnded(_ library: CurlLibrary, _ multi: CurlLibrary.Handle) {
    var left: Int32 = 0
    while let message = library.multiRead(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let transfer = transfers.values.first(where: { $0.isRun(by: handle) })
      else { continue }
      transfers[transfer.identifier] = nil
      let outcome = transfer.outcome(of: message.pointee.data.result)
      transfer.close()
      follow(outcome, of: transfer)
    }
  }

  /// Follows a redirection, or reports the end. Redirections are subject to the reference policy, and the redirecting
  /// URL counts as the referrer.
  private func follow(_ outcome: CurlTransfer.Outcome, of transfer: CurlTransfer) {
    switch outcome {
    case .ended(let failure): transfer.handlers.end(failure)
    case .redirected(let url):
      guard transfer.hops < Self.hopLimit, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme)
      else {
        return transfer.handlers.end(.badRedirect)
      }
      var request = transfer.request
      let hop = Referrer(url: request.url, root: request.referrer?.root ?? request.url)
      if let refusal = request.options.refusal(of: url, from: hop) {
        return transfer.handlers.end(.refusedReference(refusal))
      }
      request.url = url
      request.referrer = hop
      delayed[transfer.identifier] = Delayed(
        due: 0, request: request, jar: transfer.jar, handlers: transfer.handlers, hops: transfer.hops + 1)
    }
  }
  /// The redirection limit of browsers.
  private static let hopLimit = 20

  /// Ends the transfers whose deadline has passed.
  private func endTimedOut() {
    let now = NetworkTime.now
    for transfer in transfers.values {
      guard let failure = transfer.overdue(at: now) else { continue }
      transfers[transfer.identifier] = nil
      transfer.close()
      transfer.handlers.end(failure)
    }
  }

  /// Milliseconds until the next deadline that neither a socket nor a command signals.
  private func wait() -> Int32 {
    let now = NetworkTime.now
    let moments = delayed.values.map(\.due) + transfers.values.compactMap(\.deadline)
    guard let next = moments.min() else { return 60_000 }
    return Int32(saturating: max(0, min(60, next - now)) * 1000 + (next > now ? 1 : 0))
  }

  /// Fails every request with the reason, without libcurl.
  private func refuseAll() {
    let gate = DispatchSemaphore(value: 0)
    waker.open { gate.signal() }
    while true {
      for command in client.takeCommands() {
        if case .close = command { return waker.close() }
        if case .start(_, _, _, let handlers, _) = command { handlers.end(.noLibrary) }
      }
      gate.wait()
    }
  }
}
