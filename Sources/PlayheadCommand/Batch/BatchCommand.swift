import Foundation
import Glibc
import PlayheadBasics
import PlayheadBatch
import PlayheadNetworking
import PlayheadPlaylists

/// `playhead batch`: runs tasks over a media library with worker processes.
struct BatchCommand {
  /// The tasks, limits and output folder of the command line.
  var options: BatchOptions
  /// The folder or list as given on the command line; `-` for standard input.
  var operand: String
  /// The destination of the summary and of messages. The progress goes to standard error.
  var console: any Console
  /// nil if the output is not a terminal.
  var bar: ProgressBar?

  /// The signals that end a run in order.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The sources of one transaction of planning.
  private static let planned = 500

  /// A failure before or during the run: the message for the user.
  private struct Failed: Error {
    /// Sentences without the name of the program.
    var message: String
    /// The exit status.
    var status: Int32 = 1
  }

  /// Runs the command on the calling thread, which blocks until all files have a result. Returns the exit status: 0; 1
  /// if a file failed or the run was not completed; 2 if the operand is unsuitable; 128 and the number of a signal.
  func run() -> Int32 {
    do throws(Failed) {
      return try process()
    } catch {
      erase()
      console.writeErrorLine("playhead: " + CellText.printable(error.message))
      return error.status
    }
  }

  private func process() throws(Failed) -> Int32 {
    let started = BatchCoordinator.now
    let origin = try origin()
    let folder = OutputFolder(BatchSource(options.folder, relativeTo: Self.workingFolder).location)
    if case .folder(let path) = origin, BatchSource.realPath(path) == BatchSource.realPath(folder.path) {
      throw Failed(
        message: "the results cannot be in the folder of the media itself. Choose another “--out”.", status: 2)
    }
    let isLocked: Bool
    do throws(OutputFolder.Failure) {
      try folder.create()
      isLocked = try folder.lock()
    } catch {
      throw Failed(message: "cannot use the output folder: \(error.problem.message)")
    }
    guard isLocked else {
      throw Failed(
        message: "another run uses “\(SystemPath.shown(folder.path))”. Wait for its end, or choose another “--out”.")
    }
    folder.removeUnfinished()
    let journal = try journal(folder)
    let summary = try plan(origin, journal, folder)
    return try run(journal, summary, folder, started)
  }

  // MARK: Input

  /// The source of the list.
  private enum Origin { case folder(String), list(Int32), playlist(String) }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return SystemPath.text(of: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  private func origin() throws(Failed) -> Origin {
    if operand == "-" { return .list(STDIN_FILENO) }
    let path = BatchSource(operand, relativeTo: Self.workingFolder)
    let shown = RedactedURL(text: operand).description
    guard !path.isRemote else {
      throw Failed(message: "“\(shown)” is an address; “batch” takes a folder, a list, or “-”.", status: 2)
    }
    var status = stat()
    guard SystemPath.withBytes(of: path.location, { stat($0, &status) }) == 0 else {
      throw Failed(message: "cannot read “\(shown)”: \(String(cString: strerror(errno))). Check the name.")
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder(path.location) }
    guard !MediaExpansion.isMedia(operand) else {
      throw Failed(
        message: "“\(shown)” is a media file; “batch” takes a folder, or a file with a list of them.", status: 2)
    }
    if PlaylistFile.format(ofName: operand) != nil { return .playlist(path.location) }
    let file = SystemPath.withBytes(of: path.location) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else {
      throw Failed(message: "cannot read “\(shown)”: \(String(cString: strerror(errno))). Check the permissions.")
    }
    return .list(file)
  }

  private func journal(_ folder: OutputFolder) throws(Failed) -> BatchJournal {
    do throws(BatchJournal.Failure) {
      return try BatchJournal(folder: folder.path) { console.writeErrorLine("playhead: \(CellText.printable($0))") }
    } catch {
      throw Self.failed(error)
    }
  }

  /// The message for an error of the journal or of the result file.
  private static func failed(_ error: BatchJournal.Failure) -> Failed {
    switch error {
    case .database(.noLibrary):
      Failed(message: "SQLite is not installed, and the journal needs it. Install libsqlite3-0 or sqlite-libs.")
    case .database(let cause) where cause.isDiskFull: diskFull
    case .database(let cause):
      Failed(
        message: "the journal cannot be used: \(cause.reason). Results so far are not lost; run the command again.")
    case .results(let failure) where failure.errno == ENOSPC || failure.errno == EDQUOT: diskFull
    case .results(let failure):
      Failed(message: "cannot write “\(SystemPath.shown(failure.path))”: \(String(cString: strerror(failure.errno))).")
    case .newerVersion:
      Failed(message: "the output folder was written by a newer version of playhead. Choose another “--out”.")
    }
  }

  private static var diskFull: Failed {
    Failed(message: "the disk with the output folder is full. Free some space; the same command then continues.")
  }

  // MARK: Planning

  /// Lists all sources in the journal, and returns their counts.
  private func plan(
    _ origin: Origin, _ journal: BatchJournal, _ folder: OutputFolder
  ) throws(Failed) -> BatchSummary {
    let policy = SkipPolicy(
      settings: options.outputs.fingerprint, isForced: options.isForced, comparesContents: options.comparesContents)
    let writesFiles = options.outputs.writesFiles
    var (summary, sources) = (BatchSummary(), [BatchSource]())
    func flush() throws(Failed) {
      do throws(BatchJournal.Failure) {
        let counts = try journal.add(sources, policy: policy) { !writesFiles || folder.hasOutputs($0) }
        summary.total += counts.added
        summary.unchanged += counts.unchanged
      } catch {
        throw Self.failed(error)
      }
      sources.removeAll(keepingCapacity: true)
      if bar != nil { console.writeError("\r\(summary.total) files…\u{1B}[K") }
    }
    func add(_ source: BatchSource) throws(Failed) {
      sources.append(source)
      if sources.count >= Self.planned { try flush() }
    }
    switch origin {
    case .folder(let path):
      try MediaFolder(path, excluding: folder.path).walk { (found) throws(Failed) in
        switch found {
        case .file(let file): try add(BatchSource(file, relativeTo: "/", root: path))
        case .outside(let file): warn("“\(file)” is a link out of the folder, and is left out.")
        case .unreadable(let folder, let code):
          summary.add(
            [ResultProblem(.unreadable, "The folder cannot be read: \(String(cString: strerror(code))).")], of: folder)
          warn("“\(folder)” cannot be read: \(String(cString: strerror(code))).")
        }
      }
    case .playlist(let path):
      for entry in MediaExpansion.expand([path]) {
        try add(BatchSource(entry.location, relativeTo: Self.workingFolder))
      }
    case .list(let file): try readList(file, add)
    }
    try flush()
    erase()
    return summary
  }

  /// Reads a list and passes its sources on.
  private func readList(_ file: Int32, _ add: (BatchSource) throws(Failed) -> Void) throws(Failed) {
    defer { if file != STDIN_FILENO { close(file) } }
    let working = Self.workingFolder
    func entry(_ entry: Result<String, BatchList.Problem>) throws(Failed) {
      switch entry {
      case .success(let text): try add(BatchSource(text, relativeTo: working))
      case .failure(.tooLong(let number)):
        throw Failed(
          message: "entry \(number) of the list is too long to be a path. Separate entries by line feeds or NUL.")
      case .failure(.noSource(let number)):
        throw Failed(message: "entry \(number) of the list names no file. Write {\"source\": \"PATH\"}.")
      }
    }
    var list = BatchList()
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failed(message: "the list cannot be read: \(String(cString: strerror(errno))).")
      }
      guard count > 0 else { break }
      try list.read(block[..<count], entry)
    }
    try list.finish(entry)
  }

  // MARK: Running

  private func run(
    _ journal: BatchJournal, _ planned: BatchSummary, _ folder: OutputFolder, _ started: Double
  ) throws(Failed) -> Int32 {
    let jobs = options.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
    // The program itself, even if it is replaced during the run.
    let configuration = BatchCoordinator.Configuration(
      worker: ["/proc/self/exe"] + options.workerArguments(folder: folder.path),
      environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
      settings: options.outputs.fingerprint, jobs: jobs, memory: options.memory, timeout: options.timeout,
      retries: options.retries)
    SignalPipe.shared.watch(Self.signals)
    defer { SignalPipe.useDefault(Self.signals) }
    var estimate = ProgressEstimate()
    let coordinator = BatchCoordinator(
      configuration, journal: journal, summary: planned,
      interrupts: (SignalPipe.shared.readEnd, { SignalPipe.shared.take().first })
    ) { summary in
      guard let bar else { return }
      estimate.add(summary.finished, at: BatchCoordinator.now)
      console.writeError(BatchProgressLine(summary: summary, estimate: estimate, bar: bar).text)
    }
    var stop: Failed?
    do throws(BatchCoordinator.Stop) {
      try coordinator.run()
    } catch {
      stop = Self.failed(error)
    }
    folder.removeUnfinished()
    erase()
    let summary = coordinator.summary
    let seconds = BatchCoordinator.now - started
    let report = BatchReport(summary: summary, seconds: seconds, folder: folder.path)
    if options.asJSON {
      console.writeLine(summary.json(seconds: seconds, isComplete: stop == nil).line)
    } else {
      console.write(report.text)
    }
    console.writeError(report.errors)
    if let stop { throw stop }
    return summary.groups.isEmpty && summary.failed == 0 ? 0 : 1
  }

  private static func failed(_ stop: BatchCoordinator.Stop) -> Failed {
    switch stop {
    case .interrupted(let signal):
      Failed(message: "interrupted; the same command continues.", status: 128 + signal)
    case .problem(let problem) where problem.code == .diskFull: diskFull
    case .problem(let problem): Failed(message: "the run has ended: \(problem.message)")
    case .journal(let error): failed(error)
    }
  }

  private func warn(_ message: String) {
    erase()
    console.writeErrorLine("playhead: " + CellText.printable(message))
  }

  /// Removes the progress bar, so that other output starts on an empty line.
  private func erase() {
    if let bar { console.writeError(bar.end) }
  }
}
