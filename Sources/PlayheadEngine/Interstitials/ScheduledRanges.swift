import Foundation
import PlayheadStreaming

/// The date ranges of documents that a stream names.
package struct ScheduledRanges: Sendable {
  private struct Document: Sendable {
    var id: String
    var ranges: [DateRange]
  }
  private var documents: [Document] = []
  /// Grows with every change.
  package private(set) var version = 0

  /// In the order in which the documents came.
  package var all: [DateRange] { documents.flatMap(\.ranges) }

  /// What the document of a schedule says now.
  mutating func set(_ ranges: [DateRange], of id: String) {
    version += 1
    if let index = documents.firstIndex(where: { $0.id == id }) {
      documents[index].ranges = ranges
    } else if !ranges.isEmpty {
      documents.append(Document(id: id, ranges: ranges))
    }
  }

  /// Lets go what is over. Returns the identifiers of that.
  mutating func forget(before date: Date) -> Set<String> {
    var gone: Set<String> = []
    for index in documents.indices {
      documents[index].ranges.removeAll { range in
        let isOver = range.cue.isEmpty && (range.lastDate.map { $0 < date } ?? false)
        if isOver { gone.insert(range.id) }
        return isOver
      }
    }
    guard !gone.isEmpty else { return [] }
    documents.removeAll(where: \.ranges.isEmpty)
    version += 1
    return gone
  }
}

extension DateRange {
  /// When it ends, where that is told; else when it begins.
  fileprivate var lastDate: Date? { end ?? start.map { $0.addingTimeInterval(duration ?? plannedDuration ?? 0) } }
}
