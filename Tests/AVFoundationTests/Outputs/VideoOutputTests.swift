import AVFoundation
import PlayheadClock
import Testing

@Suite("§6 video output")
@MainActor struct VideoOutputTests {
  /// The number that every frame of the demonstration clip shows in 18 blocks at its top left: white, black, then 16
  /// bits.
  private func number(in buffer: CVPixelBuffer) throws -> Int {
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let (row, width) = (CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), CVPixelBufferGetWidth(buffer))
    // Luma, or green of a four-byte pixel: both are bright in white.
    let step = CVPixelBufferGetPlaneCount(buffer) == 0 ? 4 : 1
    let block = Double(width) / 60
    let bits = (0..<18).map { index -> Int in
      let (x, y) = (Int((Double(index) + 0.5) * block), Int(block / 2))
      return base.load(fromByteOffset: y * row + x * step + (step == 4 ? 1 : 0), as: UInt8.self) > 128 ? 1 : 0
    }
    #expect(bits.prefix(2) == [1, 0])
    return bits.dropFirst(2).reduce(0) { $0 * 2 + $1 }
  }

  private func stage(_ output: AVPlayerItemVideoOutput, at seconds: Double) -> Stage {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let time = CMTime(seconds: seconds, preferredTimescale: 600)
    stage.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    stage.settle()
    return stage
  }

  nonisolated static let formats: [OSType] = [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8Planar,
  ]

  @Test("a paused item provides the frame at its position in the requested format", arguments: formats)
  func paused(format: OSType) throws {
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: format])
    let stage = stage(output, at: 3.5)
    let time = stage.player.currentTime()
    #expect(output.hasNewPixelBuffer(forItemTime: time))
    var shown = CMTime.invalid
    let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown))
    #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
    #expect(CVPixelBufferGetWidth(buffer) == 1280 && CVPixelBufferGetHeight(buffer) == 720)
    #expect(try number(in: buffer) == 105)
    #expect(shown == CMTime(value: 105, timescale: 30))
    #expect(!output.hasNewPixelBuffer(forItemTime: time), "it was taken")
  }

  @Test("without attributes the decoder's buffer is returned without a copy")
  func noCopy() throws {
    let output = AVPlayerItemVideoOutput()
    let stage = stage(output, at: 2)
    let time = stage.player.currentTime()
    let first = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
    let second = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
    #expect(CVPixelBufferGetPixelFormatType(first) == kCVPixelFormatType_420YpCbCr8Planar)
    #expect(CVPixelBufferGetBaseAddressOfPlane(first, 0) == CVPixelBufferGetBaseAddressOfPlane(second, 0))
    #expect(try number(in: first) == 60)
    #expect(CVPixelBufferGetPlaneCount(first) == 3 && CVPixelBufferGetWidthOfPlane(first, 1) == 640)
  }

  @Test("size attributes scale the frame")
  func scaled() throws {
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 640,
      kCVPixelBufferHeightKey as String: 360,
    ])
    let stage = stage(output, at: 1)
    let buffer = try #require(output.copyPixelBuffer(forItemTime: stage.player.currentTime(), itemTimeForDisplay: nil))
    #expect(CVPixelBufferGetWidth(buffer) == 640 && CVPixelBufferGetHeight(buffer) == 360)
    #expect(try number(in: buffer) == 30)
  }

  @Test("while playing, each frame is new once, in order, selected by host time")
  func playing() throws {
    let output = AVPlayerItemVideoOutput()
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    var numbers: [Int] = []
    while numbers.count < 40 {
      stage.run(1.0 / 60)
      let time = output.itemTime(forHostTime: Double(stage.clock.now.nanoseconds) / 1e9)
      var stamp = CVTimeStamp()
      stamp.hostTime = UInt64(stage.clock.now.nanoseconds)
      #expect(!output.itemTime(for: stamp).isValid)
      stamp.flags = CVTimeStampFlags.videoHostTimeValid.rawValue
      #expect(output.itemTime(for: stamp) == output.itemTime(forMachAbsoluteTime: stage.clock.now.nanoseconds))
      guard output.hasNewPixelBuffer(forItemTime: time),
        let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
      else { continue }
      numbers.append(try number(in: buffer))
    }
    #expect(numbers == Array(0..<40))
  }

  @Test("an output without a playing item returns no frame and no time")
  func unattached() {
    let output = AVPlayerItemVideoOutput()
    #expect(!output.itemTime(forHostTime: 1).isValid)
    #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
    #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.add(output)
    #expect(item.outputs == [output])
    #expect(!output.itemTime(forHostTime: 1).isValid)
    item.remove(output)
    #expect(item.outputs.isEmpty)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("one item per output and supported formats only: anything else is a programmer error")
    func refused() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let output = AVPlayerItemVideoOutput()
          let items = (0..<2).map { _ in AVPlayerItem(url: URL(fileURLWithPath: "/nowhere")) }
          for item in items { item.add(output) }
        }
      }
      await #expect(processExitsWith: .failure) {
        _ = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: 12345])
      }
    }
  #endif
}
