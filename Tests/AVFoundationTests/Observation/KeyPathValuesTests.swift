import AVFoundation
import Testing

@Suite("§2 values of a key path as a sequence")
struct KeyPathValuesTests {
  @Test("a fast consumer receives the present value and then every change")
  func values() async {
    let stage = Stage("demo.mp4")
    stage.settle()
    var values = stage.player.publisher(for: \.timeControlStatus).values.makeAsyncIterator()
    #expect(await values.next() == .paused)
    stage.player.play()
    stage.run { stage.player.timeControlStatus == .playing }
    // It may have waited for a moment before.
    var next = await values.next()
    if next == .waitingToPlayAtSpecifiedRate { next = await values.next() }
    #expect(next == .playing)
    stage.player.pause()
    stage.settle()
    #expect(await values.next() == .paused)
  }

  @Test("a slow consumer receives the newest value; without .initial nothing precedes a change")
  func newest() async {
    let player = AVPlayer()
    var volumes = player.publisher(for: \.volume).values.makeAsyncIterator()
    var changes = player.publisher(for: \.volume, options: .new).values.makeAsyncIterator()
    await MainActor.run { for step in 1...1000 { player.volume = Float(step) / 2000 } }
    #expect(await volumes.next() == 0.5)
    #expect(await changes.next() == 0.5)
  }

  /// The test process has given up its main thread, as programs do with `dispatchMain()`.
  @Test func changeOnMainQueueIsDeliveredBeforeSetterReturns() async {
    let delivered = await MainActor.run {
      let player = AVPlayer()
      nonisolated(unsafe) var delivered: [Float] = []
      let observation = player.observe(\.volume, options: .new) { _, change in
        if let volume = change.newValue { delivered.append(volume) }
      }
      defer { observation.invalidate() }
      player.volume = 0.25
      player.volume = 0.5
      return delivered
    }
    #expect(delivered == [0.25, 0.5])
  }

  @Test("a property chain is followed, also to nil")
  func chain() async throws {
    let stage = Stage()
    var statuses = stage.player.publisher(for: \.currentItem?.status).values.makeAsyncIterator()
    #expect(await statuses.next() == .some(nil))
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    #expect(await statuses.next() == .some(.readyToPlay))
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(await statuses.next() == .some(nil))
  }

  @Test("a cancelled task ends its sequence and releases the object")
  func cancelled() async {
    weak var weakPlayer: AVPlayer?
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    var task: Task<Int, Never>?
    do {
      let player = AVPlayer()
      weakPlayer = player
      let values = player.publisher(for: \.rate).values
      task = Task {
        var count = 0
        for await _ in values {
          count += 1
          beginning.yield()
        }
        return count
      }
    }
    for await _ in began { break }
    task?.cancel()
    #expect(await task?.value == 1)
    task = nil
    #expect(weakPlayer == nil)
  }
}
