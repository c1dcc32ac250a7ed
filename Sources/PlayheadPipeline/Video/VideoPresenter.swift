import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadMedia
import Synchronization

/// The thread that presents frames to one sink: it waits for each deadline and passes on the newest frame that is due.
///
/// The session creates, controls, and stops it. The thread waits at a gate that the timeline opens when its frames or
/// the clock change.
package final class VideoPresenter: Sendable {
  /// The output, called only by the presenter's thread.
  package let sink: any VideoSink
  /// The gate at which the thread waits for the next deadline.
  private let gate: any Gate
  /// The values that the session's thread sets and the presenter's thread reads.
  private let shared: Shared
  private let thread: EngineThread

  /// The state shared with the thread, which must not retain the presenter itself.
  private final class Shared: Sendable {
    struct State {
      /// The timeline to present from; nil: nothing is shown.
      var timeline: VideoTimeline?
      /// Set once by `stop`: the thread then ends.
      var isStopped = false
    }
    let state = Mutex(State())
  }

  /// Starts the thread. It presents nothing until `show`.
  package init(sink: any VideoSink, clock: any EngineClock) {
    self.sink = sink
    let gate = clock.makeGate("presenter")
    let shared = Shared()
    self.gate = gate
    self.shared = shared
    thread = EngineThread("playhead.present", clock: clock) { Self.run(shared, sink, gate, clock) }
  }

  /// Presents another item's frames, or none.
  ///
  /// The presenter's gate moves from the old timeline's waiters to those of the new one. Without a timeline the sink is
  /// cleared.
  package func show(_ timeline: VideoTimeline?) {
    let old = shared.state.withLock { state -> VideoTimeline? in
      defer { state.timeline = timeline }
      return state.timeline
    }
    guard old !== timeline else { return }
    old?.removeWaiter(gate)
    old?.captions.removeWaiter(gate)
    timeline?.addWaiter(gate)
    timeline?.captions.addWaiter(gate)
    gate.open()
  }

  /// Returns when nothing more will be presented.
  ///
  /// Joins the thread, and so must not be called by the sink.
  package func stop() {
    show(nil)
    shared.state.withLock { $0.isStopped = true }
    gate.open()
    thread.join()
  }

  /// The body of the thread: presents what is due, then waits until the next deadline or until the gate is opened.
  private static func run(_ shared: Shared, _ sink: any VideoSink, _ gate: any Gate, _ clock: any EngineClock) {
    var shown: VideoTimeline.FrameIdentity?
    var current: VideoTimeline?
    var captionScheduler = CaptionScheduler()
    while true {
      let state = shared.state.withLock { $0 }
      if state.isStopped { return }
      if state.timeline !== current {
        if state.timeline == nil { sink.clear() }
        current = state.timeline
        shown = nil
        captionScheduler = CaptionScheduler()
      }
      guard let current else {
        gate.wait(until: nil)
        continue
      }
      // A delayed sink is always this far behind the clock.
      let delay = sink.delay
      let now = clock.now - delay
      switch current.next(after: shown, now: now, lead: sink.lead, delay: delay) {
      case .frame(var presented):
        presented.deadline = presented.deadline + delay
        shown = VideoTimeline.FrameIdentity(generation: presented.generation, time: presented.frame.presentationTime)
        captionScheduler.follow(presented)
        sink.present(presented)
      case .wait(let deadline):
        switch captionScheduler.next(on: current, now: now, lead: sink.lead, nextFrame: deadline) {
        case .show(let time, let due): sink.presentCaptions(current.captions, at: time, deadline: due + delay)
        case .wait(let change): gate.wait(until: (change ?? deadline).map { $0 + delay })
        }
      }
    }
  }
}
