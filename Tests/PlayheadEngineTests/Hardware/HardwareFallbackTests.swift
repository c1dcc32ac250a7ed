import CPlayheadFFmpeg
import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Software takes over from hardware without losing or repeating a frame. The expected frames are those of the software
/// decoder alone.
@Suite struct HardwareFallbackTests {
  typealias Fault = SimulatedHardwareDecoder.Fault
  typealias Record = SimulatedHardwareDecoder.Record

  /// The time, the size and the samples of a frame.
  struct FrameContent: Equatable {
    var time: CMTime
    var size: [Int]
    var samples: [Data]

    init(_ frame: VideoFrame) {
      time = frame.presentationTime
      size = [frame.width, frame.height]
      samples = (0..<frame.planeCount).map { plane in
        let (rows, stride) = (frame.size(ofPlane: plane).height, frame.bytesPerRow(ofPlane: plane))
        guard let base = frame.baseAddress(ofPlane: plane) else { return Data() }
        // All clips have 8 bits and planar chroma.
        let width = frame.size(ofPlane: plane).width
        var data = Data(capacity: rows * width)
        for row in 0..<rows { data.append(base + row * stride, count: width) }
        return data
      }
    }
  }

  /// A clip that a decoder decodes: its packets in decode order.
  struct Clip {
    var parameters: StreamParameters
    var packets: [Packet]

    init(_ file: URL) throws {
      var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
      let stream = demuxer.parameters(ofStream: 0)
      parameters = try #require(stream)
      packets = []
      while let packet = try demuxer.readPacket() { packets.append(packet) }
    }

    /// The indices of the sync samples.
    var syncs: [Int] { packets.indices.filter { packets[$0].isKey } }
  }

  /// The result of a decoder.
  struct Output: Equatable {
    var frames: [FrameContent] = []
    var errors = 0
  }

  /// One step of a decoder.
  enum Step {
    /// Decodes packets.
    case decode(Range<Int>, skipsNonReference: Bool = false)
    case drain
    /// Continues at a sync sample.
    case flush(Int)
  }

  /// Decodes a clip as the player does: errors cost only their own frames.
  private static func decode(
    _ clip: Clip, _ steps: [Step], _ source: HardwareDecoderSource?,
    _ deinterlacing: VideoFilterSettings.Deinterlacing = .off
  ) throws -> Output {
    var decoder = try VideoDecoder(
      clip.parameters, threads: 1, filters: VideoFilterSettings(deinterlacing: deinterlacing),
      hardware: source)
    var output = Output()
    func receive(_ decoder: inout VideoDecoder) {
      for _ in 0..<60 {
        do {
          while let frame = try decoder.receive() { output.frames.append(FrameContent(frame)) }
          return
        } catch {
          output.errors += 1
        }
      }
    }
    for step in steps {
      switch step {
      case .decode(let range, let skips):
        for packet in clip.packets[range] {
          do {
            while try !decoder.send(packet, skipsNonReference: skips) { receive(&decoder) }
          } catch {
            output.errors += 1
          }
          receive(&decoder)
        }
      case .drain:
        decoder.drain()
        receive(&decoder)
      case .flush(let index): decoder.flush(startingAt: clip.packets[index].presentationTime)
      }
    }
    return output
  }

  /// Decodes with a fault, and returns the output and the events.
  private static func decode(
    _ clip: Clip, _ steps: [Step], _ fault: Fault?, at index: Int, _ record: Record = Record()
  ) throws -> (output: Output, events: [VideoDecoderEvent]) {
    let events = Collected<VideoDecoderEvent>()
    let source = HardwareDecoderSource(
      SimulatedHardwareDecoder.provider(fault, at: index, record), choice: { .vaapi }, report: { events.add($0) })
    return (try decode(clip, steps, source), events.all)
  }

  /// A clip of 40 frames with B-frames and GOPs of 12.
  private static func clip(_ codec: String, _ name: String, in folder: URL) throws -> Clip {
    try Clip(
      MadeFile.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=1.6 -pix_fmt yuv420p \(codec) -g 12 \(name)", in: folder))
  }

  /// The codecs of the tests: closed GOPs, open GOPs with leading frames, and a codec without B-frames.
  static let codecs = [
    ("-c:v libx264 -preset veryfast -bf 3 -x264-params scenecut=0", "a.mp4"),
    ("-c:v libx264 -preset veryfast -bf 3 -x264-params scenecut=0:open-gop=1", "a.ts"),
    ("-c:v libx265 -preset ultrafast -x265-params log-level=error:bframes=3:open-gop=1:keyint=12:scenecut=0", "a.mkv"),
    ("-c:v mpeg2video -bf 2 -q:v 4", "a.ts"), ("-c:v libvpx-vp9 -deadline realtime -cpu-used 8", "a.webm"),
  ]

  /// The reason that is reported for a fault; nil if hardware remains in use.
  private static func reason(_ fault: Fault) -> [HardwareDecodingFailure?] {
    switch fault {
    case .sendError, .drainError: [.sending("simulated")]
    case .receiveError: [.receiving("simulated")]
    case .copyError: [.copying("simulated")]
    case .damage: [.damagedData]
    case .refusal: [.packetsRefused, .missingFrame]
    case .silence: [.noOutput, .missingFrame]
    // Frames that come out late are still in order.
    case .delay: [nil]
    case .size: [.unexpectedSize]
    case .format, .unknownFormat: [.unexpectedFormat]
    case .foreignTime, .missingTime, .formerTime, .duplicate: [.unexpectedTime]
    // A frame that does not come out is noticed by the next one, or at the end.
    case .omission, .swap, .silentDrain: [.missingFrame]
    }
  }

  @Test("every fault at every frame loses and repeats none", arguments: codecs.indices)
  func everyFaultAtEveryFrameLosesNone(codec: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(Self.codecs[codec].0, Self.codecs[codec].1, in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let expected = try Self.decode(clip, steps, nil)
    #expect(expected.frames.count == 40 && expected.errors == 0)
    for fault in Fault.allCases {
      // All frames of one clip; in the others, each place in a GOP once.
      for index in stride(from: 0, to: 40, by: codec == 0 ? 1 : 5) {
        let record = Record()
        let (output, events) = try Self.decode(clip, steps, fault, at: index, record)
        #expect(output == expected, "\(fault) at \(index): \(Self.difference(output, expected))")
        #expect(record.open == 0 && record.opened == 1 && record.lateCalls == 0, "\(fault) at \(index)")
        let reasons = Self.reason(fault).map { reason in reason.map { VideoDecoderEvent.software(.vaapi, $0) } }
        #expect(events.first == .hardware(.vaapi))
        // The last frame has no other one to be swapped with, and without B-frames none is left at the end.
        if fault == .swap, index == 39 { continue }
        if fault == .silentDrain, codec == 4 { continue }
        #expect(reasons.contains(events.dropFirst().first), "\(fault) at \(index): \(events)")
      }
    }
  }

  @Test("every fault at every frame loses none after seeks", arguments: [0, 1, 2])
  func everyFaultLosesNoneAfterSeeks(codec: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(Self.codecs[codec].0, Self.codecs[codec].1, in: folder)
    let syncs = clip.syncs
    try #require(syncs.count >= 3)
    // Into the middle of a GOP, back to one before it, to the last one and its end, and again from the beginning.
    let steps: [Step] = [
      .decode(0..<syncs[1] + 5), .flush(syncs[1]), .decode(syncs[1]..<syncs[2] + 3, skipsNonReference: true),
      .flush(syncs[0]), .decode(0..<7), .flush(syncs[2]), .decode(syncs[2]..<clip.packets.count), .drain,
      .flush(syncs[1]), .decode(syncs[1]..<clip.packets.count), .drain,
    ]
    let expected = try Self.decode(clip, steps, nil)
    #expect(expected.frames.count > 60)
    let last = try Self.decode(clip, [.decode(syncs[1]..<clip.packets.count), .drain], nil)
    for fault in Fault.allCases {
      for index in stride(from: 0, to: expected.frames.count, by: codec == 0 ? 3 : 11) {
        var (output, others) = (try Self.decode(clip, steps, fault, at: index).output, expected)
        if [.delay, .silence, .refusal, .omission, .swap, .formerTime].contains(fault) {
          // Frames that a decoder returns late have not come out before a seek, and those that it leaves out are not
          // noticed before the next one, nor among frames that may be skipped.
          let count = last.frames.count
          output.frames = output.frames.suffix(count)
          others.frames = others.frames.suffix(count)
        }
        #expect(output == others, "\(fault) at \(index): \(Self.difference(output, others))")
      }
    }
  }

  @Test("hardware without faults decodes everything") func hardwareWithoutFaultsDecodesEverything() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (codec, name) in Self.codecs {
      let clip = try Self.clip(codec, name, in: folder)
      let syncs = clip.syncs
      let steps: [Step] = [
        .decode(0..<clip.packets.count), .drain, .flush(syncs[1]),
        .decode(syncs[1]..<syncs[2], skipsNonReference: true), .flush(syncs[2]),
        .decode(syncs[2]..<clip.packets.count), .drain,
      ]
      let (output, events) = try Self.decode(clip, steps, nil, at: 0)
      #expect(try output == Self.decode(clip, steps, nil) && events == [.hardware(.vaapi)], "\(codec): \(events)")
    }
  }

  @Test("damaged packets cost what they cost in software") func damagedPacketsCostSame() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var clip = try Self.clip(Self.codecs[0].0, Self.codecs[0].1, in: folder)
    for index in [9, 20, 21, 30] {
      let damaged = clip.packets[index].copy { bytes in for offset in 8..<bytes.count { bytes[offset] ^= 0x5A } }
      clip.packets[index] = try #require(damaged)
    }
    let steps = [Step.decode(clip.packets.indices), .drain]
    let expected = try Self.decode(clip, steps, nil)
    let (output, events) = try Self.decode(clip, steps, nil, at: 0)
    #expect(output.frames == expected.frames && !expected.frames.isEmpty)
    #expect(events.count <= 2)
  }

  @Test("frames of another size in mid-stream are not lost") func framesOfAnotherSizeAreNotLost() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var data = Data()
    for (index, size) in ["64x48", "96x64"].enumerated() {
      let part = try MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=\(size):r=25:d=0.8 -pix_fmt yuv420p -c:v libx264 -bf 2 -g 10 "
          + "-output_ts_offset \(Double(index) * 0.8) \(index).ts", in: folder)
      data += try Data(contentsOf: part)
    }
    let file = folder.appendingPathComponent("all.ts")
    try data.write(to: file)
    let clip = try Clip(file)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let expected = try Self.decode(clip, steps, nil)
    #expect(Set(expected.frames.map(\.size)).count == 2)
    let (output, events) = try Self.decode(clip, steps, nil, at: 0)
    #expect(output == expected, "\(Self.difference(output, expected))")
    // The decoder loses a frame where the size changes, in software as well.
    let reasons = [HardwareDecodingFailure.unexpectedSize, .missingFrame].map { VideoDecoderEvent.software(.vaapi, $0) }
    #expect(events.count == 2 && events.last.map(reasons.contains) == true, "\(events)")
  }

  /// Fields of 80 different times, as 40 frames in GOPs of 12.
  private static func interlacedClip(in folder: URL) throws -> Clip {
    try Clip(
      MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=64x48:r=50:d=1.6 -vf tinterlace=interleave_top,setfield=tff -c:v mpeg2video "
          + "-flags +ilme+ildct -bf 2 -g 12 a.ts", in: folder))
  }

  @Test("interlaced video remains in hardware") func interlacedVideoRemainsInHardware() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.interlacedClip(in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let (output, events) = try Self.decode(clip, steps, nil, at: 0)
    #expect(try output == Self.decode(clip, steps, nil))
    #expect(events == [.hardware(.vaapi)])
  }

  @Test(
    "frames with interleaved chroma are accepted and deinterlaced",
    arguments: [(nil, .automatic), (12, .automatic), (12, .doubleRate)]
      as [(Int?, VideoFilterSettings.Deinterlacing)])
  func framesWithInterleavedChromaAreDeinterlaced(
    failureIndex: Int?, mode: VideoFilterSettings.Deinterlacing
  ) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.interlacedClip(in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let fault = failureIndex.map { _ in Fault.receiveError }
    let provider = SimulatedHardwareDecoder.provider(fault, at: failureIndex ?? 0, isSemiplanar: true)
    let source = HardwareDecoderSource(provider, choice: { .vaapi }, report: { _ in })
    let expected = try Self.decode(clip, steps, nil, mode)
    let output = try Self.decode(clip, steps, source, mode)
    let fields = mode == .doubleRate ? 2 : 1
    #expect(output.frames.map(\.time) == expected.frames.map(\.time) && expected.frames.count == 40 * fields)
    // The deinterlacer begins anew with the frames of software, and has no frame before the first one.
    let luma = zip(output.frames, expected.frames).map { $0.samples[0] == $1.samples[0] }
    #expect(luma.count { !$0 } <= (failureIndex == nil ? 0 : 3 * fields))
  }

  @Test("packets without times are decoded in software") func packetsWithoutTimesAreDecodedInSoftware() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip("-c:v mpeg4 -bf 2", "a.avi", in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let (output, events) = try Self.decode(clip, steps, nil, at: 0)
    #expect(try output == Self.decode(clip, steps, nil))
    #expect(events == [.hardware(.vaapi), .software(.vaapi, .missingTime)])
  }

  @Test("software decodes where hardware cannot be opened") func softwareDecodesWithoutHardware() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(Self.codecs[0].0, Self.codecs[0].1, in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    let events = Collected<VideoDecoderEvent>()
    let source = HardwareDecoderSource(
      SimulatedHardwareDecoder.provider(nil, opening: .unsupported), choice: { .nvdec }, report: { events.add($0) })
    #expect(try Self.decode(clip, steps, source) == Self.decode(clip, steps, nil))
    #expect(events.all == [.software(.nvdec, .unsupported)])
  }

  @Test("a machine without a device reports why", .enabled(if: !HardwareDecoderProvider.system.isPresent(.vaapi)))
  func machineWithoutDeviceReportsWhy() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(Self.codecs[0].0, Self.codecs[0].1, in: folder)
    let steps = [Step.decode(clip.packets.indices), .drain]
    for (choice, interface) in [(HardwareDecoding.vaapi, HardwareInterface.vaapi), (.v4l2m2m, .v4l2m2m)] {
      let events = Collected<VideoDecoderEvent>()
      let source = HardwareDecoderSource(.system, choice: { choice }, report: { events.add($0) })
      #expect(try Self.decode(clip, steps, source) == Self.decode(clip, steps, nil))
      guard case .software(interface, let failure) = events.all.first, events.all.count == 1 else {
        Issue.record("\(events.all)")
        continue
      }
      #expect(failure.text.contains("opened") || failure == .noDecoder, "\(failure.text)")
    }
  }

  /// The first difference of two outputs.
  private static func difference(_ output: Output, _ expected: Output) -> String {
    let (times, others) = (output.frames.map(\.time.seconds), expected.frames.map(\.time.seconds))
    if times != others { return "\(times) instead of \(others)" }
    let index = zip(output.frames, expected.frames).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return "\(output.errors) errors instead of \(expected.errors), first other frame: \(index ?? -1)"
  }
}
