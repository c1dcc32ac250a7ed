import Testing

@testable import playhead_window

@Suite struct PlaybackStartTests {
  @Test func openedFilePlaysOnceItCanBeShown() {
    var start = PlaybackStart()
    start.opened()
    let actions = [start.begin(), start.begin()]
    #expect(actions == [.play, .none])
  }

  @Test func requestWhileOpeningIsNotRepeated() {
    var start = PlaybackStart()
    start.opened()
    start.requested()
    start.requested()
    let actions = [start.begin(), start.begin()]
    #expect(actions == [.proceed, .none])
  }

  @Test func requestForThePreviousFileIsForgotten() {
    var start = PlaybackStart()
    start.opened()
    start.requested()
    start.opened()
    let action = start.begin()
    #expect(action == .play)
  }

  @Test func withoutAFileNothingBegins() {
    var start = PlaybackStart()
    start.requested()
    let action = start.begin()
    #expect(action == .none)
  }
}

@Suite struct PlayerStateStoreTests {
  @Test @MainActor func withoutAFileNothingIsResumed() {
    let store = PlayerStateStore(isSaved: false)
    store.noteOpened("/a.mp4")
    store.save(volume: 0.25, isLast: true)
    #expect(store.recent.map(\.file) == ["/a.mp4"] && store.volume == 0.25)
    #expect(store.position(of: "/a.mp4") == nil)
  }

  @Test @MainActor func volumeOfTheCommandLineIsNotSaved() {
    let store = PlayerStateStore(isSaved: false)
    store.save(volume: nil, isLast: false)
    #expect(store.volume == 1)
  }
}
