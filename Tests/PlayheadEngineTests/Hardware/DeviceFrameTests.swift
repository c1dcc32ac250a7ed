import CoreMedia
import Foundation
import PlayheadItems
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Frames that remain in a device have the samples of the software decoder, and never occupy all buffers of the device.
@Suite struct DeviceFrameTests {
  /// Makes decoders leave frames in devices.
  private let reader = DeviceImageReader()

  /// A clip of 40 frames with B-frames and GOPs of 12.
  private static func clip(in folder: URL) throws -> HardwareFallbackTests.Clip {
    try HardwareFallbackTests.Clip(
      MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=66x50:r=25:d=1.6 -pix_fmt yuv420p -c:v libx264 -preset veryfast -bf 3 -g 12 a.mp4",
        in: folder))
  }

  /// Decodes a clip; `body` receives each frame.
  private static func decode(
    _ clip: HardwareFallbackTests.Clip, _ device: SimulatedDevice?, filters: VideoFilterSettings = .none,
    _ body: (VideoFrame) -> Void
  ) throws -> [VideoDecoderEvent] {
    let events = Collected<VideoDecoderEvent>()
    let source = device.map { device in
      HardwareDecoderSource(
        SimulatedHardwareDecoder.provider(nil, device: device), choice: { .vaapi }, report: { events.add($0) })
    }
    var decoder = try VideoDecoder(clip.parameters, threads: 1, filters: filters, hardware: source)
    for packet in clip.packets {
      while try !decoder.send(packet, skipsNonReference: false) {
        while let frame = try decoder.receive() { body(frame) }
      }
      while let frame = try decoder.receive() { body(frame) }
    }
    decoder.drain()
    while let frame = try decoder.receive() { body(frame) }
    return events.all
  }

  /// The samples of a frame as planes of luma, blue and red.
  private static func planes(_ frame: VideoFrame) -> [[UInt8]] {
    (0..<frame.planeCount).flatMap { plane -> [[UInt8]] in
      let (size, stride) = (frame.size(ofPlane: plane), frame.bytesPerRow(ofPlane: plane))
      guard let base = frame.baseAddress(ofPlane: plane) else { return [[]] }
      let step = frame.pixelFormat.bytesPerSample(ofPlane: plane)
      return (0..<step).map { component in
        (0..<size.height).flatMap { row in
          (0..<size.width).map { base[row * stride + $0 * step + component] }
        }
      }
    }
  }

  /// The times and the samples of the software decoder.
  private static func expected(
    _ clip: HardwareFallbackTests.Clip
  ) throws -> (times: [CMTime], planes: [[[UInt8]]]) {
    var (times, planes): ([CMTime], [[[UInt8]]]) = ([], [])
    _ = try decode(clip, nil) { frame in
      times.append(frame.presentationTime)
      planes.append(Self.planes(frame))
    }
    return (times, planes)
  }

  @Test("frames remain in the device up to its limit, and have the samples of software")
  func framesRemainInDevice() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let expected = try Self.expected(clip)
    var frames: [VideoFrame] = []
    let events = try Self.decode(clip, SimulatedDevice()) { frames.append($0) }
    #expect(events == [.hardware(.vaapi)])
    #expect(frames.map(\.presentationTime) == expected.times && frames.count == 40)
    // All frames are retained: those beyond the limit were copied.
    let limit = DeviceFrameLimit.total
    #expect(frames.map { $0.device != nil } == (0..<40).map { $0 < limit })
    #expect(frames.allSatisfy { $0.byteCount >= 66 * 50 * 3 / 2 })
    #expect(frames.prefix(limit).allSatisfy { $0.device != nil })
    for (frame, planes) in zip(frames, expected.planes) { #expect(Self.planes(frame) == planes) }
  }

  @Test("a released frame returns its buffer to the device") func releasedFrameReturnsItsBuffer() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    _ = try Self.decode(Self.clip(in: folder), SimulatedDevice()) { if $0.device != nil { count += 1 } }
    #expect(count == 40)
  }

  @Test("a frame that leaves the device returns its buffer, and keeps its samples")
  func frameThatLeavesReturnsItsBuffer() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let expected = try Self.expected(clip)
    var (frames, count): ([VideoFrame], Int) = ([], 0)
    _ = try Self.decode(clip, SimulatedDevice()) { frame in
      if frame.device != nil { count += 1 }
      let turned = frame.shown(pixelAspect: .square, transform: DisplayTransform(rotation: 90, isMirrored: false))
      frame.leaveDevice()
      #expect(turned.device == nil)
      frames.append(turned)
    }
    #expect(count == 40 && frames.count == 40)
    for (frame, planes) in zip(frames, expected.planes) { #expect(Self.planes(frame) == planes) }
  }

  @Test("the planes of an image are those of the frame") func planesOfImageAreThoseOfFrame() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let expected = try Self.expected(clip)
    var index = 0
    _ = try Self.decode(clip, SimulatedDevice()) { frame in
      defer { index += 1 }
      guard let device = frame.device else {
        Issue.record("frame \(index) is not in the device")
        return
      }
      #expect(device.image.modifier == 0 && device.image.planes.count == 2)
      var planes: [[UInt8]] = []
      for (plane, image) in device.image.planes.enumerated() {
        let size = frame.size(ofPlane: plane)
        let step = plane == 0 ? 1 : 2
        let rows = (0..<size.height).map { row -> [UInt8] in
          var bytes = [UInt8](repeating: 0, count: size.width * step)
          let count = bytes.count
          #expect(pread(image.descriptor, &bytes, count, image.offset + row * image.bytesPerRow) == count)
          return bytes
        }
        planes += (0..<step).map { part in rows.flatMap { row in (0..<size.width).map { row[$0 * step + part] } } }
      }
      #expect(planes == expected.planes[index])
    }
    #expect(index == 40)
  }

  @Test("filters receive frames in memory") func filtersReceiveFramesInMemory() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    for filters in [VideoFilterSettings(deinterlacing: .doubleRate), VideoFilterSettings(debands: true)] {
      var count = 0
      _ = try Self.decode(clip, SimulatedDevice(), filters: filters) { frame in
        #expect(frame.device == nil)
        count += 1
      }
      #expect(count == 40)
    }
  }

  @Test(
    "an implausible description makes software take over",
    arguments: [SimulatedDevice.Fault.shortRows, .shortMemory, .missingPlane])
  func implausibleDescriptionMakesSoftwareTakeOver(fault: SimulatedDevice.Fault) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let expected = try Self.expected(clip)
    var (times, planes): ([CMTime], [[[UInt8]]]) = ([], [])
    let events = try Self.decode(clip, SimulatedDevice(fault)) { frame in
      #expect(frame.device == nil)
      times.append(frame.presentationTime)
      planes.append(Self.planes(frame))
    }
    #expect(times == expected.times && planes == expected.planes)
    #expect(events.count == 2 && Self.isCopyFailure(events.last))
  }

  /// Whether software has taken over because a frame could not be copied.
  private static func isCopyFailure(_ event: VideoDecoderEvent?) -> Bool {
    if case .software(.vaapi, .copying) = event { true } else { false }
  }

  @Test("a frame that cannot be read has no samples, and software takes over")
  func unreadableFrameMakesSoftwareTakeOver() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let expected = try Self.expected(clip)
    var frames: [VideoFrame] = []
    let events = try Self.decode(clip, SimulatedDevice(.unreadable(3))) { frame in
      _ = frame.baseAddress(ofPlane: 0)
      frames.append(frame)
    }
    #expect(frames.map(\.presentationTime) == expected.times)
    #expect(frames[3].baseAddress(ofPlane: 0) == nil && frames[3].retimed(to: .zero) == nil)
    for index in frames.indices where index != 3 { #expect(Self.planes(frames[index]) == expected.planes[index]) }
    #expect(events.count == 2 && events.first == .hardware(.vaapi) && Self.isCopyFailure(events.last))
  }

  /// The times of all frames that playback shows, and of those after seeks and steps.
  private func shownTimes(_ file: URL, _ device: SimulatedDevice?) -> [[CMTime]] {
    [1, -1, 0].map { (rate: Float) in
      let provider = device.map { SimulatedHardwareDecoder.provider(nil, device: $0) }
      let stage = Stage(hasAudio: false, hardwareDecoders: provider.map { .provided($0) } ?? .none)
      defer { stage.close() }
      let item = EngineItem(url: file)
      item.videoDecoding.choice = .vaapi
      stage.session.setItem(item)
      stage.advanceUntilIdle()
      if rate == 0 { return stage.timesOfSeeksAndSteps() }
      if rate < 0 { stage.seek(CMTime(value: 19, timescale: 10)) }
      stage.advanceUntilIdle()
      stage.clearRecords()
      #expect(stage.playToEnd(rate: rate))
      return stage.shown.map(\.time)
    }
  }

  @Test("playback, reverse, seeks and steps show the same frames") func playbackShowsSameFrames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -preset veryfast -bf 3 -g 12 a.mp4",
      in: folder)
    let software = shownTimes(file, nil)
    #expect(software.allSatisfy { !$0.isEmpty } && shownTimes(file, SimulatedDevice()) == software)
  }
}
