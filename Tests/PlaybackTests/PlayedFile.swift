import Foundation
import PlayheadTesting

/// The values of a file's dump, read from its lines.
struct PlayedFile: Sendable {
  var times: [Double] = []
  var sizes: Set<String> = []
  var duration: Double?
  var hasEnded = false
  var failure: String?

  init(_ url: URL) {
    let summary = PlaybackDump.run(url: url) { line in
      let values = Dictionary(
        line.split(separator: " ").compactMap { word -> (String, String)? in
          let parts = word.split(separator: "=", maxSplits: 1)
          return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }, uniquingKeysWith: { first, _ in first })
      if line.hasPrefix("video ") {
        times.append(Double(values["pts"] ?? "") ?? .nan)
        sizes.insert(values["size"] ?? "")
      } else if line.hasPrefix("event ") {
        if let length = Double(values["duration"] ?? "") { duration = length }
        if line.hasSuffix(" playedToEnd") { hasEnded = true }
      }
    }
    failure = summary.failure.map { "\($0.error.kind)" }
  }
}
