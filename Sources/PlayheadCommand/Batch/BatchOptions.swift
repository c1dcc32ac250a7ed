import Foundation
import Glibc
import PlayheadBasics
import PlayheadBatch
import PlayheadNetworking

/// The options of `playhead batch`.
struct BatchOptions: Equatable, Sendable {
  /// The settings that determine the outputs of a file.
  struct Outputs: Equatable, Sendable {
    /// The tasks, each once, in the order of `BatchTask`.
    var tasks: [BatchTask] = [.info, .thumbnails]
    /// The number of images of `thumbnails` and `sheet`.
    var count = 10
    /// The largest width of these images in pixels.
    var width = 320
    /// Whether images show exactly their times, instead of the sync samples before them.
    var isExact = false
    /// The distance of the images on sprite sheets in seconds.
    var interval = 10.0
    /// The largest width of the images on sprite sheets in pixels.
    var spriteWidth = 160
    /// The time of `frame` in seconds; nil for a tenth of the duration.
    var time: Double?
    /// The name of the preset of `export`.
    var preset = "copy"
    /// The extension of the new file of `export`.
    var type = "mp4"

    /// Whether a task writes files.
    var writesFiles: Bool { tasks.contains(where: \.writesFiles) }

    /// The options with which the same outputs are requested.
    var arguments: [String] {
      var arguments = ["--task=" + tasks.map(\.rawValue).joined(separator: ",")]
      if tasks.contains(.thumbnails) || tasks.contains(.sheet) {
        arguments += ["--count=\(count)", "--width=\(width)"]
      }
      if tasks.contains(.sprites) { arguments += ["--interval=\(interval)", "--sprite-width=\(spriteWidth)"] }
      if isExact, !Set<BatchTask>([.thumbnails, .sheet, .sprites]).isDisjoint(with: tasks) {
        arguments.append("--exact")
      }
      if tasks.contains(.frame), let time { arguments.append("--at=\(time)") }
      if tasks.contains(.export) { arguments += ["--preset=\(preset)", "--type=\(type)"] }
      return arguments
    }

    /// A hash of everything that determines the outputs: results with another one are not valid any more.
    var fingerprint: String { XXH64.hexadecimal(Array(arguments.joined(separator: " ").utf8)) }
  }

  /// The settings that determine the outputs.
  var outputs = Outputs()
  /// The folder for the results.
  var folder: String
  /// The number of worker processes; nil for the number of cores.
  var jobs: Int?
  /// The limit of a worker's memory in bytes.
  var memory: Int64 = 1 << 30
  /// The limit of the time for a file in seconds; nil for none.
  var timeout: Double? = 600
  /// Further attempts after a temporary failure.
  var retries = 2
  /// Whether files with a valid result are processed again.
  var isForced = false
  /// Whether whole files are hashed.
  var comparesContents = false
  /// Whether the summary is JSON.
  var asJSON = false
  /// Whether the process is a worker.
  var isWorker = false
  /// The addresses that playlists and redirections may lead to, in addition to public ones.
  var permissions: ReferencePolicy.Permissions = []

  /// Parses the options. The last of several equal options applies.
  ///
  /// - Throws: A `UsageError` if the folder is missing, or a value is out of range.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    guard let folder = options.last(.out) else {
      throw UsageError("“batch” needs a folder for the results", hint: "Write “--out=FOLDER”.")
    }
    self.folder = folder
    if let text = options.last(.task) { outputs.tasks = try Self.tasks(text) }
    if let text = options.last(.count) { outputs.count = try OptionValue.whole(text, in: 1...100_000, of: .count) }
    if let text = options.last(.width) { outputs.width = try OptionValue.whole(text, in: 1...16_384, of: .width) }
    if let text = options.last(.spriteWidth) {
      outputs.spriteWidth = try OptionValue.whole(text, in: 1...1_600, of: .spriteWidth)
    }
    if let text = options.last(.interval) {
      outputs.interval = try OptionValue.seconds(text, of: .interval)
      guard outputs.interval >= 0.1 else {
        throw UsageError("“--interval=\(text)” is too short", hint: "Write at least 0.1.")
      }
    }
    outputs.isExact = options.last(.exact) != nil
    outputs.time = try options.last(.at).map { text throws(UsageError) in try OptionValue.seconds(text, of: .at) }
    try takeExport(options)
    if let text = options.last(.jobs) { jobs = try OptionValue.whole(text, in: 1...1_024, of: .jobs) }
    if let text = options.last(.retries) { retries = try OptionValue.whole(text, in: 0...100, of: .retries) }
    if let text = options.last(.memory) { memory = try Self.bytes(text) }
    if outputs.tasks.contains(.export) { timeout = nil }
    if let text = options.last(.timeout) {
      let seconds = try OptionValue.seconds(text, of: .timeout)
      timeout = seconds > 0 ? seconds : nil
    }
    isForced = options.last(.force) != nil
    comparesContents = options.last(.checksum) != nil
    asJSON = options.last(.json) != nil
    isWorker = options.last(.worker) != nil
    if options.last(.allowLocalNetwork) != nil { permissions.insert(.localNetwork) }
    if options.last(.allowInsecure) != nil { permissions.insert(.insecure) }
  }

  /// Checks the preset and the type of `export`.
  private mutating func takeExport(_ options: [ScannedArguments.Option]) throws(UsageError) {
    if let name = options.last(.preset) {
      guard ExportOptions.presets.contains(where: { $0.name == name }) else {
        throw UsageError("“\(name)” is no preset", hint: "The presets are \(ExportOptions.presetNames).")
      }
      outputs.preset = name
    }
    if let type = options.last(.type)?.lowercased() {
      guard ExportOptions.types[type] != nil else {
        throw UsageError("“--type=\(type)” is no known extension", hint: "Write mp4, mov, mkv or m4a, for example.")
      }
      outputs.type = type
    }
  }

  /// The names of tasks, separated by commas.
  private static func tasks(_ text: String) throws(UsageError) -> [BatchTask] {
    var named: Set<BatchTask> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let task = BatchTask(rawValue: name) else {
        let meant = SimilarWord.best(for: name, among: BatchTask.allCases.map(\.rawValue))
        throw UsageError(
          "“\(name)” is no task", hint: meant.map { "Did you mean “\($0)”?" } ?? "The tasks are \(BatchTask.names).")
      }
      named.insert(task)
    }
    return BatchTask.allCases.filter(named.contains)
  }

  /// Bytes with an optional unit, K, M, G or T, each 1024 times the one before it; at least 64 MiB.
  static func bytes(_ text: String) throws(UsageError) -> Int64 {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.uppercased().last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard (1...15).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int64(digits),
      case let bytes = number.multipliedSaturated(by: unit ?? 1), bytes >= 64 << 20, bytes <= 1 << 50
    else {
      throw UsageError("“--memory=\(text)” is not a valid size", hint: "Write at least 64M, such as 512M or 2G.")
    }
    return bytes
  }

  /// The arguments of a worker with the same settings, for an absolute path of the folder.
  func workerArguments(folder: String) -> [String] {
    var arguments = ["batch", "--worker", "--out=\(folder)", "--memory=\(memory)"] + outputs.arguments
    if comparesContents { arguments.append(CommandOption.checksum.spelling) }
    if permissions.contains(.localNetwork) { arguments.append(CommandOption.allowLocalNetwork.spelling) }
    if permissions.contains(.insecure) { arguments.append(CommandOption.allowInsecure.spelling) }
    return arguments
  }
}
