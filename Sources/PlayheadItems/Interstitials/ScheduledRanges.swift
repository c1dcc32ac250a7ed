import Foundation
import PlayheadStreaming

/// The date ranges of the documents that a stream names.
package struct ScheduledRanges: Sendable {
  /// The date ranges of one document.
  private struct Document: Sendable {
    /// The identifier of the schedule that names the document.
    var id: String
    /// In the document's order.
    var ranges: [DateRange]
  }
  /// In the order in which they were loaded. A document without date ranges is not added.
  private var documents: [Document] = []
  /// Increases with every change.
  package private(set) var version = 0

  /// All date ranges, in the order in which the documents were loaded.
  package var all: [DateRange] { documents.flatMap(\.ranges) }

  /// Replaces the date ranges of a schedule's document.
  ///
  /// - Parameter id: The identifier of the schedule that names the document.
  package mutating func set(_ ranges: [DateRange], of id: String) {
    version += 1
    if let index = documents.firstIndex(where: { $0.id == id }) {
      documents[index].ranges = ranges
    } else if !ranges.isEmpty {
      documents.append(Document(id: id, ranges: ranges))
    }
  }

  /// Removes expired date ranges. Returns their identifiers. Ranges with a cue (`CUE`, for example a pre-roll) do not
  /// expire, nor do ranges without any date.
  ///
  /// - Parameter date: The date before which a range must have ended.
  package mutating func forget(before date: Date) -> Set<String> {
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
