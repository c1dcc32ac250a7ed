import AVFoundation
import Testing

@Suite("Calls from background threads, in Swift 5")
struct BackgroundCallTests {
  @Test func acceptsCallsOnAnyThread() async {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Fixtures")
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { folder = URL(fileURLWithPath: path) }
    let url = folder.appendingPathComponent("h264-bframes.mp4")
    let count = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: BackgroundCalls.callAll(url)) }
    }
    #expect(count > 400)
  }

  @Test func pullAndPushDelegateCallsOneMethod() {
    let (listener, output) = (FlushListener(), AVPlayerItemVideoOutput())
    (listener as AVPlayerItemOutputPullDelegate).outputSequenceWasFlushed(output)
    (listener as AVPlayerItemOutputPushDelegate).outputSequenceWasFlushed(output)
    (listener as AVPlayerItemLegibleOutputPushDelegate).outputSequenceWasFlushed(output)
    #expect(listener.count == 3)
    // The default implementation is available to classes that implement nothing.
    OutputListener().outputSequenceWasFlushed(output)
  }
}

/// Delegates as programs write them: non-final classes without `Sendable`.
class MetadataListener: NSObject, AVPlayerItemMetadataOutputPushDelegate, AVPlayerItemMetadataCollectorPushDelegate,
  AVPlayerItemLegibleOutputPushDelegate
{
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
    indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet
  ) {}
}

class FrameListener: NSObject, AVPlayerItemOutputPullDelegate {}

/// A delegate of every kind of output, which implements no optional method.
class OutputListener: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemLegibleOutputPushDelegate,
  AVPlayerItemMetadataOutputPushDelegate
{}

/// A delegate of every kind of output, which implements the method that all protocols have.
class FlushListener: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemLegibleOutputPushDelegate,
  AVPlayerItemMetadataOutputPushDelegate
{
  var count = 0
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { count += 1 }
}
