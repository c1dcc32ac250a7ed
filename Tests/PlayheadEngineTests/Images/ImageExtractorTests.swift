import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadImages

/// Images at given times, identified by the number drawn into each frame.
@Suite(.serialized) struct ImageExtractorTests {
  static let clips = SeekTests.clips + [SeekTests.TestFile(name: "fragmented.mp4", group: 30)]

  /// Times within frames, 3 ms or more from their boundaries, unordered.
  private static func targets(_ count: Int, seed: UInt64) -> [(number: Int, offset: Double)] {
    var numbers = SeededNumbers(seed)
    return (0..<count).map { _ in
      let number = Int.random(in: 0..<300, using: &numbers)
      return (number, Double(number) / 30 + .random(in: 0.003...0.030, using: &numbers))
    }
  }

  private static func extractor(_ name: String) throws -> ImageExtractor {
    ImageExtractor(url: try Fixtures.url(name))
  }

  /// The start of the first frame.
  private static func start(_ extractor: ImageExtractor) throws -> CMTime {
    try #require(extractor.image(at: .zero, request: .exact).extracted).time
  }

  /// 500 of each file, all requested at once.
  @Test(arguments: clips) func exactRequestReturnsCoveringFrame(clip: SeekTests.TestFile) async throws {
    let extractor = try Self.extractor(clip.name)
    let start = try Self.start(extractor)
    let targets = Self.targets(500, seed: 40)
    let answers = await Extraction.run(extractor, targets.map { start + seconds($0.offset) }, .exact)
    #expect(answers.map(\.index) == Array(0..<500))
    for (answer, target) in zip(answers, targets) {
      #expect(answer.outcome.number == target.number, "\(clip.name) at \(target.offset)")
      let time = try #require(answer.outcome.extracted).time
      #expect(abs((time - start).seconds - Double(target.number) / 30) < 0.0015)
    }
  }

  /// 30 frames a second, then every third, then gaps of 1, 2 and 4 in turn: the recipe's formula.
  @Test func unequalDurationsReturnCoveringFrame() async throws {
    let there = (0..<300).filter { $0 < 90 || $0 < 180 && $0 % 3 == 0 || $0 >= 180 && [0, 1, 3].contains($0 % 7) }
    let extractor = try Self.extractor("vfr.mkv")
    let start = try Self.start(extractor)
    let targets = Self.targets(500, seed: 41)
    let answers = await Extraction.run(extractor, targets.map { start + seconds($0.offset) }, .exact)
    for (answer, target) in zip(answers, targets) {
      #expect(answer.outcome.number == there.last { $0 <= target.number }, "at \(target.offset)")
    }
  }

  /// With any tolerance the result is the last keyframe at or before the time, also without an index.
  @Test(arguments: clips) func looseRequestReturnsLastKeyframe(clip: SeekTests.TestFile) async throws {
    let extractor = try Self.extractor(clip.name)
    let start = try Self.start(extractor)
    let targets = Self.targets(60, seed: 42)
    let answers = await Extraction.run(extractor, targets.map { start + seconds($0.offset) }, ImageRequest())
    for (answer, target) in zip(answers, targets) {
      let key = target.number / clip.group * clip.group
      #expect(answer.outcome.number == key, "\(clip.name) at \(target.offset)")
      let time = try #require(answer.outcome.extracted).time
      #expect(abs((time - start).seconds - Double(key) / 30) < 0.0015, "\(clip.name) at \(target.offset)")
    }
  }

  /// The keyframe at 3 s is 0.4 s before the time: near enough for half a second, too far for a third.
  @Test(arguments: ["h264-bframes.mp4", "start-offset.ts"]) func respectsTolerance(name: String) async throws {
    let extractor = try Self.extractor(name)
    let time = try Self.start(extractor) + seconds(3.41)
    var request = ImageRequest()
    request.toleranceBefore = seconds(0.5)
    #expect(extractor.image(at: time, request: request).number == 90)
    request.toleranceBefore = seconds(0.33)
    #expect(extractor.image(at: time, request: request).number == 102)
  }

  /// Raw streams have no times: frames are counted from the beginning. Frames that an edit list hides are not returned.
  @Test func readsStreamsWithoutTimestampsAndWithEdits() async throws {
    let raw = try Self.extractor("raw.h264")
    for number in [0, 46, 136, 297] {
      #expect(raw.image(at: seconds(Double(number) / 30 + 0.01), request: .exact).number == number)
    }
    let edited = try Self.extractor("edit-list.mp4")
    for number in [0, 10, 100, 194] {
      #expect(edited.image(at: seconds(Double(number) / 30 + 0.01), request: .exact).number == 105 + number)
    }
    // The only keyframe before it is hidden.
    #expect(edited.image(at: seconds(0.2), request: ImageRequest()).number == 111)
    let late = try Self.extractor("video-starts-late.mp4")
    #expect(late.image(at: seconds(0.51), request: .exact).number == 0)
    // Nothing is shown yet, and the first frame is the nearest.
    let early = try #require(late.image(at: seconds(0.2), request: .exact).extracted)
    #expect(FrameNumber.read(early.image) == 0 && early.time == seconds(0.5))
  }

  @Test func timesWithinOneFrameShareItsImage() async throws {
    let extractor = try Self.extractor("h264-bframes.mp4")
    let times = (0..<1000).map { seconds(4 + Double($0) / 30_000) }
    let answers = await Extraction.run(extractor, times, .exact)
    let images = answers.compactMap { $0.outcome.extracted?.image }
    #expect(images.count == 1000)
    #expect(images.filter { $0 !== images[0] }.isEmpty)
  }

  /// Sorted, in windows, on several threads: answers are delivered in the order of the times, one for each.
  @Test func answersHundredThousandTimesInOrder() async throws {
    var numbers = SeededNumbers(43)
    let targets = (0..<100_000).map { _ in Int.random(in: 0..<300, using: &numbers) }
    let times = targets.map { seconds(Double($0) / 30 + 0.016) }
    var request = ImageRequest.exact
    request.maximumSize = CGSize(width: 160, height: 0)
    let answers = await Extraction.run(try Self.extractor("h264-long-gop.mp4"), times, request)
    #expect(answers.map(\.index) == Array(0..<100_000))
    // Blocks of two pixels are small, but half brightness still distinguishes them.
    #expect(
      zip(answers, targets).allSatisfy { abs(($0.outcome.extracted?.time.seconds ?? 0) - Double($1) / 30) < 0.001 })
  }

  @Test func noTimesReturnNoAnswers() async throws {
    #expect(await Extraction.run(try Self.extractor("h264-bframes.mp4"), [], .exact).isEmpty)
  }

  /// Pending requests are answered as cancelled, once each, in order.
  @Test func cancelsPendingRequestsInOrder() async throws {
    let times = (0..<500).map { seconds(Double($0) / 50) }
    let extractor = try Self.extractor("h264-long-gop.mp4")
    let answers = await Extraction.run(extractor, times, .exact) { answer, batch in
      if answer.index == 20 { batch.cancel() }
    }
    #expect(answers.map(\.index) == Array(0..<500))
    let first = try #require(answers.firstIndex { $0.outcome.isCancelled })
    #expect(first > 20)
    #expect(answers[..<first].allSatisfy { $0.outcome.extracted != nil })
    #expect(answers[first...].allSatisfy { $0.outcome.isCancelled })
    // The extractor continues.
    #expect(extractor.image(at: seconds(5.01), request: .exact).number == 150)
  }

  /// Capacity for ten images and no consumer: work stops, its thread serves other batches, and it resumes when results
  /// are consumed.
  @Test func unreadAnswersApplyBackPressure() async throws {
    let workers = BackgroundWorkers(count: 1)
    let imageBytes = 320 * 180 * 4
    let times = (0..<300).map { seconds(Double($0) / 30 + 0.016) }
    let (responses, notification) = AsyncStream.makeStream(of: Void.self)
    let slow = ImageBatch(
      try Self.extractor("h264-long-gop.mp4"), times: times, request: .exact, workers: workers,
      heldBytes: 10 * imageBytes
    ) { notification.yield() }
    slow.start()
    let other = try Self.extractor("h264-bframes.mp4")
    await withCheckedContinuation { continuation in
      ImageBatch(other, times: [.zero], request: .exact, workers: workers) { continuation.resume() }.start()
    }
    var numbers: [Int?] = []
    for await _ in responses {
      #expect(slow.held <= 11 * imageBytes)
      while let answer = slow.next() { numbers.append(answer.outcome.number) }
      if slow.isOver { break }
    }
    #expect(numbers == Array(0..<300))
  }

  /// A player that competes for a core gets nine tenths of it.
  @Test func workersHaveLowPriority() async throws {
    let priorities = Collected<Int32>()
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    _ = await Extraction.run(try Self.extractor("h264-bframes.mp4"), [seconds(1)], .exact) { _, _ in
      priorities.add(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
    }
    #expect(priorities.all == [min(19, own + 10)])
  }

  /// An extractor closes its file with its last user.
  @Test func closesFile() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("film.mp4", Data(contentsOf: Fixtures.url("video-only.mp4")))
    func isOpen() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path
      }
    }
    do {
      let extractor = ImageExtractor(url: file)
      #expect(try !isOpen())
      #expect(extractor.image(at: .zero, request: .exact).number == 0)
      #expect(try isOpen())
    }
    #expect(try !isOpen())
  }
}
