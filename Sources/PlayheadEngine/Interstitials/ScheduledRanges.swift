import Foundation
import PlayheadStreaming

/// The date ranges of the documents that a stream names.
package struct ScheduledRanges: Sendable {
  private struct Document: Sendable {
    var id: String
    var ranges: [DateRange]
  }
  private var documents: [Document] = []
  /// Increases with every change.
  package private(set) var version = 0

  /// All date ranges, in the order in which the documents were loaded.
  package var all: [DateRange] { documents.flatMap(\.ranges) }

  /// Replaces the date ranges of a schedule's document.
  mutating func set(_ ranges: [DateRange], of id: String) {
    version += 1
    if let index = documents.firstIndex(where: { $0.id == id }) {
      documents[index].ranges = ranges
    } else if !ranges.isEmpty {
      documents.append(Document(id: id, ranges: ranges))
    }
  }

  /// Removes expired date ranges. Returns their identifiers.
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
  /// The end date if it is known; otherwise the start date plus the (planned) duration.
  fileprivate var lastDate: Date? { end ?? start.map { $0.addingTimeInterval(duration ?? plannedDuration ?? 0) } }
}
