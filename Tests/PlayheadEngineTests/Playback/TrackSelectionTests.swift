import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Switching the audio track while playing. The demonstration clip has two: one with a note of 440 Hz, the other with
/// one of 349.23 Hz.
@Suite(.serialized) struct TrackSelectionTests {
  private static let notes: [Int: Double] = [1: 440, 2: 349.23]

  /// The track that an audio block is from; nil if neither or both.
  private static func track(of samples: [Float], sampleRate: Int, channels: Int) -> Int? {
    let strengths = notes.mapValues { Tone.amplitude(of: $0, in: samples, sampleRate: sampleRate, channels: channels) }
    let captured = strengths.filter { $0.value > 0.015 }
    return captured.count == 1 ? captured.keys.first : nil
  }

  private static func track(_ recording: Recording, at time: Double) -> Int? {
    track(of: recording.part(from: time, seconds: 0.1), sampleRate: recording.sampleRate, channels: 1)
  }

  /// A time from 0.3 s on without a beep: a loud beep is at each full second of the file.
  private static func silentInterval(of recording: Recording, rate: Double) -> Double {
    func isQuiet(_ time: Double) -> Bool {
      let begin = (recording.start.seconds + time * rate).truncatingRemainder(dividingBy: 1)
      return begin > 0.15 && begin + 0.1 * rate < 1
    }
    return stride(from: 0.3, to: 1.5, by: 0.05).first(where: isQuiet) ?? 0.3
  }

  private static func choose(_ track: Int, _ stage: Stage, _ item: EngineItem) {
    item.choose { $0.audible = .track(track) }
    stage.session.trackSelectionChanged(of: item)
  }

  private static func stage() throws -> (Stage, EngineItem) {
    let stage = Stage()
    let item = try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    return (stage, item)
  }

  /// The largest difference between the actual and the expected times of frames.
  private static func unevenness(_ shown: [ShownFrame], rate: Double = 1) -> Double {
    guard let first = shown.first else { return .infinity }
    return shown.map { abs(($0.hostTime - first.hostTime).seconds - ($0.time - first.time).seconds / rate) }.max() ?? 0
  }

  @Test(arguments: [1, 2] as [Float]) func switchesAudioWithoutGapOrVideoInterruption(rate: Float) throws {
    let (stage, item) = try Self.stage()
    stage.session.setRate(rate)
    stage.advance(by: .seconds(2.5))
    let chosen = stage.session.currentTime().seconds
    Self.choose(2, stage, item)
    stage.advance(by: .seconds(2.5))
    stage.session.setRate(0)
    stage.settle()
    #expect(item.snapshot.audioTrack == 2)
    let recording = try #require(Recording(stage.capturedAudio, rate: Double(rate)))
    #expect(recording.largestGap < 0.05)
    let change = (chosen - recording.start.seconds) / Double(rate)
    #expect(Self.track(recording, at: change - 0.2) == 1)
    #expect(Self.track(recording, at: change + 0.35) == 2)
    #expect(Self.unevenness(stage.shown, rate: Double(rate)) < 0.04)
    let times = stage.shown.map(\.time)
    #expect(
      zip(times, times.dropFirst()).allSatisfy { abs(($1 - $0).seconds - 1.0 / 30) < 0.001 }, "no frame is missing")
    #expect(!stage.events.contains { if case .stalled = $0.event { true } else { false } })
  }

  /// The beeps of the second track (660 Hz) are at full seconds of the file, as those of the first are.
  @Test func newAudioIsInSync() throws {
    let (stage, item) = try Self.stage()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1.5))
    Self.choose(2, stage, item)
    stage.advance(by: .seconds(4))
    let recording = try #require(Recording(stage.capturedAudio))
    func strength(_ time: Double, _ seconds: Double) -> Double {
      let part = recording.part(from: time - recording.start.seconds, seconds: seconds)
      return Tone.amplitude(of: 660, in: part, sampleRate: recording.sampleRate)
    }
    for second in [2.0, 3, 4, 5] {
      #expect(strength(second - 0.05, 0.04) < 0.05)
      #expect(strength(second + 0.01, 0.08) > 0.25)
      #expect(strength(second + 0.11, 0.04) < 0.05)
    }
  }

  @Test func switchesRepeatedly() throws {
    let (stage, item) = try Self.stage()
    stage.session.setRate(1)
    for round in 0..<20 {
      stage.advance(by: .milliseconds(70))
      Self.choose(round % 2 == 0 ? 2 : 1, stage, item)
    }
    stage.advance(by: .seconds(1))
    stage.clearRecords()
    stage.advance(by: .seconds(1))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(Self.track(recording, at: 0.3) == 1)
    #expect(Self.unevenness(stage.shown) < 0.005)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.filter { $0 == "playedToEnd" }.count == 1)
  }

  @Test func appliesBeforeOpeningAndWhilePaused() throws {
    let stage = Stage()
    let item = EngineItem(url: try Fixtures.url("demo.mp4"))
    item.choose { $0.audible = .track(2) }
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    #expect(item.snapshot.audioTrack == 2)
    stage.clearRecords()
    Self.choose(1, stage, item)
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(0.5))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.start.seconds < 0.01)
    for time in [0.15, 0.3] { #expect(Self.track(recording, at: time) == 1) }
  }

  /// All packets are already read: for the new track the reader seeks back.
  @Test func switchesNearEnd() throws {
    let (stage, item) = try Self.stage()
    stage.seek(CMTime(value: 18, timescale: 1))
    stage.advanceUntilIdle()
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(0.5))
    Self.choose(2, stage, item)
    #expect(stage.advance { stage.isOver })
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(Self.track(recording, at: 1.3) == 2)
    #expect(abs(recording.start.seconds + recording.seconds - 20) < 0.05)
    #expect(stage.eventLog.filter { $0 == "playedToEnd" }.count == 1)
    #expect(stage.shown.last.map { abs($0.time.seconds - 599.0 / 30) < 0.001 } == true)
  }

  @Test func seekKeepsSelectedTrack() throws {
    let (stage, item) = try Self.stage()
    stage.session.setRate(1)
    stage.advance(by: .seconds(0.5))
    Self.choose(2, stage, item)
    stage.seek(CMTime(value: 10, timescale: 1))
    stage.advance(by: .seconds(1))
    let recording = try #require(Recording(stage.capturedAudio.filter { $0.time.seconds >= 10 }))
    #expect(Self.track(recording, at: 0.3) == 2)
  }

  @Test func unselectableTrackChangesNothing() throws {
    let (stage, item) = try Self.stage()
    for track in [0, 3, 99, -1] { Self.choose(track, stage, item) }
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(item.snapshot.audioTrack == 1)
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(Self.track(recording, at: 0.3) == 1)
  }

  /// The first read takes 600 ms: longer than the old audio lasts. Video continues in silence, and the new audio joins
  /// at the video's position, whenever between two checks of the device the old one ends.
  @Test(arguments: [1, 2] as [Float], [0, 0.025, 0.05, 0.075])
  func lateAudioJoinsVideo(rate: Float, later: Double) throws {
    let delay = ReadDelay()
    let stage = Stage(sources: { SlowSources(clock: $0, delay: delay) })
    let item = try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(rate)
    stage.advance(by: .seconds(2 + later))
    stage.clearRecords()
    delay.arm(.milliseconds(600))
    Self.choose(2, stage, item)
    stage.advance(by: .seconds(2.5))
    #expect(Self.unevenness(stage.shown, rate: Double(rate)) < 0.04)
    #expect(!stage.events.contains { if case .stalled = $0.event { true } else { false } })
    let blocks = stage.capturedAudio
    let gaps = zip(blocks, blocks.dropFirst()).filter { ($1.hostTime - $0.hostTime).seconds > 0.1 }
    #expect(gaps.count == 1, "one silence, while nothing is there")
    let late = blocks.filter { $0.hostTime >= gaps.first?.1.hostTime ?? .zero }
    let recording = try #require(Recording(late, rate: Double(rate)))
    #expect(Self.track(recording, at: Self.silentInterval(of: recording, rate: Double(rate))) == 2)
    // Audio and video are in sync to within perceptible limits.
    let frame = try #require(stage.shown.first)
    for block in late.dropFirst(10) {
      let due = (block.time - frame.time).seconds / Double(rate)
      #expect(abs((block.hostTime - frame.hostTime).seconds - due) < 0.06)
    }
  }
}

/// The duration of the next read, on the clock.
private final class ReadDelay: Sendable {
  private let next = Mutex<HostDuration?>(nil)
  func arm(_ duration: HostDuration) { next.withLock { $0 = duration } }
  func take() -> HostDuration? {
    next.withLock { next in
      defer { next = nil }
      return next
    }
  }
}

/// Files with slow reads, on a manual clock.
private struct SlowSources: ByteSourceProvider {
  let clock: ManualClock
  let delay: ReadDelay

  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    SlowSource(base: try FileByteSource(path: url.path), clock: clock, delay: delay)
  }
}

private final class SlowSource: WrappedFile {
  let base: FileByteSource
  private let clock: ManualClock
  private let delay: ReadDelay
  private let gate: any Gate

  init(base: FileByteSource, clock: ManualClock, delay: ReadDelay) {
    (self.base, self.clock, self.delay) = (base, clock, delay)
    gate = clock.makeGate("disk")
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if let duration = delay.take() {
      let end = clock.now + duration
      while clock.now < end { gate.wait(until: end) }
    }
    return try base.read(into: buffer)
  }
}
