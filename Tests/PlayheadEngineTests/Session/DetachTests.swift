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
@testable import PlayheadPipeline

/// A sink that is detached while the session or the sink itself is busy.
@Suite struct DetachTests {
  /// A source on a file system that hangs: a read ends only when the test allows it, also after cancellation.
  private final class StuckSource: ByteSourceProvider, ByteSource {
    let reads = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)

    func source(for url: URL, options: RequestOptions) -> any ByteSource { self }
    var size: Int64? { 1_000 }
    var isSeekable: Bool { true }
    var transfer: TransferSnapshot? { nil }
    func setReadAhead(_ bytes: Int?) {}
    var isCancelled: Bool { false }
    func cancel() {}
    func resume() {}
    func seek(to offset: Int64) {}
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
      reads.signal()
      gate.wait()
      gate.signal()
      throw .cancelled
    }
  }

  /// The session's thread waits for a reader that is stuck.
  @Test func doesNotWaitForStuckReader() {
    let source = StuckSource()
    let session = PlaybackSession(
      environment: PlaybackEnvironment(clock: SystemClock(), audio: nil, sources: source)
    ) {}
    let sink = CapturingVideoSink(checksums: false) { _ in }
    session.attach(sink)
    session.setItem(EngineItem(url: URL(fileURLWithPath: "/stuck.mp4")))
    source.reads.wait()
    session.setItem(nil)
    let detached = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      session.detach(sink)
      detached.signal()
    }
    #expect(detached.wait(timeout: .now() + 20) == .success)
    source.gate.signal()
    session.close()
  }

  /// A sink whose call lasts until the test lets it continue.
  private final class SlowSink: VideoSink {
    let log = Collected<String>()
    let entered = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    var lead: HostDuration { .zero }
    func present(_ presented: PresentedFrame) {}
    func clear() {
      entered.signal()
      gate.wait()
      log.add("presented")
    }
  }

  @Test func waitsForCallUnderWayAndAllowsNoneAfterwards() {
    let sink = SlowSink()
    let attached = AttachedSink(sink)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      attached.clear()
      done.signal()
    }
    sink.entered.wait()
    Thread.detachNewThread {
      attached.close()
      sink.log.add("closed")
      done.signal()
    }
    sink.gate.signal()
    done.wait()
    done.wait()
    attached.clear()
    #expect(sink.log.all == ["presented", "closed"])
  }

  @Test func reattachedSinkIsPresentedTo() throws {
    let stage = Stage()
    let shown = Collected<CMTime>()
    let sink = CapturingVideoSink(checksums: false) { shown.add($0.time) }
    stage.session.attach(sink)
    stage.session.detach(sink)
    stage.session.attach(sink)
    try stage.open("h264-bframes.mp4")
    stage.advanceUntilIdle()
    #expect(shown.all == [.zero])
    stage.session.detach(sink)
    #expect(stage.seekAndWait(CMTime(value: 5, timescale: 1)).position == CMTime(value: 5, timescale: 1))
    #expect(shown.all == [.zero])
  }
}
