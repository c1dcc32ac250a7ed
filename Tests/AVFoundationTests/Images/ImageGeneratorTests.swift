import AVFoundation
import PlayheadMedia
import Synchronization
import TestSupport
import Testing

@Suite("§8 AVAssetImageGenerator")
struct ImageGeneratorTests {
  private static func generator(_ name: String, isExact: Bool = false) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: Fixture.url(name)))
    guard isExact else { return generator }
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    return generator
  }

  /// The middle of a frame at 30 fps.
  private static func time(_ number: Int) -> CMTime { CMTime(value: CMTimeValue(number * 2 + 1), timescale: 60) }

  private static func code(_ error: (any Error)?) -> AVError.Code? { (error as? AVError)?.code }

  @Test("§8 defaults")
  func defaults() {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(generator.asset === asset)
    #expect(!generator.appliesPreferredTrackTransform)
    #expect(generator.maximumSize == .zero)
    #expect(generator.apertureMode == .cleanAperture)
    #expect(generator.dynamicRangePolicy == .forceSDR)
    #expect(generator.requestedTimeToleranceBefore == .positiveInfinity)
    #expect(generator.requestedTimeToleranceAfter == .positiveInfinity)
    #expect(AVAssetImageGenerator.Result(rawValue: 1) == .failed)
    #expect(AVAssetImageGenerator.ApertureMode(rawValue: "CleanAperture") == .cleanAperture)
  }

  @Test("§8 copyCGImage returns the covering frame and its start time")
  func copying() throws {
    let generator = Self.generator("h264-bframes.mp4", isExact: true)
    var actual = CMTime.invalid
    let image = try generator.copyCGImage(at: Self.time(100), actualTime: &actual)
    #expect(FrameNumber.read(image) == 100)
    #expect(actual == CMTime(value: 100, timescale: 30))
    #expect(image.width == 320 && image.height == 180)
    // With the initial tolerances the result is the keyframe before; the actual-time pointer is optional.
    let loose = Self.generator("h264-bframes.mp4")
    #expect(FrameNumber.read(try loose.copyCGImage(at: Self.time(100), actualTime: nil)) == 90)
  }

  @Test("§8 maximum size, rotation and pixel aspect")
  func shapes() throws {
    func size(_ name: String, _ set: (AVAssetImageGenerator) -> Void) throws -> [Int] {
      let generator = Self.generator(name)
      set(generator)
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      return [image.width, image.height]
    }
    #expect(try size("rotated.mp4") { _ in } == [320, 180])
    #expect(try size("rotated.mp4") { $0.appliesPreferredTrackTransform = true } == [180, 320])
    #expect(try size("h264-bframes.mp4") { $0.maximumSize = CGSize(width: 200, height: 0) } == [200, 113])
    // 240 by 180 pixels of 4:3.
    #expect(try size("anamorphic.mp4") { _ in } == [320, 180])
    #expect(try size("anamorphic.mp4") { $0.apertureMode = .productionAperture } == [320, 180])
    #expect(try size("anamorphic.mp4") { $0.apertureMode = .encodedPixels } == [240, 180])
    #expect(try size("anamorphic.mp4") { $0.apertureMode = nil } == [320, 180])
  }

  /// The number is at the top left; a clockwise quarter turn moves it to the top right, running down.
  @Test("§8 a rotated frame is upright")
  func upright() throws {
    let generator = Self.generator("rotated.mp4", isExact: true)
    generator.appliesPreferredTrackTransform = true
    let image = try generator.copyCGImage(at: Self.time(77), actualTime: nil)
    let bytes = try #require(image.dataProvider?.data?.bytes).assumingMemoryBound(to: UInt8.self)
    func isWhite(_ block: Int) -> Bool {
      bytes[(block * 5 + 2) * image.bytesPerRow + (image.width - 1 - 2) * 4 + 1] > 127
    }
    #expect(isWhite(0) && !isWhite(1))
    #expect((2..<18).reduce(0) { $0 * 2 + (isWhite($1) ? 1 : 0) } == 77)
  }

  @Test("§8 many times: one call for each, in order, with the settings at the start")
  func handlers() async {
    let generator = Self.generator("h264-bframes.mp4", isExact: true)
    let numbers = [250, 3, 3, 120, 299, 0]
    let eventLog = EventLog()
    await withCheckedContinuation { continuation in
      let left = Atomic<Int>(numbers.count)
      generator.generateCGImagesAsynchronously(forTimes: numbers.map { NSValue(time: Self.time($0)) }) {
        requested, image, actual, result, error in
        let number = image.flatMap { FrameNumber.read($0) } ?? -1
        eventLog.add(
          "\(Int(requested.seconds * 30)) \(number) \(Int((actual.seconds * 30).rounded())) \(result.rawValue) \(error == nil)"
        )
        if left.subtract(1, ordering: .relaxed).newValue == 0 { continuation.resume() }
      }
      generator.requestedTimeToleranceBefore = .positiveInfinity
      generator.maximumSize = CGSize(width: 60, height: 0)
    }
    #expect(eventLog.lines == numbers.map { "\($0) \($0) \($0) 0 true" })
    // No times, no calls.
    generator.generateCGImagesAsynchronously(forTimes: []) { _, _, _, _, _ in eventLog.add("called") }
    #expect(eventLog.lines.count == numbers.count)
  }

  @Test("§8 the generator need not be retained")
  func worksUnretained() async {
    let result = await withCheckedContinuation { continuation in
      Self.generator("h264-bframes.mp4").generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero)]) {
        _, _, _, result, _ in continuation.resume(returning: result)
      }
    }
    #expect(result == .succeeded)
  }

  @Test("§8 a single image with a handler, and its failure")
  func singleHandler() async {
    let generator = Self.generator("h264-bframes.mp4", isExact: true)
    let found = await withCheckedContinuation { continuation in
      generator.generateCGImageAsynchronously(for: Self.time(42)) { image, time, error in
        continuation.resume(
          returning: "\(image.flatMap { FrameNumber.read($0) } ?? -1) \(time.seconds) \(error == nil)")
      }
    }
    #expect(found == "42 1.4 true")
    let failure = await withCheckedContinuation { continuation in
      generator.generateCGImageAsynchronously(for: CMTime(value: 60, timescale: 1)) { image, _, error in
        continuation.resume(returning: image == nil ? Self.code(error) : nil)
      }
    }
    #expect(failure == .noImageAtTime)
  }

  @Test("§8 image(at:)")
  func asynchronous() async throws {
    let generator = Self.generator("hevc.mp4", isExact: true)
    let (image, time) = try await generator.image(at: Self.time(130))
    #expect(FrameNumber.read(image) == 130)
    #expect(time == CMTime(value: 130, timescale: 30))
    // Many at once, as programs write it.
    let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in stride(from: 0, to: 300, by: 30) {
        group.addTask { FrameNumber.read(try await generator.image(at: Self.time(number)).image) }
      }
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(Set(numbers) == Set(stride(from: 0, to: 300, by: 30)))
  }

  @Test("§8 images(for:) yields one element for each time in order, and ends")
  func sequence() async throws {
    let generator = Self.generator("vp9.webm", isExact: true)
    let times = [Self.time(200), CMTime(value: 99, timescale: 1), Self.time(10), .invalid, Self.time(299)]
    var numbers: [Int?] = []
    var requested: [CMTime] = []
    for await element in generator.images(for: times) {
      requested.append(element.requestedTime)
      switch element {
      case .success(_, let image, let actual):
        numbers.append(FrameNumber.read(image))
        #expect(try element.actualTime == actual)
        #expect(try element.image === image)
      case .failure(_, let error):
        numbers.append(nil)
        #expect(Self.code(error) == .noImageAtTime)
        #expect(throws: AVError.self) { try element.image }
      }
    }
    #expect(requested.count == 5 && zip(requested, times).allSatisfy { $0 == $1 })
    #expect(numbers == [200, nil, 10, nil, 299])
    for await _ in generator.images(for: []) { #expect(Bool(false), "no times were requested") }
  }

  @Test("§8 cancelling: pending times are reported as cancelled")
  func cancelling() async {
    let generator = Self.generator("h264-long-gop.mp4", isExact: true)
    let results = await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
      let results = Mutex<[Int]>([])
      generator.generateCGImagesAsynchronously(forTimes: (0..<300).map { NSValue(time: Self.time($0)) }) {
        _, image, _, result, error in
        let all = results.withLock {
          $0.append(result.rawValue)
          return $0
        }
        if all.count == 5 { generator.cancelAllCGImageGeneration() }
        if result == .cancelled && (image != nil || error != nil) { results.withLock { $0.append(-1) } }
        if all.count == 300 { continuation.resume(returning: all) }
      }
    }
    #expect(results.count == 300)
    #expect(results.prefix(5) == [0, 0, 0, 0, 0])
    #expect(results.last == 2)
    let first = results.firstIndex(of: 2) ?? 0
    #expect(results[first...].allSatisfy { $0 == 2 })
    // The generator continues with later requests.
    let image = try? await generator.image(at: Self.time(8))
    #expect(image.flatMap { FrameNumber.read($0.image) } == 8)
  }

  @Test("§8 a cancelled task ends its sequence and its image request")
  func cancelledTask() async {
    let task = Task {
      var count = 0
      for await _ in Self.generator("h264-long-gop.mp4", isExact: true).images(for: (0..<300).map(Self.time)) {
        count += 1
        if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    #expect(await task.value == 3)
    let single = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Self.generator("demo.mp4").image(at: .zero).actualTime
    }
    await #expect(throws: CancellationError.self) { try await single.value }
  }

  @Test("§8 failures have the documented codes")
  func failures() async {
    func failure(_ name: String, _ time: CMTime) async -> (any Error)? {
      do {
        _ = try await Self.generator(name, isExact: true).image(at: time)
        return nil
      } catch {
        return error
      }
    }
    for time in [
      CMTime(value: -1, timescale: 10), CMTime(value: 10, timescale: 1), .invalid, .indefinite, .positiveInfinity,
    ] {
      #expect(await Self.code(failure("h264-bframes.mp4", time)) == .noImageAtTime)
    }
    #expect(await Self.code(failure("audio-only.m4a", .zero)) == .noSourceTrack)
    #expect(await Self.code(failure("text.mp4", .zero)) == .fileFormatNotRecognized)
    #expect(await (failure("missing.mp4", .zero) as? URLError)?.code == .fileDoesNotExist)
    #expect(throws: AVError.self) { try Self.generator("audio.mp3").copyCGImage(at: .zero, actualTime: nil) }
    let text = await failure("h264-bframes.mp4", CMTime(value: 12, timescale: 1)) as? AVError
    #expect(text?.localizedDescription.contains("h264-bframes.mp4") == true)
  }
}
