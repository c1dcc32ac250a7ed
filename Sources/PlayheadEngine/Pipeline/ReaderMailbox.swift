import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// How the session talks to a reader thread. A new start and the end also end a read that blocks.
final class ReaderMailbox: Sendable {
  enum Message: Sendable {
    case select([Int: PacketQueue], video: Int?)
    /// Another track from the plan's target on, while everything else goes on as it is.
    case follow([Int: PacketQueue], track: Int, PipelineStart)
    case begin(PipelineStart)
    /// The text of a stream that is to be read along, from a time on; nil: none.
    case text(Int?, from: CMTime)
    /// The captions of a track are wanted from the next packet on; nil: none.
    case captions(Int?)
    case close
  }

  private struct State {
    var messages: [Message] = []
    var source: (any TransferControl)?
    var isClosed = false
  }

  let gate: any Gate
  private let state = Mutex(State())

  init(gate: any Gate) { self.gate = gate }

  func post(_ message: Message) {
    state.withLock { state in
      // Under the lock, or a reader that has just taken the message and made reads possible again would be cancelled once more.
      // A source's `cancel` never waits, and calls nobody who could want this lock.
      switch message {
      case .close:
        state.isClosed = true
        state.source?.cancel()
      case .begin:
        // Only the newest start counts.
        state.messages.removeAll { if case .begin = $0 { true } else { false } }
        state.source?.cancel()
      // Other tracks are read from the next packet on: the one being read is not cut in two.
      case .select, .follow, .text, .captions: break
      }
      state.messages.append(message)
    }
    gate.open()
  }

  /// The next message; taking a start makes reads possible again.
  func next() -> Message? {
    state.withLock { state in
      guard !state.messages.isEmpty else { return nil }
      let message = state.messages.removeFirst()
      if case .begin = message, !state.isClosed { state.source?.resume() }
      return message
    }
  }

  /// Whether what is being read is of no use any more: another start, or the end, was asked for.
  var endsPresentStart: Bool {
    state.withLock { $0.messages.contains(where: \.endsStart) }
  }

  /// Whether something is to be done before reading goes on.
  var hasMessages: Bool { state.withLock { !$0.messages.isEmpty } }

  /// What the source has fetched; nil before there is one, and for one that fetches nothing.
  var transfer: TransferSnapshot? { state.withLock { $0.source }?.transfer }
  func setAhead(_ bytes: Int?) { state.withLock { $0.source }?.setAhead(bytes) }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes the source whose reads messages end. False if it is too late to begin.
  func adopt(_ source: any TransferControl) -> Bool {
    state.withLock {
      $0.source = source
      return !$0.isClosed
    }
  }
}

extension ReaderMailbox.Message {
  /// Whether what is being read is of no use after it.
  fileprivate var endsStart: Bool {
    switch self {
    case .begin, .close: true
    case .select, .follow, .text, .captions: false
    }
  }
}
