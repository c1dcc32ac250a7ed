import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadItems
import PlayheadText
import Synchronization
import Testing

@_spi(Playhead) @testable import AVFoundation

/// Captions as strings. The demonstration clip has a German track: a cue in each 2.5 s, from 0.25 s in until 0.25 s
/// before its end.
@Suite("§6 legible output", .serialized)
@MainActor struct LegibleOutputTests {
  final class Reader: NSObject, AVPlayerItemLegibleOutputPushDelegate, @unchecked Sendable {
    // Sendable: the lines are behind a lock.
    let eventLog = Mutex<[String]>([])
    let times = Mutex<[Double]>([])
    nonisolated(unsafe) var hostTime: () -> Double = { 0 }
    let measurements = Mutex<[Double]>([])

    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
      eventLog.withLock { $0.append(strings.map(\.string).joined(separator: "|")) }
      times.withLock { $0.append(itemTime.seconds) }
      measurements.withLock { $0.append(hostTime()) }
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {
      eventLog.withLock { $0.append("flushed") }
      times.withLock { $0.append(-1) }
    }
  }

  private func stage(_ output: AVPlayerItemLegibleOutput, _ reader: Reader) async throws -> (Stage, AVPlayerItem) {
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    output.setDelegate(reader, queue: nil)
    item.add(output)
    let clock = stage.clock
    reader.hostTime = { Double(clock.now.nanoseconds) / 1e9 }
    stage.player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .legible)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    return (stage, item)
  }

  @Test("strings are delivered at their times, and empty ones between cues")
  func inTime() async throws {
    let (output, reader) = (AVPlayerItemLegibleOutput(), Reader())
    let (stage, item) = try await stage(output, reader)
    stage.player.play()
    stage.run(6)
    let eventLog = reader.eventLog.withLock { $0 }
    #expect(
      eventLog == [
        "Der Tag beginnt.", "", "Ein Ballon steigt auf.", "", "Die Sonne steht hoch über den Hügeln.",
      ])
    let times = reader.times.withLock { $0 }
    #expect(zip(times, [0.25, 2.25, 2.75, 4.75, 5.25]).allSatisfy { abs($0 - $1) < 0.001 }, "\(times)")
    item.remove(output)
  }

  @Test("the advance interval delivers strings earlier")
  func early() async throws {
    let (output, reader) = (AVPlayerItemLegibleOutput(), Reader())
    let (stage, item) = try await stage(output, reader)
    output.advanceIntervalForDelegateInvocation = 0.5
    stage.run(0.1)
    let start = Double(stage.clock.now.nanoseconds) / 1e9
    stage.player.play()
    stage.run(3)
    let measurements = reader.measurements.withLock { $0 }.map { $0 - start }
    let times = reader.times.withLock { $0 }
    // The first is due before playing begins.
    #expect(times.count >= 3)
    for (moment, time) in zip(measurements, times).dropFirst() {
      #expect(abs(moment - (time - 0.5)) < 0.05, "\(moment) \(time)")
    }
    item.remove(output)
  }

  @Test("a seek flushes and delivers the active string at the target")
  func seek() async throws {
    let (output, reader) = (AVPlayerItemLegibleOutput(), Reader())
    let (stage, item) = try await stage(output, reader)
    for seconds in [6.0, 16] {
      stage.player.seek(
        to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero
      ) { _ in }
      stage.settle()
      stage.settle()
    }
    let eventLog = reader.eventLog.withLock { $0 }
    #expect(eventLog.last == "Die Sterne gehen auf.")
    #expect(eventLog.contains("flushed") && eventLog.contains("Die Sonne steht hoch über den Hügeln."))
    item.remove(output)
  }

  @Test("attributes combine the file's, the rules' and the default style")
  func attributes() throws {
    let rule = try #require(
      AVTextStyleRule(textMarkupAttributes: [
        kCMTextMarkupAttribute_ForegroundColorARGB: [1, 1, 0, 0], kCMTextMarkupAttribute_ItalicStyle: true,
      ]))
    let output = AVPlayerItemLegibleOutput()
    #expect(output.textStylingResolution == .default)
    #expect(output.advanceIntervalForDelegateInvocation == 0 && !output.suppressesPlayerRendering)
    #expect(rule.textMarkupAttributes.count == 2 && rule.textSelector == nil)
  }

  @Test("invalid rules are rejected")
  func refused() {
    #expect(AVTextStyleRule(textMarkupAttributes: ["CMNoSuchThing": 1]) == nil)
    #expect(AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_ForegroundColorARGB: "red"]) == nil)
    #expect(AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_ForegroundColorARGB: [1, 2]]) == nil)
    #expect(AVTextStyleRule(textMarkupAttributes: [:], textSelector: "b >> i") == nil)
    #expect(AVTextStyleRule() != nil)
  }

  @Test("rules round-trip through a property list")
  func propertyList() throws {
    let rules = [
      try #require(
        AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_BoldStyle: true], textSelector: "c.loud")),
      try #require(
        AVTextStyleRule(textMarkupAttributes: [
          kCMTextMarkupAttribute_CharacterEdgeStyle: kCMTextMarkupCharacterEdgeStyle_DropShadow,
          kCMTextMarkupAttribute_RelativeFontSize: 150.0,
        ])),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: AVTextStyleRule.propertyList(for: rules), format: .xml, options: 0)
    let plist = try PropertyListSerialization.propertyList(from: data, format: nil)
    let read = try #require(AVTextStyleRule.textStyleRules(fromPropertyList: plist))
    #expect(read == rules && read.map(\.textSelector) == ["c.loud", nil])
    #expect(AVTextStyleRule.textStyleRules(fromPropertyList: "no rules") == nil)
  }

  @Test("a sidecar file is read, rejected with its reason, and removed")
  func sidecar() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("words.srt")
    try Data("1\n00:00:00,000 --> 00:00:09,000\nadded\n".utf8).write(to: file)
    let item = AVPlayerItem(url: Fixture.url("video-only.mp4"))
    let captions = try await item.addCaptions(contentsOf: file)
    func shown() -> [String] {
      item.engineItem.captions.scene(at: CMTime(value: 1, timescale: 1)).layers.flatMap { $0.cues.map(\.cue.text) }
    }
    #expect(shown() == ["added"])
    captions.settings.isShown = false
    #expect(shown().isEmpty)
    captions.settings.isShown = true
    captions.settings.delay = CMTime(value: 2, timescale: 1)
    #expect(shown().isEmpty)
    captions.remove()
    captions.settings = CaptionSettings()
    #expect(shown().isEmpty)
    await #expect(throws: URLError.self) {
      try await item.addCaptions(contentsOf: folder.appendingPathComponent("nowhere.srt"))
    }
    await #expect(throws: (any Error).self) { try await item.addCaptions(contentsOf: Fixture.url("video-only.mp4")) }
  }
}
