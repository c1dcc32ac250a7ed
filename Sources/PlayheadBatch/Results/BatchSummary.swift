import PlayheadBasics

/// The counts and the failures of a run.
package struct BatchSummary: Equatable, Sendable {
  /// Failures with the same message.
  package struct Group: Equatable, Sendable {
    /// The task; nil if files as a whole failed.
    package var task: String?
    /// The kind of failure.
    package var code: ResultProblem.Code
    /// The common message.
    package var message: String
    /// The number of failures.
    package var count: Int
    /// The names of the first sources.
    package var examples: [String]
  }

  /// The most groups; further messages are counted in `others`, so that memory is bounded.
  private static let mostGroups = 100
  private static let mostExamples = 3

  /// The sources of the list, each counted once.
  package var total = 0
  /// Sources whose tasks were all done.
  package var done = 0
  /// Sources whose previous result is still valid.
  package var unchanged = 0
  /// Sources with at least one failed task.
  package var failed = 0
  /// Attempts beyond the first one of a source.
  package var retried = 0
  /// The failures of the sources with the same cause, in the order of their first one.
  package private(set) var groups: [Group] = []
  /// Failures without a group.
  package private(set) var others = 0

  /// Creates the summary of a run that has not begun.
  package init() {}

  /// Sources with an outcome.
  package var finished: Int { done + unchanged + failed }

  /// Adds the failures of a source.
  package mutating func add(_ problems: [ResultProblem], of name: String) {
    for problem in problems {
      let place = groups.firstIndex {
        $0.code == problem.code && $0.task == problem.task && $0.message == problem.message
      }
      if let place {
        groups[place].count += 1
        if groups[place].examples.count < Self.mostExamples { groups[place].examples.append(name) }
      } else if groups.count < Self.mostGroups {
        groups.append(
          Group(task: problem.task, code: problem.code, message: problem.message, count: 1, examples: [name]))
      } else {
        others += 1
      }
    }
  }

  /// The summary as JSON.
  ///
  /// - Parameter seconds: The duration of the run.
  package func json(seconds: Double, isComplete: Bool) -> JSONValue {
    .object([
      ("complete", .bool(isComplete)), ("total", .integer(Int64(total))), ("done", .integer(Int64(done))),
      ("unchanged", .integer(Int64(unchanged))), ("failed", .integer(Int64(failed))),
      ("retried", .integer(Int64(retried))), ("seconds", .number((seconds * 1000).rounded() / 1000)),
      (
        "errors",
        .array(
          groups.map { group in
            .object([
              ("task", .optional(group.task)), ("code", .string(group.code.rawValue)),
              ("message", .string(group.message)), ("count", .integer(Int64(group.count))),
              ("examples", .array(group.examples.map(JSONValue.string))),
            ])
          })
      ),
    ])
  }
}

/// The rate of a run and the time left, over the last `window` seconds.
package struct ProgressEstimate: Equatable, Sendable {
  /// Long enough for files of different lengths, and short enough to follow a change of the load.
  private static let window = 30.0

  private var samples: [(time: Double, finished: Int)] = []

  /// Creates an estimate without samples.
  package init() {}

  package static func == (a: ProgressEstimate, b: ProgressEstimate) -> Bool {
    a.samples.elementsEqual(b.samples) { $0 == $1 }
  }

  /// Adds the number of finished files at a time in seconds. Times ascend.
  package mutating func add(_ finished: Int, at time: Double) {
    if samples.count > 1, let last = samples.last, time - last.time < 0.5 { samples.removeLast() }
    samples.append((time, finished))
    while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// Files per second; nil before two samples.
  package var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
    return Double(last.finished - first.finished) / (last.time - first.time)
  }

  /// Seconds until so many further files are finished; nil if nothing was finished lately.
  package func secondsLeft(for remaining: Int) -> Double? {
    guard let rate, rate > 0 else { return nil }
    return Double(remaining) / rate
  }
}
