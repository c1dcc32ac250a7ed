import PlayheadBasics
import PlayheadBatch

/// The texts at the end of a run.
struct BatchReport {
  /// The counts and failures.
  var summary: BatchSummary
  /// The duration of the run in seconds.
  var seconds: Double
  /// The output folder.
  var folder: String

  /// The counts on one line, and the place of the results.
  var text: String {
    var parts = ["\(summary.done) done"]
    if summary.unchanged > 0 { parts.append("\(summary.unchanged) unchanged") }
    if summary.failed > 0 { parts.append("\(summary.failed) failed") }
    let open = summary.total - summary.finished
    if open > 0 { parts.append("\(open) not processed") }
    let worked = summary.done + summary.failed
    let rate = seconds > 0 && worked > 0 ? " (\(Self.oneDecimal(Double(worked) / seconds)) files/s)" : ""
    return "\(summary.total) files: \(parts.joined(separator: ", ")) in \(TimeText.clock(seconds))\(rate)\n"
      + "Results: \(CellText.printable(folder))/\(ResultFile.name)\n"
  }

  /// The failures, grouped by their cause, the most frequent first; empty without failures.
  var errors: String {
    let groups = summary.groups.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    var lines = groups.prefix(20).map { _, group -> String in
      let task = group.task.map { "\($0): " } ?? ""
      let more = group.count > group.examples.count ? ", …" : ""
      return "  \(group.count) × \(task)\(group.message) (\(group.examples.joined(separator: ", "))\(more))"
    }
    let hidden = groups.dropFirst(20).reduce(summary.others) { $0 + $1.element.count }
    if hidden > 0 { lines.append("  \(hidden) × other failures") }
    guard !lines.isEmpty else { return "" }
    return lines.map { CellText.printable($0) + "\n" }.joined()
  }

  /// A number with one decimal.
  static func oneDecimal(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The progress of a run on one line of a terminal.
struct BatchProgressLine {
  /// The counts so far.
  var summary: BatchSummary
  /// The rate.
  var estimate: ProgressEstimate
  /// The bar.
  var bar: ProgressBar

  /// The bar, the counts, the rate and the time left; replaces the previous line.
  var text: String {
    var text = bar.line(summary.finished, of: summary.total)
    if let rate = estimate.rate { text += "  \(BatchReport.oneDecimal(rate)) files/s" }
    if let left = estimate.secondsLeft(for: summary.total - summary.finished) {
      text += "  \(TimeText.clock(left.rounded(.up))) left"
    }
    if summary.failed > 0 { text += "  \(summary.failed) failed" }
    return text + "\u{1B}[K"
  }
}
