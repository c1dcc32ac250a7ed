import CoreMedia
import Glibc
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadNetworking

/// A sink attached to a session. After `close` no call reaches the sink, whatever the session's thread is doing.
///
/// The session owns it. The presenter thread calls the `VideoSink` methods, and any thread may call `close`.
package final class AttachedSink: VideoSink {
  /// The client's sink, which no call reaches once `close` has returned.
  package let sink: any VideoSink

  /// The state shared by the presenter thread and the thread that closes.
  private struct State {
    /// Set by `close` and never reset: an attached sink cannot be opened again.
    var isClosed = false
    /// The presenter thread that is calling the sink.
    /// Nil while no call is in progress.
    var caller: pthread_t?
  }
  /// Guards the state and wakes `close` when a call ends.
  private let monitor = Monitor(State())

  /// Wraps a sink. The wrapper is open until `close`.
  package init(_ sink: any VideoSink) { self.sink = sink }

  /// Returns when nothing more is presented to the sink. Waits only for a call in progress, which takes as long as
  /// converting a frame.
  ///
  /// May be called from within a call of the sink, by the presenter thread itself: then it does not wait.
  package func close() {
    monitor.change { $0.isClosed = true }
    monitor.wait { state -> Void? in
      state.caller.map { pthread_equal($0, pthread_self()) != 0 } ?? true ? () : nil
    }
  }

  /// Calls the sink unless it is closed. The lock is not held during the call, which may block for a conversion.
  private func pass(_ call: (any VideoSink) -> Void) {
    let isOpen = monitor.withLock { state -> Bool in
      if !state.isClosed { state.caller = pthread_self() }
      return !state.isClosed
    }
    guard isOpen else { return }
    call(sink)
    monitor.change { $0.caller = nil }
  }

  /// Read without a check: it has no effect on the client's screen.
  package var lead: HostDuration { sink.lead }
  /// Read without a check, like `lead`.
  package var delay: HostDuration { sink.delay }
  /// Read without a check, like `lead`.
  package var displayTiming: DisplayTiming? { sink.displayTiming }
  package func present(_ frame: PresentedFrame) { pass { $0.present(frame) } }
  package func clear() { pass { $0.clear() } }
  package func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    pass { $0.presentCaptions(captions, at: time, deadline: deadline) }
  }
}
