import CoreMedia
import Glibc
import PlayheadNetworking

/// A sink attached to a session. After `close` no call reaches the sink, whatever the session's thread is doing.
final class AttachedSink: VideoSink {
  let sink: any VideoSink

  private struct State {
    var isClosed = false
    /// The presenter thread that is calling the sink.
    var caller: pthread_t?
  }
  private let monitor = Monitor(State())

  init(_ sink: any VideoSink) { self.sink = sink }

  /// Returns when nothing more is presented to the sink. Waits only for a call in progress, which takes as long as
  /// converting a frame.
  func close() {
    monitor.change { $0.isClosed = true }
    monitor.wait { state -> Void? in
      state.caller.map { pthread_equal($0, pthread_self()) != 0 } ?? true ? () : nil
    }
  }

  private func pass(_ call: (any VideoSink) -> Void) {
    let isOpen = monitor.withLock { state -> Bool in
      if !state.isClosed { state.caller = pthread_self() }
      return !state.isClosed
    }
    guard isOpen else { return }
    call(sink)
    monitor.change { $0.caller = nil }
  }

  var lead: HostDuration { sink.lead }
  func present(_ frame: PresentedFrame) { pass { $0.present(frame) } }
  func clear() { pass { $0.clear() } }
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    pass { $0.presentCaptions(captions, at: time, deadline: deadline) }
  }
}
