import AVFoundation
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

@Suite("§6 metadata output; §5.8 timedMetadata")
@MainActor struct MetadataOutputTests {
  final class Reader: NSObject, AVPlayerItemMetadataOutputPushDelegate, @unchecked Sendable {
    // Sendable: the delivered groups are behind a lock.
    struct Delivery: Sendable {
      var groups: [AVTimedMetadataGroup] = []
      var track: AVPlayerItemTrack?
      var isFlush = false
      var host = 0.0
    }
    let deliveries = Mutex<[Delivery]>([])
    let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }

    private var now: Double { Double(clock.now.nanoseconds) / 1e9 }

    func metadataOutput(
      _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
      from track: AVPlayerItemTrack?
    ) {
      let new = Delivery(groups: groups, track: track, host: now)
      deliveries.withLock { $0.append(new) }
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {
      deliveries.withLock { $0.append(Delivery(isFlush: true)) }
    }

    /// Titles by which groups are known, `flush` for flushes.
    var lines: [String] {
      deliveries.withLock { $0 }.map { deliveries in
        deliveries.isFlush
          ? "flush" : deliveries.groups.map { $0.items.compactMap(\.stringValue).joined() }.joined(separator: "|")
      }
    }
  }

  private func tag(_ text: String, _ start: Double, _ end: Double? = nil) -> TimedMetadata {
    func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
    return TimedMetadata(start: time(start), end: end.map(time), tags: [MediaTag(.id3, "TIT2", .text(text))])
  }

  /// The demonstration clip with titles at 0, 2 and 5 s, as a stream's reader would add them.
  private func stage(_ output: AVPlayerItemMetadataOutput) -> (Stage, AVPlayerItem, Reader) {
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    for group in [tag("a", 0, 2), tag("b", 2, 4), tag("c", 5)] { item.engineItem.timedMetadata.add(group) }
    let reader = Reader(stage.clock)
    output.setDelegate(reader, queue: nil)
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    return (stage, item, reader)
  }

  @Test("groups are delivered at their times with their items and range")
  func inTime() throws {
    let output = AVPlayerItemMetadataOutput(identifiers: nil)
    #expect(output.advanceIntervalForDelegateInvocation == 0 && output.delegate == nil)
    let (stage, _, reader) = stage(output)
    #expect(reader.lines == ["a"], "the group active at the start")
    let start = Double(stage.clock.now.nanoseconds) / 1e9
    stage.player.play()
    stage.run(6)
    #expect(reader.lines == ["a", "b", "c"])
    let deliveries = reader.deliveries.withLock { $0 }
    for (deliveries, time) in zip(deliveries.dropFirst(), [2.0, 5]) {
      #expect(abs(deliveries.host - start - time) < 0.05)
    }
    let group = try #require(deliveries[1].groups.first)
    #expect(group.timeRange.start.seconds == 2 && group.timeRange.end.seconds == 4)
    #expect(group.items.first?.identifier == .id3MetadataTitleDescription)
    #expect(group.items.first?.time.seconds == 2 && group.items.first?.duration.seconds == 2)
    #expect(deliveries[2].groups.first?.timeRange.duration.isIndefinite == true)
    #expect(deliveries[1].track == nil, "it belongs to no track")
  }

  @Test("the advance interval delivers groups earlier")
  func early() {
    let output = AVPlayerItemMetadataOutput(identifiers: nil)
    output.advanceIntervalForDelegateInvocation = 1.5
    let (stage, _, reader) = stage(output)
    let start = Double(stage.clock.now.nanoseconds) / 1e9
    stage.player.play()
    stage.run(5)
    let deliveries = reader.deliveries.withLock { $0 }
    #expect(reader.lines == ["a", "b", "c"])
    for (deliveries, time) in zip(deliveries.dropFirst(), [0.5, 3.5]) {
      #expect(abs(deliveries.host - start - time) < 0.05)
    }
  }

  @Test("a seek flushes and delivers the active group at the target; a new delegate receives it too")
  func seeks() {
    let output = AVPlayerItemMetadataOutput(identifiers: nil)
    let (stage, item, reader) = stage(output)
    let zero = CMTime.zero
    stage.player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: zero, toleranceAfter: zero)
    stage.settle()
    #expect(reader.lines == ["a", "flush", "b"])
    stage.player.seek(to: CMTime(value: 9, timescale: 2), toleranceBefore: zero, toleranceAfter: zero)
    stage.settle()
    #expect(reader.lines == ["a", "flush", "b", "flush"], "nothing holds there")
    stage.player.seek(to: CMTime(value: 8, timescale: 1), toleranceBefore: zero, toleranceAfter: zero)
    stage.settle()
    let other = Reader(stage.clock)
    output.setDelegate(other, queue: .main)
    stage.settle()
    #expect(other.lines == ["c"])
    item.remove(output)
    item.engineItem.timedMetadata.add(tag("d", 8))
    stage.settle()
    #expect(other.lines == ["c"], "it is no output of the item any more")
  }

  @Test("identifiers filter")
  func filteredIdentifiers() {
    let output = AVPlayerItemMetadataOutput(identifiers: ["icy/StreamTitle"])
    let (stage, item, reader) = stage(output)
    item.engineItem.timedMetadata.add(
      TimedMetadata(
        start: .zero, tags: [MediaTag(.icy, "StreamTitle", .text("x")), MediaTag(.id3, "TIT2", .text("y"))]))
    stage.player.play()
    stage.run(6)
    #expect(reader.lines == ["x"])
  }

  @available(*, deprecated)
  @Test("timedMetadata is the active group at the position and is observable")
  func property() {
    let (stage, item, _) = stage(AVPlayerItemMetadataOutput(identifiers: nil))
    #expect(item.timedMetadata?.compactMap(\.stringValue) == ["a"])
    let eventLog = stage.eventLog
    let token = item.observe(\.timedMetadata, options: .new) { item, _ in
      let items = item.state.withLock { $0.timedMetadata }
      eventLog.add(items?.compactMap(\.stringValue).joined() ?? "nil")
    }
    stage.player.play()
    stage.run(6)
    #expect(eventLog.take() == ["b", "nil", "c"])
    token.invalidate()
    #expect(AVPlayerItem(url: Fixture.url("demo.mp4")).timedMetadata == nil)
  }

  /// The first groups delivered for a third-party file while it plays.
  private func firstDelivered(of file: String, identifiers: [String]?) throws -> Reader.Delivery {
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(url: try #require(RealMedia.folder).appendingPathComponent(file))
    let output = AVPlayerItemMetadataOutput(identifiers: identifiers)
    let reader = Reader(stage.clock)
    output.setDelegate(reader, queue: .main)
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(3)
    return try #require(reader.deliveries.withLock { $0 }.first)
  }

  /// Metadata of an iPhone: ffprobe shows one packet in stream 2, at 0, with the bytes 0000000a 00000001 0006; its key
  /// is `com.apple.quicktime.video-orientation` of type 66, a signed number of 16 bits.
  @Test(
    "metadata tracks of QuickTime",
    .enabled(if: RealMedia.folder != nil, "no folder of real media: set PLAYHEAD_CORPUS to one"))
  func track() throws {
    let deliveries = try firstDelivered(of: "files/mp4/sample_edit_list.mp4", identifiers: nil)
    let entry = try #require(deliveries.groups.first?.items.first)
    #expect(entry.identifier?.rawValue == "mdta/com.apple.quicktime.video-orientation")
    #expect(entry.numberValue == 6)
    #expect(deliveries.track?.assetTrack?.trackID == 3)
    #expect(deliveries.groups.first?.timeRange.start == .zero)
  }

  /// ffprobe shows one packet of timed ID3, 11 µs after the video begins: a TXXX frame with a line of JSON.
  @Test(
    "ID3 tags in a transport stream",
    .enabled(if: RealMedia.folder != nil, "no folder of real media: set PLAYHEAD_CORPUS to one"))
  func transportStream() throws {
    let deliveries = try firstDelivered(of: "files/ts/id3.ts", identifiers: ["id3/TXXX"])
    #expect(deliveries.groups.first?.items.first?.stringValue == #"{"id":1, "data": "id3"}"#)
    #expect(abs((deliveries.groups.first?.timeRange.start.seconds ?? 1) - 0.000_011) < 0.000_002)
  }
}
