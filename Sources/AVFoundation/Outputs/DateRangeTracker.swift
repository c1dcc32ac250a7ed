import Foundation
import PlayheadStreaming

/// The date ranges of a stream as metadata groups, and the changes since the last update.
struct DateRangeTracker {
  /// The groups after an update, and the indexes of those that have changed.
  struct Changes {
    /// All current groups, in the order of the playlist.
    var groups: [AVDateRangeMetadataGroup]
    /// The indexes of groups that were added.
    var new: IndexSet
    /// The indexes of groups that were modified.
    var modified: IndexSet
  }

  /// nil: all.
  let identifiers: Set<String>?
  /// The class identifiers (`CLASS`) of the groups; nil for all.
  let labels: Set<String>?
  /// The matching date ranges of the last update.
  private var known: [DateRange] = []
  /// Whether there has been a group.
  private var hasAny = false

  /// Creates a tracker that knows no date ranges.
  init(identifiers: Set<String>?, labels: Set<String>?) {
    self.identifiers = identifiers
    self.labels = labels
  }

  /// Adopts the current date ranges. Returns nil if none are new or modified; removed ranges alone are not reported.
  mutating func update(_ ranges: [DateRange]) -> Changes? {
    let matching = ranges.filter(matches)
    let old = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    known = matching
    let new = IndexSet(matching.indices.filter { old[matching[$0].id] == nil })
    let modified = IndexSet(
      matching.indices.filter { index in old[matching[index].id].map { $0 != matching[index] } ?? false })
    guard !new.isEmpty || !modified.isEmpty else { return nil }
    hasAny = true
    return Changes(groups: matching.map(Self.group), new: new, modified: modified)
  }

  /// All known groups, as if they were new; nil if there are none.
  var everything: Changes? {
    hasAny ? Changes(groups: known.map(Self.group), new: IndexSet(known.indices), modified: IndexSet()) : nil
  }

  /// Whether a date range has a start, a requested label and a requested identifier.
  private func matches(_ range: DateRange) -> Bool {
    guard range.start != nil else { return false }
    if let labels, !labels.contains(range.classID ?? "") { return false }
    guard let identifiers else { return true }
    return Self.items(range).contains { $0.identifier.map { identifiers.contains($0.rawValue) } ?? false }
  }

  /// The metadata group of a date range. Its end is declared, or follows from the duration; otherwise nil.
  static func group(_ range: DateRange) -> AVDateRangeMetadataGroup {
    let start = range.start ?? .distantPast
    let end = range.end ?? range.duration.map { start.addingTimeInterval($0) }
    return AVDateRangeMetadataGroup(
      items: items(range), start: start, end: end, classifyingLabel: range.classID, uniqueID: range.id)
  }

  /// The metadata items of a date range: SCTE-35 commands and client attributes, sorted by name.
  static func items(_ range: DateRange) -> [AVMetadataItem] {
    let commands = range.scte35.map { ($0.key, DateRange.Value.bytes($0.value)) }
    let own = range.clientAttributes.map { ($0.key, $0.value) }
    return (commands + own).sorted { $0.0 < $1.0 }.map { name, value in
      var state = MetadataState()
      state.setKey(NSString(string: name), .hlsDateRange)
      state.startDate = range.start
      switch value {
      case .text(let text):
        (state.value, state.dataType) = (NSString(string: text), "com.apple.metadata.datatype.UTF-8")
      case .number(let number):
        (state.value, state.dataType) = (NSNumber(value: number), "com.apple.metadata.datatype.float64")
      case .bytes(let bytes):
        (state.value, state.dataType) = (NSData(data: Data(bytes)), "com.apple.metadata.datatype.raw-data")
      }
      return AVMetadataItem(state)
    }
  }
}
