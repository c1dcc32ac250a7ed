import Glibc
import PlayheadNetworking

/// A worker process with its pipes: requests to its standard input, result lines from its standard output. Used by one
/// thread.
///
/// A third pipe is never written to: its end tells the worker that the run was killed, and the worker then ends at
/// once.
final class WorkerProcess {
  /// The environment variable with the descriptor whose end ends the worker.
  static let lifelineVariable = "PLAYHEAD_BATCH_LIFELINE"
  /// The descriptor of the pipe that ends with the run.
  private static let lifeline: Int32 = 3
  /// The end of the messages of a process that is reported when it dies.
  private static let messageBytes = 4096
  /// A result line with the metadata of a large file has some hundred kilobytes.
  private static let longestLine = 64 << 20

  /// The process.
  let identifier: pid_t
  /// The descriptor with result lines, for `poll`.
  let output: Int32
  /// The descriptor with messages, for `poll`.
  let messages: Int32
  /// The descriptor for requests.
  private let input: Int32
  /// The end of the pipe whose other end the worker watches.
  private let lifelineEnd: Int32
  private var buffer: [UInt8] = []
  private var lastMessages: [UInt8] = []
  /// The current source, the number of its attempt and the start of it in seconds; nil while idle.
  var task: (pending: BatchJournal.Pending, attempt: Int, started: Double)?
  /// The number of sources that the process was given.
  private(set) var count = 0

  /// Starts a process.
  ///
  /// - Parameter arguments: The path of the program, and its arguments.
  /// - Returns: nil with the system's error if it cannot be started.
  static func start(_ arguments: [String], environment: [String]) -> Result<WorkerProcess, SystemFailure> {
    var pipes: [(read: Int32, write: Int32)] = []
    func fail(_ code: Int32) -> Result<WorkerProcess, SystemFailure> {
      for pipe in pipes {
        close(pipe.read)
        close(pipe.write)
      }
      return .failure(SystemFailure(errno: code))
    }
    for _ in 0..<4 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return fail(errno) }
      // Above the descriptors that the worker's ends are given, so that none is replaced before it is duplicated.
      let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
      for end in ends { close(end) }
      guard high.allSatisfy({ $0 >= 0 }) else { return fail(errno) }
      pipes.append((high[0], high[1]))
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in [(pipes[0].read, 0), (pipes[1].write, 1), (pipes[2].write, 2), (pipes[3].read, lifeline)] {
      posix_spawn_file_actions_adddup2(&actions, from, to)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: an interrupt from the terminal is for the run, which ends its workers in order.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let words = arguments.map { text in SystemPath.withBytes(of: text) { strdup($0) } } + [nil]
    let variables = (environment + ["\(lifelineVariable)=\(lifeline)"]).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier: pid_t = 0
    let code = SystemPath.withBytes(of: arguments[0]) {
      posix_spawn(&identifier, $0, &actions, &attributes, words, variables)
    }
    guard code == 0 else { return fail(code) }
    for descriptor in [pipes[0].read, pipes[1].write, pipes[2].write, pipes[3].read] { close(descriptor) }
    return .success(
      WorkerProcess(
        identifier, input: pipes[0].write, output: pipes[1].read, messages: pipes[2].read, lifeline: pipes[3].write))
  }

  private init(_ identifier: pid_t, input: Int32, output: Int32, messages: Int32, lifeline: Int32) {
    self.identifier = identifier
    (self.input, self.output, self.messages, lifelineEnd) = (input, output, messages, lifeline)
    for descriptor in [output, messages] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// Gives it a source. A failure shows as the end of the process.
  func send(_ pending: BatchJournal.Pending, attempt: Int, at time: Double) {
    task = (pending, attempt, time)
    count += 1
    let request = WorkerRequest(
      location: pending.source.location, name: pending.name, expectedHash: pending.expectedHash)
    // An idle worker reads at once, and a request fits into the pipe.
    var bytes = Array(request.line.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Reads a result line, if one is complete. `isAtEnd`: the process has closed its output.
  func readLine() -> (line: [UInt8]?, isAtEnd: Bool) {
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(output, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return (nil, false) }
      guard count > 0, buffer.count < Self.longestLine else { return (nil, true) }
      buffer += block[..<count]
      guard let end = buffer.lastIndex(of: 0x0A), buffer.count == end + 1 else { continue }
      defer { buffer = [] }
      return (Array(buffer[..<end]), false)
    }
  }

  /// Reads messages; only their end is stored.
  func readMessages() {
    var block = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(messages, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      lastMessages = Array((lastMessages + block[..<count]).suffix(Self.messageBytes))
    }
  }

  /// The last line that the process wrote to standard error; nil if there is none.
  var lastMessage: String? {
    String(decoding: lastMessages, as: UTF8.self).split(separator: "\n").last.map { String($0.prefix(300)) }
  }

  /// The resident memory in bytes; 0 if it has ended.
  var residentBytes: Int64 {
    guard let file = fopen("/proc/\(identifier)/statm", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = text.split(separator: " ")
    guard words.count > 1, let pages = Int64(words[1]) else { return 0 }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Ends the process, waits for it, and closes its pipes. Returns how it ended: a signal or an exit status.
  @discardableResult func end() -> (signal: Int32?, status: Int32) {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    readMessages()
    for descriptor in [input, output, messages, lifelineEnd] { close(descriptor) }
    let signal = status & 0x7F
    return (signal == 0 ? nil : signal, (status >> 8) & 0xFF)
  }
}

/// A failure of a system call.
package struct SystemFailure: Error, Equatable {
  /// The system's error.
  package var errno: Int32
}
