import Dispatch
import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Synchronization

/// Playback on a renderer: performs the requests of the state machine on a thread of its own, and serves local files
/// while the renderer plays them.
package final class RendererPlayback: RemoteRenderer {
  package let route: PlaybackRoute

  /// Creates the control of the renderer, on the thread.
  private let makeControl: @Sendable () -> any RendererControl
  /// The commands that the thread has not handled.
  private let inbox = Mutex(Inbox())
  /// Wakes the thread.
  private let signal = DispatchSemaphore(value: 0)

  private struct Inbox {
    var commands: [RemotePlayback.Command] = []
    var isStopped = false

    /// Whether the current item is about to be replaced.
    var replacesItem: Bool {
      isStopped
        || commands.contains {
          switch $0 {
          case .load, .unload: true
          case .setPlaying, .seek, .setVolume, .setMuted: false
          }
        }
    }
  }

  /// The time limit of the last request, after which the renderer may still play: seconds.
  private static let stopTimeout = 2.0

  /// Copies files whose container the renderer does not know; nil: they are refused.
  private let copy: RemotePlayback.Copier?

  /// Creates a connection. Sends nothing before `start`.
  ///
  /// - Parameters:
  ///   - route: The device.
  ///   - copy: Copies files whose container the renderer does not know; nil: they are refused.
  ///   - makeControl: Creates the control of the device. Called on the connection's thread.
  package init(
    _ route: PlaybackRoute, copy: RemotePlayback.Copier? = nil,
    makeControl: @escaping @Sendable () -> any RendererControl
  ) {
    self.route = route
    self.copy = copy
    self.makeControl = makeControl
  }

  package func start(_ receive: @escaping @Sendable (RemotePlayback.Update) -> Void) {
    let thread = Thread { [self] in run(receive) }
    thread.name = "playhead.renderer"
    thread.start()
  }

  package func send(_ command: RemotePlayback.Command) {
    inbox.withLock { $0.commands.append(command) }
    signal.signal()
  }

  package func stop() {
    inbox.withLock { $0.isStopped = true }
    signal.signal()
  }

  // MARK: Thread

  private func run(_ receive: (RemotePlayback.Update) -> Void) {
    let control = makeControl()
    var machine = RemotePlaybackStateMachine()
    var commandCount = 0
    var preparation = RendererItemPreparation(control, copy: copy) { [self] in inbox.withLock { $0.replacesItem } }
    defer { preparation.end() }
    while true {
      let (commands, isStopped) = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return (inbox.commands, inbox.isStopped)
      }
      if isStopped { return stopRenderer(control, machine) }
      for command in commands { handle(command, control, &machine, &preparation) }
      commandCount += commands.count
      machine.checkTimeouts(at: Socket.now)
      let request = machine.nextRequest(at: Socket.now)
      if let request { machine.perform(request, by: control, now: { Socket.now }) { try preparation.prepare() } }
      let now = Socket.now
      receive(machine.update(commandCount: commandCount, at: now))
      guard request == nil else { continue }
      if let deadline = machine.deadline {
        _ = signal.wait(timeout: .now() + max(0.01, min(deadline - now, 60)))
      } else {
        signal.wait()
      }
    }
  }

  private func handle(
    _ command: RemotePlayback.Command, _ control: any RendererControl, _ machine: inout RemotePlaybackStateMachine,
    _ preparation: inout RendererItemPreparation
  ) {
    switch command {
    case .load(let item, _): preparation.item = item
    case .unload:
      stopRenderer(control, machine)
      preparation.end()
    case .setPlaying, .seek, .setVolume, .setMuted: break
    }
    machine.handle(command, at: Socket.now)
  }

  /// Stops the renderer, unless it has nothing of this program. A failure does not matter: nothing can be done.
  private func stopRenderer(_ control: any RendererControl, _ machine: RemotePlaybackStateMachine) {
    switch machine.phase {
    case .idle, .ended, .stopped: return
    case .loading, .ready, .failed: break
    }
    try? control.stop(timeout: Self.stopTimeout)
  }
}
