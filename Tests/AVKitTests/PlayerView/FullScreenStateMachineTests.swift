import Testing

@testable import AVKit

@Suite("Full-screen notifications")
struct FullScreenStateMachineTests {
  @Test("Requested by the view: before and after, and the interface is restored before the window changes")
  func asked() {
    var turns = FullScreenStateMachine()
    #expect(turns.asked(true) == [.willEnter, .change(isFull: true)])
    #expect(turns.asked(true) == [])
    #expect(turns.changed(true) == [.didEnter])
    #expect(turns.asked(false) == [.willExit, .restore])
    #expect(turns.asked(false) == [])
    #expect(turns.restored() == [.change(isFull: false)])
    #expect(turns.changed(false) == [.didExit])
    #expect(turns.restored() == [])
  }

  @Test("Changed by the desktop: both at once, each once")
  func desktop() {
    var turns = FullScreenStateMachine()
    #expect(turns.changed(true) == [.willEnter, .didEnter])
    #expect(turns.changed(true) == [])
    #expect(turns.changed(false) == [.willExit, .didExit])
  }

  @Test("Requested, and reverted before it completed")
  func undone() {
    var turns = FullScreenStateMachine()
    _ = turns.asked(true)
    #expect(turns.asked(false) == [.willExit, .restore])
    #expect(turns.restored() == [.change(isFull: false)])
    // The window never changed and can be asked again.
    #expect(turns.changed(false) == [])
  }
}
