import CoreMedia
import PlayheadFFmpeg
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct FrameStepperTests {
  @Test func oppositeStepsCancelEachOther() {
    var stepper = FrameStepper()
    #expect(!stepper.stepsForward && !stepper.stepsBackward)
    stepper.add(2)
    #expect(stepper.stepsForward)
    stepper.add(-3)
    #expect(stepper.stepsBackward)
    stepper.add(1)
    #expect(!stepper.stepsForward && !stepper.stepsBackward)
    stepper.add(.max)
    stepper.add(.max)
    stepper.cancel()
    #expect(!stepper.stepsForward)
  }

  /// The target is a microsecond before the frame that is shown, which belongs to the frame before it.
  @Test func stepBackwardStartsBeforeTheShownFrame() {
    var stepper = FrameStepper()
    stepper.add(-2)
    let isStarted = stepper.stepBackward(from: CMTime(value: 1, timescale: 1))
    #expect(isStarted && stepper.stepsBackward)
    let targets = [stepper.takeBackwardTarget(), stepper.takeBackwardTarget()]
    #expect(targets == [CMTime(value: 999_999, timescale: 1_000_000), nil])
    _ = stepper.stepBackward(from: ticks(20))
    #expect(!stepper.stepsBackward)
  }

  @Test func stepsBackwardEndAtTheBeginning() {
    var stepper = FrameStepper()
    stepper.add(-5)
    let isStarted = stepper.stepBackward(from: .zero)
    let target = stepper.takeBackwardTarget()
    #expect(!isStarted && target == nil && !stepper.stepsBackward)
  }

  /// Three steps, of which two frames are decoded: the third waits for a frame, or is dropped after the last one.
  @Test(arguments: [false, true])
  func stepsForwardThroughDecodedFrames(hasEnded: Bool) {
    let timeline = VideoTimeline(clock: MediaClock(), limits: BufferLimits())
    timeline.begin(epoch: 1, generation: 1)
    for time in [0, 20, 40] { #expect(timeline.insert(.made(at: ticks(Int64(time))), epoch: 1)) }
    timeline.place(epoch: 1)
    let gate = ManualClock().makeGate("stepper")
    var stepper = FrameStepper()
    stepper.add(3)
    var position = CMTime.zero
    var positions: [CMTime] = []
    while let time = stepper.stepForward(in: timeline, from: position, hasEnded: hasEnded, waking: gate) {
      position = time
      positions.append(time)
    }
    #expect(positions == [ticks(20), ticks(40)])
    #expect(stepper.stepsForward == !hasEnded)
  }
}
