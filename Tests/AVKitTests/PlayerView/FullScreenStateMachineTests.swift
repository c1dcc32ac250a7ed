import Testing

@testable import AVKit

@Suite("Full-screen notifications")
struct FullScreenStateMachineTests {
  @Test("Requested by the view: before and after, and the interface is restored before the window changes")
  func requested() {
    var transitions = FullScreenStateMachine()
    #expect(transitions.requested(true) == [.willEnter, .change(isFull: true)])
    #expect(transitions.requested(true) == [])
    #expect(transitions.changed(true) == [.didEnter])
    #expect(transitions.requested(false) == [.willExit, .restore])
    #expect(transitions.requested(false) == [])
    #expect(transitions.restored() == [.change(isFull: false)])
    #expect(transitions.changed(false) == [.didExit])
    #expect(transitions.restored() == [])
  }

  @Test("Changed by the desktop: both at once, each once")
  func desktop() {
    var transitions = FullScreenStateMachine()
    #expect(transitions.changed(true) == [.willEnter, .didEnter])
    #expect(transitions.changed(true) == [])
    #expect(transitions.changed(false) == [.willExit, .didExit])
  }

  @Test("Requested, and reverted before it completed")
  func revertedRequest() {
    var transitions = FullScreenStateMachine()
    _ = transitions.requested(true)
    #expect(transitions.requested(false) == [.willExit, .restore])
    #expect(transitions.restored() == [.change(isFull: false)])
    // The window never changed and can be requested again.
    #expect(transitions.changed(false) == [])
  }
}
