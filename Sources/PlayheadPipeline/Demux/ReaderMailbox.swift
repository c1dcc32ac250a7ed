import CoreMedia
import PlayheadClock
import PlayheadNetworking
import Synchronization

/// The messages from the session to a reader thread. A start and the end also interrupt a blocking read.
///
/// The session posts, and the reader thread takes messages in order. Any thread may read the properties.
final class ReaderMailbox: Sendable {
  /// A message to the reader.
  enum Message: Sendable {
    /// Sets the packet queues of the selected tracks, by track index, and the index of the video track.
    case select([Int: PacketQueue], video: Int?)
    /// Adds a track from the plan's target on, while the other tracks continue.
    case follow([Int: PacketQueue], track: Int, PipelineStart)
    /// Begins a start, and makes older ones obsolete.
    case begin(PipelineStart)
    /// Selects the stream's text track to read along, from a time on; nil: none.
    case text(Int?, from: CMTime)
    /// Selects the caption track to read from the next packet on; nil: none.
    case captions(Int?)
    /// Ends the reader thread.
    case close
  }

  /// The messages and the source, guarded by one lock.
  private struct State {
    /// The messages that the reader has not taken, oldest first.
    var messages: [Message] = []
    /// The open source, or the one being opened; nil before.
    var source: (any TransferControl)?
    /// Set by `.close` and never reset.
    var isClosed = false
  }

  /// The gate at which the reader waits, opened by each message.
  let gate: any Gate
  /// All state. The gate is opened without the lock.
  private let state = Mutex(State())

  /// Creates an empty mailbox.
  init(gate: any Gate) { self.gate = gate }

  /// Adds a message and wakes the reader. A start removes older starts that have not been taken.
  func post(_ message: Message) {
    state.withLock { state in
      // Under the lock: a reader that has just taken the message and enabled reads again must not be cancelled once
      // more. A source's `cancel` never blocks, and calls nothing that takes this lock.
      switch message {
      case .close:
        state.isClosed = true
        state.source?.cancel()
      case .begin:
        // Only the newest start counts.
        state.messages.removeAll { if case .begin = $0 { true } else { false } }
        state.source?.cancel()
      // Other tracks are read from the next packet on: the read in progress is not interrupted.
      case .select, .follow, .text, .captions: break
      }
      state.messages.append(message)
    }
    gate.open()
  }

  /// The next message; taking a start enables reads again.
  func next() -> Message? {
    state.withLock { state in
      guard !state.messages.isEmpty else { return nil }
      let message = state.messages.removeFirst()
      if case .begin = message, !state.isClosed { state.source?.resume() }
      return message
    }
  }

  /// Whether the read in progress is obsolete because another start or the end was requested.
  var endsCurrentStart: Bool {
    state.withLock { $0.messages.contains(where: \.endsStart) }
  }

  /// Whether a message must be handled before reading continues.
  var hasMessages: Bool { state.withLock { !$0.messages.isEmpty } }

  /// The source's transfer state; nil before it is opened, and for a local source.
  var transfer: TransferSnapshot? { state.withLock { $0.source }?.transfer }
  /// Whether the source waits for bytes or for a content key.
  var isSourceWaiting: Bool { state.withLock { $0.source }?.isWaiting == true }
  /// Sets how many bytes the source prefetches; nil: its default. It has no effect before the source is open.
  func setReadAhead(_ bytes: Int?) { state.withLock { $0.source }?.setReadAhead(bytes) }
  /// Whether the reader thread must end.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes the source whose reads are interrupted by messages. Returns false if the mailbox is closed.
  func adopt(_ source: any TransferControl) -> Bool {
    state.withLock {
      $0.source = source
      return !$0.isClosed
    }
  }
}

extension ReaderMailbox.Message {
  /// Whether the message makes the read in progress obsolete.
  fileprivate var endsStart: Bool {
    switch self {
    case .begin, .close: true
    case .select, .follow, .text, .captions: false
    }
  }
}
