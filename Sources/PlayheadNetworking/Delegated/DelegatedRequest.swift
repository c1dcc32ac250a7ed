import Foundation

/// One question to a program: a part of a resource, and what it is, where that is not known yet.
///
///     begun ──► content ──► bytes, in order, in pieces ──► finished / failed
///       │                                                     ▲
///       ├──► redirected ──────────────────────────────────────┤
///       └──► cancelled: answers are let pass from now on ─────┘
package final class DelegatedRequest: Sendable {
  package enum End: Sendable, Equatable {
    case finished
    case failed(DelegateFailure)
    case redirected(URL, fields: [RequestOptions.Field])
    case cancelled
  }

  struct State {
    var content: DelegatedContent?
    var bytes: [UInt8] = []
    var received: Int64 = 0
    var end: End?
  }

  package let url: URL
  package let offset: Int64
  /// nil: all to the end.
  package let length: Int64?
  /// Whether it is to be told what the resource is.
  package let wantsContent: Bool
  /// Whether it was given before and runs out.
  package let isRenewal: Bool
  /// Fields, cookies and user agent for the address.
  package let fields: [RequestOptions.Field]
  let monitor = Monitor(State())
  /// Called after each change, on the thread of whoever answers.
  private let onChange: @Sendable () -> Void

  init(
    url: URL, offset: Int64, length: Int64?, wantsContent: Bool, isRenewal: Bool = false,
    fields: [RequestOptions.Field], onChange: @escaping @Sendable () -> Void
  ) {
    self.url = url
    self.offset = offset
    self.length = length
    self.wantsContent = wantsContent
    self.isRenewal = isRenewal
    self.fields = fields
    self.onChange = onChange
  }

  // MARK: Who answers

  package func tell(_ content: DelegatedContent) {
    monitor.change { if $0.end == nil { $0.content = content } }
    onChange()
  }

  /// The next bytes. What goes beyond the part that was asked for, and what comes after the end, is let pass.
  package func respond(_ data: Data) {
    monitor.change { state in
      guard state.end == nil else { return }
      let room = length.map { max(0, $0 - state.received) } ?? .max
      let taken = data.prefix(Int(clamping: room))
      state.bytes += taken
      state.received += Int64(taken.count)
    }
    onChange()
  }

  package func finish() { end(.finished) }
  package func fail(_ cause: (any Error)?) { end(.failed(DelegateFailure(cause))) }
  package func redirect(to url: URL, fields: [RequestOptions.Field]) { end(.redirected(url, fields: fields)) }

  private func end(_ end: End) {
    monitor.change { if $0.end == nil { $0.end = end } }
    onChange()
  }

  /// How far it is answered: where the next byte belongs.
  package var currentOffset: Int64 { offset + monitor.withLock { $0.received } }
  package var isCancelled: Bool { monitor.withLock { $0.end == .cancelled } }
  package var isFinished: Bool { monitor.withLock { $0.end != nil && $0.end != .cancelled } }

  // MARK: Who asks

  /// Nothing more is wanted. True if something still was.
  func cancel() -> Bool {
    monitor.change { state in
      guard state.end == nil else { return false }
      state.end = .cancelled
      state.bytes = []
      return true
    }
  }
}
