import PlayheadFFmpeg
import Synchronization

/// How the session talks to a reader thread. A message also ends a read that blocks.
final class ReaderMailbox: Sendable {
  enum Message: Sendable {
    case select([Int: PacketQueue], video: Int?)
    case begin(StartPlan)
    case close
  }

  private struct State {
    var messages: [Message] = []
    var source: (any ByteSource)?
    var isClosed = false
  }

  let gate: any Gate
  private let state = Mutex(State())

  init(gate: any Gate) { self.gate = gate }

  func post(_ message: Message) {
    let source = state.withLock { state -> (any ByteSource)? in
      switch message {
      case .close:
        state.isClosed = true
      case .begin:
        // Only the newest start counts.
        state.messages.removeAll { if case .begin = $0 { true } else { false } }
      case .select: break
      }
      state.messages.append(message)
      return state.source
    }
    source?.cancel()
    gate.open()
  }

  /// The next message; taking the last one makes reads possible again.
  func next() -> Message? {
    state.withLock { state in
      guard !state.messages.isEmpty else { return nil }
      let message = state.messages.removeFirst()
      if state.messages.isEmpty && !state.isClosed { state.source?.resume() }
      return message
    }
  }

  var hasMessages: Bool { state.withLock { !$0.messages.isEmpty } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes the source whose reads messages end. False if it is too late to begin.
  func adopt(_ source: any ByteSource) -> Bool {
    state.withLock {
      $0.source = source
      return !$0.isClosed
    }
  }
}
