import Dispatch
import Glibc

/// A connection of the renderer to the media server: reads heads of requests and writes responses, one after the other.
///
/// Confined to the server's queue, except for `close()`. `@unchecked Sendable`: all state is used on that queue.
final class MediaConnection: @unchecked Sendable {
  /// The time without a request after which the connection is closed, in seconds.
  static let idleTimeout = 30
  /// The time for which a renderer may not read, in seconds: a paused one waits with full buffers.
  static let stallTimeout = 1800
  /// The bytes read from the file at a time.
  private static let chunk = 1 << 17

  private let socket: Socket
  private let queue: DispatchQueue
  /// Returns the item of a path.
  private let items: @Sendable (String) -> ServedItem?
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite
  private let timer: any DispatchSourceTimer
  /// Called once, when the connection has closed.
  private var onClose: (@Sendable () -> Void)?
  private var isClosed = false
  /// Whether `writing` is resumed.
  private var isWriting = false
  /// Bytes of heads that have not been parsed.
  private var input: [UInt8] = []
  /// Bytes that have not been sent.
  private var output: ArraySlice<UInt8> = []
  /// The rest of the response's body, after `output`.
  private var body: (file: ServedFile, rest: Range<Int64>)?
  private var closesAfterResponse = false

  init(_ socket: Socket, queue: DispatchQueue, items: @escaping @Sendable (String) -> ServedItem?) {
    self.socket = socket
    self.queue = queue
    self.items = items
    reading = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    writing = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
  }

  /// Serves requests until one side closes the connection. Called once, on the server's queue.
  func start(onClose: @escaping @Sendable () -> Void) {
    self.onClose = onClose
    reading.setEventHandler { [weak self] in self?.read() }
    writing.setEventHandler { [weak self] in self?.write() }
    timer.setEventHandler { [weak self] in self?.finish() }
    // The descriptor may be closed after both sources have released it.
    let group = DispatchGroup()
    for _ in 0..<2 { group.enter() }
    reading.setCancelHandler { group.leave() }
    writing.setCancelHandler { group.leave() }
    group.notify(queue: queue) { [socket] in socket.close() }
    restartTimer(Self.idleTimeout)
    reading.activate()
    timer.activate()
  }

  /// Closes the connection soon. Any thread.
  func close() { queue.async { self.finish() } }

  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    reading.cancel()
    // A suspended or inactive source never calls its cancel handler.
    if !isWriting { writing.activate() }
    writing.cancel()
    timer.cancel()
    body = nil
    onClose?()
    onClose = nil
  }

  private func restartTimer(_ seconds: Int) { timer.schedule(deadline: .now() + .seconds(seconds)) }

  // MARK: Requests

  private func read() {
    guard !isClosed else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket.descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      input += buffer.prefix(count)
      // Requests that follow wait in a bounded buffer while a response is sent.
      guard input.count <= 2 * MediaRequest.limit else { return finish() }
      respondToNext()
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      finish()
    }
  }

  /// Responds to the next request, if its head is complete and the previous response has been sent.
  private func respondToNext() {
    guard !isClosed, output.isEmpty, body == nil else { return }
    let limit = MediaRequest.limit
    guard let end = input.prefix(limit + 4).firstRange(of: Array("\r\n\r\n".utf8)) else {
      if input.count > limit { send(.failure("431 Request Header Fields Too Large"), isHead: false) }
      return
    }
    let head = Array(input[..<end.lowerBound])
    input.removeFirst(end.upperBound)
    do throws(MediaRequest.Failure) {
      let request = try MediaRequest(head)
      closesAfterResponse = !request.isPersistent
      send(MediaResponse(to: request, item: items(request.path)), isHead: request.method == .head)
    } catch {
      send(.failure(error == .method ? "405 Method Not Allowed" : "400 Bad Request"), isHead: false)
    }
  }

  // MARK: Responses

  private func send(_ response: MediaResponse, isHead: Bool) {
    if response.closesConnection { closesAfterResponse = true }
    output = Array(response.head(isPersistent: !closesAfterResponse).utf8)[...]
    if !isHead, let item = response.item, !response.range.isEmpty { body = (item.file, response.range) }
    restartTimer(Self.stallTimeout)
    write()
  }

  private func write() {
    guard !isClosed else { return }
    while true {
      if output.isEmpty {
        guard let (file, rest) = body else { break }
        let count = min(Int(rest.upperBound - rest.lowerBound), Self.chunk)
        // A file that has been truncated cannot fulfill its Content-Length.
        guard let bytes = file.read(at: rest.lowerBound, count: count) else { return finish() }
        output = bytes[...]
        let next = rest.lowerBound + Int64(bytes.count)
        body = next < rest.upperBound ? (file, next..<rest.upperBound) : nil
      }
      let sent = output.withUnsafeBytes {
        Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        output = output.dropFirst(sent)
      } else if errno == EAGAIN {
        restartTimer(Self.stallTimeout)
        return setWriting(true)
      } else if errno != EINTR {
        return finish()
      }
    }
    setWriting(false)
    guard !closesAfterResponse else { return finish() }
    restartTimer(Self.idleTimeout)
    if !input.isEmpty { queue.async { [weak self] in self?.respondToNext() } }
  }

  private func setWriting(_ isOn: Bool) {
    guard isOn != isWriting else { return }
    isWriting = isOn
    if isOn { writing.resume() } else { writing.suspend() }
  }
}
