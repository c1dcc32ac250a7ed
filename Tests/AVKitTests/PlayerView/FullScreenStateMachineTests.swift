import Testing

@testable import AVKit

@Suite("Full-screen notifications")
struct FullScreenStateMachineTests {
  @Test("Requested by the view: before and after, and the interface is restored before the window changes")
  func requested() {
    var turns = FullScreenStateMachine()
    #expect(turns.requested(true) == [.willEnter, .change(isFull: true)])
    #expect(turns.requested(true) == [])
    #expect(turns.changed(true) == [.didEnter])
    #expect(turns.requested(false) == [.willExit, .restore])
    #expect(turns.requested(false) == [])
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
  func revertedRequest() {
    var turns = FullScreenStateMachine()
    _ = turns.requested(true)
    #expect(turns.requested(false) == [.willExit, .restore])
    #expect(turns.restored() == [.change(isFull: false)])
    // The window never changed and can be requested again.
    #expect(turns.changed(false) == [])
  }
}
