import Foundation
import Glibc
import PlayheadBatch
import PlayheadNetworking

/// `playhead batch --worker`: processes the source of each line of standard input, and prints a result line for each.
struct BatchWorkerCommand {
  /// The tasks and the output folder.
  var options: BatchOptions
  /// The destination of result lines.
  var console: any Console

  /// A request with a path and a name of 4096 bytes each, escaped.
  private static let longestRequest = 256 << 10

  /// Runs until the end of standard input. Returns the exit status: 0, or 1 if the output folder cannot be used.
  func run() -> Int32 {
    watchRun()
    limitMemory()
    let working = BatchSource(".", relativeTo: FileManager.default.currentDirectoryPath).location
    let folder = OutputFolder(BatchSource(options.folder, relativeTo: working).location)
    if options.outputs.writesFiles {
      do throws(OutputFolder.Failure) {
        try folder.create()
      } catch {
        console.writeErrorLine("playhead: cannot use the output folder: \(CellText.printable(error.problem.message))")
        return 1
      }
    }
    let processor = BatchProcessor(outputs: options.outputs, comparesContents: options.comparesContents, folder: folder)
    var (rest, block) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
    while console.failure == nil {
      let count = read(STDIN_FILENO, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count > 0 { rest += block[..<count] }
      if count <= 0, !rest.isEmpty { rest.append(0x0A) }
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: 0x0A) {
        let line = Array(rest[start..<end])
        start = end + 1
        if !line.isEmpty { console.writeLine(processor.line(for: WorkerRequest(line: line), relativeTo: working)) }
      }
      rest.removeSubrange(..<start)
      guard count > 0, rest.count < Self.longestRequest else { break }
    }
    return 0
  }

  /// Ends the process at once when the run that started it has ended, by the end of a pipe that is never written to.
  private func watchRun() {
    let variable = "PLAYHEAD_BATCH_LIFELINE"
    guard let text = getenv(variable), let descriptor = Int32(String(cString: text)) else { return }
    unsetenv(variable)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let thread = Thread {
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) < 0, errno == EINTR {}
      _exit(1)
    }
    thread.name = "playhead.run"
    thread.start()
  }

  /// Limits the memory of the process. The run checks the resident memory several times a second; this limit also ends
  /// a process that allocates faster, and is higher because reserved memory counts.
  private func limitMemory() {
    let bytes = rlim_t(options.memory) * 2 + 512 << 20
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }
}
