import Foundation
import PlayheadNetworking

/// A schedule document: date ranges whose attributes are JSON members, in an array `DATERANGES`.
package struct DateRangeSchedule: Sendable, Equatable {
  /// The interstitials, in document order.
  package private(set) var interstitials: [InterstitialTag] = []
  /// Nested schedules.
  package private(set) var schedules: [ScheduleTag] = []
  /// Descriptions of entries that were skipped because they are invalid or misplaced.
  package private(set) var faults: [String] = []
  /// All valid date ranges of any class, in document order.
  package private(set) var ranges: [DateRange] = []
  /// The identifiers of the date ranges.
  package private(set) var identifiers: Set<String> = []

  /// The limit of date ranges, beyond any real schedule.
  package static let countLimit = 1000

  /// nil if the bytes are not a schedule document.
  ///
  /// - Parameters:
  ///   - url: The URL of the document.
  ///   - parent: The schedule that references it.
  ///   - known: Identifiers already in use.
  package init?(_ bytes: [UInt8], url: URL, of parent: ScheduleTag, known: Set<String> = []) {
    guard let document = try? ExternalJSON.decode(Document.self, from: Data(bytes)) else { return nil }
    if document.DATERANGES.count > Self.countLimit {
      faults.append("only the first \(Self.countLimit) of its \(document.DATERANGES.count) date ranges count")
    }
    for (index, node) in document.DATERANGES.prefix(Self.countLimit).enumerated() {
      guard case .object(let attributes) = node else {
        faults.append("its date range \(index + 1) is no object")
        continue
      }
      add(Result(attributes, from: parent.start), at: index, url, parent, known)
    }
  }

  /// The JSON object of a schedule document.
  private struct Document: Decodable {
    /// The name in the specification.
    var DATERANGES: [JSONNode]
  }

  /// Adds one entry, or the description of its fault. Valid entries outside of the parent's period are ignored.
  ///
  /// - Parameters:
  ///   - index: The index in the document, for the description.
  ///   - url: The base URL of relative references.
  private mutating func add(
    _ read: Result<ScheduledRange, ScheduledRange.Fault>, at index: Int, _ url: URL, _ parent: ScheduleTag,
    _ known: Set<String>
  ) {
    let place = "its date range \(index + 1)"
    switch read {
    case .failure(let fault): faults.append("\(place) \(fault.text)")
    case .success(let found):
      let range = found.range
      let name = "\(place) (“\(range.id)”)"
      if known.contains(range.id) || identifiers.contains(range.id) || range.id == parent.id {
        return faults.append("\(name) has an identifier that is taken")
      }
      // Ranges outside of the schedule are not a fault: one document may serve several schedules.
      guard isWithin(range, parent) else { return }
      if let fault = Self.misplaced(range, in: parent) { return faults.append("\(name) \(fault)") }
      identifiers.insert(range.id)
      ranges.append(range)
      if let schedule = ScheduleTag(range, base: url, in: parent) {
        if schedule.isEndless { return faults.append("\(name) is nested endlessly") }
        schedules.append(schedule)
      } else if var tag = InterstitialTag(range, base: url) {
        tag.scheduleID = parent.id
        tag.structures = found.structures
        interstitials.append(tag)
      } else if range.classID == InterstitialTag.classID || range.classID == ScheduleTag.classID {
        faults.append("\(name) does not say what is played")
      }
    }
  }

  /// Whether a range starts within the period of its schedule; its end may exceed it.
  private func isWithin(_ range: DateRange, _ parent: ScheduleTag) -> Bool {
    guard let start = range.start else { return false }
    return start >= parent.start && parent.end.map { start < $0 } ?? true
  }

  /// A schedule before or after the primary content may only contain ranges of the same cue, and no other schedule may
  /// contain ranges with `PRE`.
  ///
  /// - Returns: A description for the log; nil if the cue is permitted.
  private static func misplaced(_ range: DateRange, in parent: ScheduleTag) -> String? {
    let cues = Set(range.cue.map { $0.uppercased() })
    if cues.contains("PRE"), !parent.cues.contains("PRE") {
      return "comes before everything, and its schedule does not"
    }
    if parent.cues.contains("POST"), !cues.contains("POST") {
      return "does not come after everything, as its schedule does"
    }
    return nil
  }
}

/// A date range in JSON.
struct ScheduledRange {
  /// The reason why an entry is not a date range, as the end of a sentence for the log.
  struct Fault: Error { var text: String }

  /// The date range with the attributes that playlists can express too.
  var range: DateRange
  /// Client attributes that playlists cannot express: arrays, objects, booleans.
  var structures: [String: JSONNode] = [:]

  /// The maximum duration in seconds: thirty years.
  private static let longest = 1e9

  /// `start`: the start of the schedule, which offsets are relative to.
  init(_ attributes: [String: JSONNode], from start: Date) throws(Fault) {
    guard let id = attributes["ID"]?.text, !id.isEmpty else { throw Fault(text: "has no ID") }
    guard let classID = attributes["CLASS"]?.text, !classID.isEmpty else { throw Fault(text: "(“\(id)”) has no CLASS") }
    let date: Date
    switch (attributes["START-DATE"], attributes["X-SCHEDULE-OFFSET"]) {
    case (let text?, nil):
      guard let found = text.text.flatMap(DateText.date) else {
        throw Fault(text: "(“\(id)”) has a START-DATE that is none")
      }
      date = found
    case (nil, let offset?):
      guard let seconds = offset.number, abs(seconds) < Self.longest else {
        throw Fault(text: "(“\(id)”) has an X-SCHEDULE-OFFSET that is none")
      }
      date = start.addingTimeInterval(seconds)
    default: throw Fault(text: "(“\(id)”) has not one of START-DATE and X-SCHEDULE-OFFSET")
    }
    let cue = attributes["CUE"]?.text?.split(separator: ",").map { String($0.trimmed()) } ?? []
    range = DateRange(
      id: id, classID: classID, start: date, cue: cue, end: attributes["END-DATE"]?.text.flatMap(DateText.date),
      duration: attributes["DURATION"]?.number, plannedDuration: attributes["PLANNED-DURATION"]?.number, scte35: [:],
      endsOnNext: attributes["END-ON-NEXT"]?.isYes ?? false, clientAttributes: [:])
    for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] {
      range.scte35[name] = attributes[name]?.text.flatMap(HexadecimalText.bytes)
    }
    for (name, value) in attributes where name.hasPrefix("X-") && name != "X-SCHEDULE-OFFSET" {
      switch value {
      case .text(let text): range.clientAttributes[name] = .text(text)
      case .number(let number): range.clientAttributes[name] = .number(number)
      case .null: break
      default: structures[name] = value
      }
    }
  }
}

extension Result where Success == ScheduledRange, Failure == ScheduledRange.Fault {
  /// Parses an entry; a wrapper of the throwing initializer, so that the caller can pass the result on.
  fileprivate init(_ attributes: [String: JSONNode], from start: Date) {
    do throws(ScheduledRange.Fault) {
      self = .success(try ScheduledRange(attributes, from: start))
    } catch {
      self = .failure(error)
    }
  }
}
