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
    #expect(count > 90)
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
