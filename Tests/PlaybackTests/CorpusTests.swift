import Foundation
import Synchronization
import TestSupport
import Testing

/// Third-party files play as independent references specify. Every difference has its reason in
/// `corpus-differences.tsv`, and every reason a difference.
@Suite struct CorpusTests {
  /// The kind of a difference from the references.
  enum Kind: String, Sendable {
    /// It does not play to its end although the second reference decodes it, or plays although the reference fails.
    case end
    /// Its length is off by more than 50 ms.
    case duration
    /// The frame size differs.
    case size
    /// The number of shown frames differs from that of coded ones.
    case frames
    /// The time of a frame differs by more than 1.5 ms, or a frame is missing.
    case times
  }

  struct Difference: Sendable {
    var file: String
    var kind: Kind
    var text: String
    var key: String { "\(file)\t\(kind.rawValue)" }
  }

  /// Six minutes of 1080p would take as long as all others together: only its duration is checked.
  private static let tooLong: Set = ["mp4/long_1080p_lowbitrate.mp4"]

  static func differences(_ file: Corpus.Case, _ played: PlayedFile) -> [Difference] {
    var found: [Difference] = []
    func add(_ kind: Kind, _ text: String) { found.append(Difference(file: file.file, kind: kind, text: text)) }
    if played.hasEnded != file.isPlayable { add(.end, played.failure ?? (played.hasEnded ? "plays" : "does not end")) }
    guard file.isPlayable else { return found }
    if let expected = file.duration, abs((played.duration ?? .infinity) - expected) > 0.05 {
      add(.duration, "\(played.duration.map { "\($0)" } ?? "none") s, not \(expected) s")
    }
    guard file.hasVideo else { return found }
    if !file.size.isEmpty, played.sizes != [file.size] { add(.size, "\(played.sizes.sorted()), not \(file.size)") }
    if let expected = file.times {
      let isEqual =
        expected.count == played.times.count && zip(expected, played.times).allSatisfy { abs($0 - $1) <= 0.0015 }
      let first = zip(expected, played.times).first { abs($0 - $1) > 0.0015 }
      if !isEqual {
        add(.times, "\(played.times.count) of \(expected.count)\(first.map { "; \($1), not \($0)" } ?? "")")
      }
    } else if let count = file.expectedFrameCount, count > 0, count != played.times.count {
      add(.frames, "\(played.times.count), not \(count)")
    }
    return found
  }

  @Test(.enabled(if: Corpus.folder != nil, "no folder of real media: set PLAYHEAD_CORPUS to one"))
  func playbackMatchesReferences() throws {
    let corpus = try Corpus(folder: #require(Corpus.folder))
    let cases = corpus.cases.filter { !Self.tooLong.contains($0.file) }
    let found = Mutex<[Difference]>([])
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let differences = Self.differences(cases[index], PlayedFile(cases[index].url))
      found.withLock { $0 += differences }
    }
    let differences = found.withLock { $0 }
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "corpus-differences.tsv")
    var reasons = try Set(
      Table(table).rows.filter { !($0["reason"] ?? "").isEmpty }.map { "\($0["file"] ?? "")\t\($0["kind"] ?? "")" })
    for difference in differences.sorted(by: { $0.key < $1.key }) {
      #expect(reasons.remove(difference.key) != nil, "\(difference.key)\t\(difference.text)")
    }
    for reason in reasons.sorted() { Issue.record("a reason without a difference: \(reason)") }
    let agreeing = cases.count - Set(differences.map(\.file)).count
    print("corpus: \(agreeing) of \(cases.count) files agree with the references in everything")
  }

  // MARK: Tests of the comparison

  @Test func comparisonReportsEachKindOfDifference() throws {
    let video = try Fixtures.url("video-only.mp4")
    let played = PlayedFile(video)
    let right = Corpus.Case(
      file: "video-only.mp4", url: video, duration: 10, size: "320x180", expectedFrameCount: 300, hasVideo: true,
      isPlayable: true,
      times: (0..<300).map { Double($0) / 30 })
    func kinds(_ change: (inout Corpus.Case) -> Void) -> [Kind] {
      var changed = right
      change(&changed)
      return Self.differences(changed, played).map(\.kind)
    }
    #expect(kinds { _ in } == [])
    #expect(kinds { $0.isPlayable = false } == [.end])
    #expect(kinds { $0.duration = 10.06 } == [.duration])
    #expect(kinds { $0.size = "320x181" } == [.size])
    #expect(kinds { $0.times?[7] += 0.002 } == [.times])
    #expect(kinds { $0.times?.removeLast() } == [.times])
    #expect(
      kinds {
        $0.times = nil; $0.expectedFrameCount = 299
      } == [.frames])
    #expect(
      Self.differences(right, PlayedFile(try Fixtures.url("text.mp4"))).map(\.kind) == [.end, .duration, .size, .times])
  }
}
