import CoreMedia
import Foundation
import PlayheadImages
import PlayheadMedia
import Synchronization
import TestSupport
import Testing

/// Frames of third-party files at given times.
@Suite struct CorpusFrameTests {
  /// Damaged on purpose, or of a codec without a decoder: their reasons are in `corpus-differences.tsv`.
  private static let undecodable: Set = ["mkv/block_ends_beyond_cluster.mkv", "mp4/sample_vvc.mp4"]

  private static func request(isExact: Bool) -> ImageRequest {
    var request = ImageRequest()
    if isExact { request.toleranceBefore = .zero }
    request.maximumSize = CGSize(width: 64, height: 64)
    return request
  }

  /// The differences of a file's frames at these fractions of its duration.
  private static func complaints(_ file: Corpus.Case, isTimed: Bool) throws -> [String] {
    let extractor = ImageExtractor(url: file.url)
    let duration = try extractor.info().duration
    let length = duration.isNumeric ? duration.seconds : 1
    var complaints: [String] = []
    // None of them is at a frame boundary: the tables round to microseconds.
    for share in [0, 0.05, 0.21, 0.34, 0.512, 0.66, 0.83, 0.97] {
      let time = CMTime(seconds: share * length, preferredTimescale: 1_000_000)
      for isExact in [true, false] {
        guard case .image(let extracted) = extractor.image(at: time, request: request(isExact: isExact)) else {
          complaints.append("nothing at \(time.seconds) s")
          continue
        }
        if !isExact, extracted.time > time, share > 0.3 {
          complaints.append("\(extracted.time.seconds) for \(time.seconds)")
        }
        guard isExact, isTimed, let times = file.times else { continue }
        let expected = times.last { $0 <= time.seconds + 1e-6 } ?? times.first ?? 0
        if abs(extracted.time.seconds - expected) > 0.0015 {
          complaints.append("\(extracted.time.seconds), not \(expected), at \(time.seconds)")
        }
      }
    }
    return complaints
  }

  /// Where other projects list the times of the frames, each frame covers its time.
  @Test(.enabled(if: Corpus.folder != nil, "no folder of real media: set PLAYHEAD_CORPUS to one"))
  func framesMatchReferenceTimes() throws {
    let corpus = try Corpus(folder: #require(Corpus.folder))
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "corpus-differences.tsv")
    let otherTimes = try Set(Table(table).rows.filter { $0["kind"] == "times" }.compactMap { $0["file"] })
    let cases = corpus.cases.filter { $0.hasVideo && $0.isPlayable && !Self.undecodable.contains($0.file) }
    #expect(cases.count > 50)
    #expect(cases.count { $0.times != nil && !otherTimes.contains($0.file) } >= 10)
    let found = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let file = cases[index]
      let complaints = Result { try Self.complaints(file, isTimed: !otherTimes.contains(file.file)) }
      found.withLock { found in
        switch complaints {
        case .success(let complaints): found += complaints.map { "\(file.file): \($0)" }
        case .failure(let error): found.append("\(file.file): \(error)")
        }
      }
    }
    #expect(found.withLock { $0 } == [])
  }
}
