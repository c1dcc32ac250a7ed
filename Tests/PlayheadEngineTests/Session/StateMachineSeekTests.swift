import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadPipeline

/// Seeks in every state: each is answered exactly once, and only the last of many finishes with true.
@Suite struct StateMachineSeekTests {
  typealias Machine = PlaybackStateMachine

  @Test(arguments: [Machine.State.empty, .failed])
  func seekWithoutSeekableItemFails(state: Machine.State) {
    var machine = PlaybackStateMachineTests.machine(in: state)
    #expect(machine.seek() == [.finishSeek(false)])
    #expect(machine.state == state)
    #expect(!machine.isSeeking)
  }

  @Test(arguments: [Machine.State.drained, .priming, .ready, .ended])
  func pausedSeekFinishesOnOneFrame(state: Machine.State) {
    var machine = PlaybackStateMachineTests.machine(in: state)
    #expect(machine.seek() == [.begin(.pausedSeek)])
    #expect(machine.state == .seeking(.pausedSeek))
    #expect(machine.targetReached(isDrained: true) == [.finishSeek(true), .schedulePriming])
  }

  @Test func seekWhilePlayingStopsClock() {
    var machine = PlaybackStateMachineTests.machine(in: .running, rate: 1)
    #expect(machine.seek() == [.stopClock, .begin(.playback)])
    #expect(machine.targetReached(isDrained: false) == [.finishSeek(true)])
    #expect(machine.state == .priming)
    #expect(machine.primed() == [.startClock])
  }

  @Test func seekDuringOpeningSetsStart() {
    var machine = PlaybackStateMachineTests.machine(in: .opening)
    #expect(machine.seek() == [])
    #expect(machine.opened() == [.begin(.pausedSeek)])
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .finishSeek(true), .schedulePriming])
  }

  /// The one in progress is finished with false at once, its frame is shown nevertheless, and then the newest begins.
  @Test func seekFloodShowsIntermediateFrames() {
    var machine = PlaybackStateMachineTests.machine(in: .ready)
    #expect(machine.seek() == [.begin(.pausedSeek)])
    for _ in 0..<20 { #expect(machine.seek() == [.finishSeek(false)]) }
    #expect(machine.targetReached(isDrained: true) == [.begin(.pausedSeek)])
    #expect(machine.state == .seeking(.pausedSeek))
    #expect(machine.targetReached(isDrained: true) == [.finishSeek(true), .schedulePriming])
    #expect(machine.state == .drained)
  }

  @Test func seekFloodWhilePlayingRestartsEach() {
    var machine = PlaybackStateMachineTests.machine(in: .running, rate: 1)
    _ = machine.seek()
    for _ in 0..<20 { #expect(machine.seek() == [.finishSeek(false), .begin(.playback)]) }
    #expect(machine.targetReached(isDrained: false) == [.finishSeek(true)])
  }

  @Test func cancelledSeekFinishesOnce() {
    var machine = PlaybackStateMachineTests.machine(in: .ready)
    #expect(machine.cancelSeeks() == [])
    _ = machine.seek()
    _ = machine.seek()
    #expect(machine.cancelSeeks() == [.finishSeek(false), .resume])
    #expect(machine.cancelSeeks() == [])
    #expect(machine.targetReached(isDrained: true) == [])
  }

  /// Playback resumes at its position.
  @Test func cancelledSeekWhilePlayingResumes() {
    var machine = PlaybackStateMachineTests.machine(in: .running, rate: 1)
    #expect(machine.seek() == [.stopClock, .begin(.playback)])
    #expect(machine.cancelSeeks() == [.finishSeek(false), .resume])
    #expect(machine.primed() == [.startClock])
  }

  /// There is no position yet to which playback could return.
  @Test func cancelledSeekBeforeFirstFrameContinuesOpening() {
    var machine = PlaybackStateMachineTests.machine(in: .opening)
    _ = machine.opened()
    _ = machine.seek()
    #expect(machine.cancelSeeks() == [.finishSeek(false)])
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .schedulePriming])
  }

  /// The newer target is before the decoded position: the newest seek begins.
  @Test func passedTargetStartsNewestSeek() {
    var machine = PlaybackStateMachineTests.machine(in: .drained)
    _ = machine.seek()
    #expect(machine.seek() == [.finishSeek(false)])
    #expect(machine.seekAbandoned() == [.begin(.pausedSeek)])
    #expect(machine.targetReached(isDrained: true) == [.finishSeek(true), .schedulePriming])
    #expect(machine.seekAbandoned() == [])
  }

  /// The seek result matches the newest target.
  @Test func seekResultMayAnswerNewestSeek() {
    var machine = PlaybackStateMachineTests.machine(in: .drained)
    _ = machine.seek()
    _ = machine.seek()
    machine.reachPendingSeek()
    #expect(machine.targetReached(isDrained: true) == [.finishSeek(true), .schedulePriming])
  }

  @Test func replacingOrFailingItemAnswersSeek() {
    var replaced = PlaybackStateMachineTests.machine(in: .ready)
    _ = replaced.seek()
    #expect(replaced.setItem(true) == [.finishSeek(false), .open])
    #expect(!replaced.isSeeking)
    var failed = PlaybackStateMachineTests.machine(in: .ready)
    _ = failed.seek()
    #expect(failed.failed() == [.finishSeek(false)])
    #expect(failed.seek() == [.finishSeek(false)])
  }

  /// For any sequence of events: as many answers as seeks, no answer without a seek, and true only from a seek result.
  @Test func everySeekIsAnsweredExactlyOnce() {
    var numbers = SeededNumbers(1)
    for _ in 0..<2000 {
      var machine = Machine()
      var requested = 0
      var answered = 0
      func count(_ actions: [Machine.Action], canSucceed: Bool = false) {
        for case .finishSeek(let finished) in actions {
          answered += 1
          if finished { #expect(canSucceed) }
        }
        #expect(answered <= requested)
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<14, using: &numbers) {
        case 0: count(machine.setItem(Bool.random(using: &numbers)))
        case 1, 2: count(machine.setRate([0, 0.5, 1, 2, -1].randomElement(using: &numbers)!))
        case 3, 4, 5:
          requested += 1
          count(machine.seek())
        case 6: count(machine.cancelSeeks())
        case 7: count(machine.opened())
        case 8, 9: count(machine.targetReached(isDrained: Bool.random(using: &numbers)), canSucceed: true)
        case 10: count(Bool.random(using: &numbers) ? machine.primingIsDue() : machine.seekAbandoned())
        case 11: count(machine.primed())
        case 12: count(Bool.random(using: &numbers) ? machine.starved() : machine.reachedEnd())
        default: count(Bool.random(using: &numbers) ? machine.failed() : machine.beginStepBackward())
        }
        #expect(requested - answered == (machine.isSeeking ? 1 : 0))
      }
    }
  }

  /// The clock is stopped exactly once between two starts.
  @Test func clockStartsAndStopsAlternate() {
    var numbers = SeededNumbers(2)
    for _ in 0..<2000 {
      var machine = Machine()
      var isRunning = false
      func follow(_ actions: [Machine.Action]) {
        for action in actions {
          if action == .startClock {
            #expect(!isRunning)
            isRunning = true
          } else if action == .stopClock {
            #expect(isRunning)
            isRunning = false
          }
        }
        #expect(isRunning == machine.isMoving)
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: follow(machine.setItem(Int.random(in: 0..<4, using: &numbers) > 0))
        case 1: follow(machine.setRate([0, 1, 2, -1].randomElement(using: &numbers)!))
        case 2: follow(machine.seek())
        case 3: follow(machine.opened())
        case 4, 5: follow(machine.targetReached(isDrained: Bool.random(using: &numbers)))
        case 6, 7: follow(machine.primed())
        case 8: follow(machine.starved())
        default: follow(Bool.random(using: &numbers) ? machine.reachedEnd() : machine.failed())
        }
      }
    }
  }
}
