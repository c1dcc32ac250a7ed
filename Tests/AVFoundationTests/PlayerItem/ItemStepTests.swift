import AVFoundation
import Testing

@Suite("§5.5 stepping")
struct ItemStepTests {
  @Test("§5.5 stepping pauses playback")
  func pauses() throws {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(2)
    try #require(stage.player.currentItem).step(byCount: 1)
    stage.settle()
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
  }

  @Test("§5.5 audio-only items do not step")
  func audio() throws {
    let stage = Stage("audio.wav")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    #expect(!item.canStepForward && !item.canStepBackward)
    stage.player.play()
    stage.run(1)
    item.step(byCount: 3)
    #expect(stage.player.rate == 1, "nothing happens, and so nothing pauses")
    #expect(item.presentationSize == .zero)
  }

  @Test("§5.5 canStepForward and canStepBackward are constant at the ends")
  func ends() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    for target in [CMTime.zero, item.duration] {
      stage.player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero)
      stage.settle()
      #expect(item.canStepForward && item.canStepBackward)
    }
  }
}
