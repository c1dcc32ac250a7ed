import Foundation
import PlayheadBasics
import PlayheadNetworking

/// The result of one file: a line of the result file. Docs/Batch.md describes its members.
package struct ResultLine {
  /// The outcome of a file.
  package enum Status: String, Decodable, Sendable {
    /// All tasks were done.
    case done
    /// At least one task failed; the others have their results.
    case failed
    /// The contents are those of the previous result, which stays valid. Only workers report it.
    case unchanged
  }

  /// The location, for a file its absolute path.
  package var source: BatchSource
  /// The name of the outputs below the output folder.
  package var name: String
  /// The status of the file when it was opened; nil if it could not be, and for an address.
  package var file: FileStatus?
  /// The hash of the contents.
  package var hash: String?
  /// The settings of the run.
  package var settings: String
  /// The processing time in seconds.
  package var seconds: Double?
  /// The results by the names of the tasks; null where a task does not apply.
  package var results: [(task: String, value: JSONValue)] = []
  /// The failures.
  package var problems: [ResultProblem] = []

  /// Creates a line without results.
  package init(source: BatchSource, name: String, settings: String) {
    (self.source, self.name, self.settings) = (source, name, settings)
  }

  /// The line as JSON, without a line feed.
  package func text(_ status: Status? = nil) -> String {
    let status = status ?? (problems.isEmpty ? .done : .failed)
    var pairs: [(String, JSONValue)] = [
      ("source", .string(source.isRemote ? RedactedURL(text: source.location).description : source.key))
    ]
    if source.isRemote { pairs.append(("key", .string(source.key))) }
    pairs += [
      ("name", .string(name)), ("status", .string(status.rawValue)),
      ("size", file.map { .integer($0.size) } ?? .null), ("modified", .optional(file?.modifiedText)),
      ("hash", .optional(hash)), ("settings", .string(settings)), ("seconds", seconds.map(JSONValue.number) ?? .null),
    ]
    pairs += results.map { ($0.task, $0.value) }
    pairs.append(("errors", .array(problems.map(\.json))))
    return JSONValue.object(pairs).line
  }
}

/// The failure of a task, or of a whole file.
package struct ResultProblem: Error, Equatable, Sendable {
  /// The kinds of failures, for programs.
  package enum Code: String, Decodable, Sendable {
    /// The file does not exist, or not any more.
    case vanished
    /// The file cannot be read.
    case unreadable
    /// The file was changed while it was processed.
    case changed
    /// The contents are damaged, unknown, or do not permit the task.
    case media
    /// A server or the network failed.
    case network
    /// The outputs cannot be written.
    case output
    /// The disk with the outputs is full, which ends the run.
    case diskFull
    /// The worker process ended.
    case died
    /// The worker process needed more memory than permitted.
    case memory
    /// It took longer than permitted.
    case timeout
    /// No worker process could be started.
    case noWorker
  }

  /// The task; nil if the file as a whole failed.
  package var task: String?
  /// The kind.
  package var code: Code
  /// The cause and the remedy in sentences, without the name of the file.
  package var message: String

  /// Creates a failure.
  package init(_ code: Code, task: String? = nil, _ message: String) {
    (self.task, self.code, self.message) = (task, code, message)
  }

  /// The failure of reading a file.
  package init(_ problem: FileProblem) {
    switch problem {
    case .vanished: self.init(.vanished, "There is no such file (any more).")
    case .noPermission: self.init(.unreadable, "The permissions do not allow reading it.")
    case .isFolder: self.init(.unreadable, "It is a folder; “playhead batch” takes one folder, or a list of files.")
    case .isSpecial: self.init(.unreadable, "It is not a regular file.")
    case .other(let code): self.init(.unreadable, "It cannot be read: \(String(cString: strerror(code))).")
    }
  }

  /// Whether another attempt may succeed.
  package var isTemporary: Bool {
    switch code {
    case .changed, .network, .died, .memory, .timeout: true
    case .vanished, .unreadable, .media, .output, .diskFull, .noWorker: false
    }
  }

  fileprivate var json: JSONValue {
    .object([("task", .optional(task)), ("code", .string(code.rawValue)), ("message", .string(message))])
  }
}

/// The members of a result line that the run needs.
package struct ResultHeader: Decodable, Sendable {
  /// A failure in a line.
  struct Problem: Decodable, Sendable {
    var task: String?
    var code: ResultProblem.Code
    var message: String
  }

  var source: String
  /// The identity, if it is not the source.
  private var key: String?
  var name: String
  var status: ResultLine.Status
  private var size: Int64?
  private var modified: String?
  var hash: String?
  var settings: String
  private var errors: [Problem]

  /// The identity in the journal.
  var identity: String { key ?? source }

  /// The failures.
  package var problems: [ResultProblem] { errors.map { ResultProblem($0.code, task: $0.task, $0.message) } }

  /// The status of the file when it was opened.
  var file: FileStatus? {
    guard let size, let time = modified.flatMap(FileStatus.modified) else { return nil }
    return FileStatus(size: size, modified: time)
  }

  /// Parses a line; nil if it is none.
  package init?(line: some Collection<UInt8>) {
    guard let header = try? ExternalJSON.decode(ResultHeader.self, from: Data(line)) else { return nil }
    self = header
  }
}
