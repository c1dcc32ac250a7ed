import Dispatch
import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Synchronization

/// Playback on a renderer: performs the requests of the state machine on a thread of its own, and serves local files
/// while the renderer plays them.
package final class RendererPlayback: RemoteRenderer {
  package let route: PlaybackRoute

  /// The control of the renderer.
  private let control: RendererControl
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
  /// - Parameter copy: Copies files whose container the renderer does not know; nil: they are refused.
  package init(_ device: DeviceDescription, copy: RemotePlayback.Copier? = nil) {
    route = device.route
    control = RendererControl(device)
    self.copy = copy
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
    var machine = RemotePlaybackStateMachine()
    var commandCount = 0
    var preparation = RendererItemPreparation(control, copy: copy) { [self] in inbox.withLock { $0.replacesItem } }
    defer { preparation.end() }
    while true {
      let (commands, isStopped) = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return (inbox.commands, inbox.isStopped)
      }
      if isStopped { return stopRenderer(machine) }
      for command in commands { handle(command, &machine, &preparation) }
      commandCount += commands.count
      machine.checkTimeouts(at: Socket.now)
      let request = machine.nextRequest(at: Socket.now)
      if let request { perform(request, &machine, &preparation) }
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
    _ command: RemotePlayback.Command, _ machine: inout RemotePlaybackStateMachine,
    _ preparation: inout RendererItemPreparation
  ) {
    switch command {
    case .load(let item, _): preparation.item = item
    case .unload:
      stopRenderer(machine)
      preparation.end()
    case .setPlaying, .seek, .setVolume, .setMuted: break
    }
    machine.handle(command, at: Socket.now)
  }

  /// Performs a request, and passes the result to the machine.
  private func perform(
    _ request: RemotePlayback.Request, _ machine: inout RemotePlaybackStateMachine,
    _ preparation: inout RendererItemPreparation
  ) {
    do {
      let item = request == .load ? try preparation.prepare() : nil
      let report = try control.perform(request, item: item)
      if let report { machine.reported(report, at: Socket.now) } else { machine.accepted(at: Socket.now) }
    } catch let failure as RemotePlayback.Failure {
      machine.fail(failure)
    } catch RendererError.unanswered {
      machine.unanswered(at: Socket.now)
    } catch {
      machine.refused(at: Socket.now)
    }
  }

  /// Stops the renderer, unless it has nothing of this program. A failure does not matter: nothing can be done.
  private func stopRenderer(_ machine: RemotePlaybackStateMachine) {
    switch machine.phase {
    case .idle, .ended, .stopped: return
    case .loading, .ready, .failed: break
    }
    var control = control
    control.timeout = Self.stopTimeout
    try? control.stop()
  }
}
