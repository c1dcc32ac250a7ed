import PlayheadClock

/// The sinks of a session: a presenter for each, and their loan to the session of an interstitial. Used on the
/// session's thread.
///
///     attached ──lend──► lent: the borrower presents ──takeBack──► attached
final class SinkController {
  private let clock: any EngineClock
  /// One for each attached sink; empty while the sinks are lent.
  private var presenters: [VideoPresenter] = []
  /// The session that shows its frames in the sinks during an interstitial.
  private var borrower: PlaybackSession?
  /// The sinks that the borrower has; empty unless there is a borrower.
  private var lentSinks: [any VideoSink] = []

  /// - Parameter clock: The clock of the presenters.
  init(clock: any EngineClock) { self.clock = clock }

  /// Whether an interstitial's session has the sinks.
  var areLent: Bool { borrower != nil }

  /// Shows the frames of a timeline in all attached sinks; nil: none.
  func show(_ timeline: VideoTimeline?) {
    for presenter in presenters { presenter.show(timeline) }
  }

  /// Attaches a sink that shows `timeline`, or lends it on if the sinks are lent.
  func attach(_ sink: any VideoSink, showing timeline: VideoTimeline?) {
    if let borrower {
      lentSinks.append(sink)
      return borrower.attach(sink)
    }
    let presenter = VideoPresenter(sink: sink, clock: clock)
    presenter.show(timeline)
    presenters.append(presenter)
  }

  /// Detaches a sink, also from the borrower.
  func detach(_ sink: any VideoSink) {
    if let borrower, lentSinks.contains(where: { $0 === sink }) {
      lentSinks.removeAll { $0 === sink }
      borrower.detach(sink)
    }
    for presenter in presenters where presenter.sink === sink { presenter.stop() }
    presenters.removeAll { $0.sink === sink }
  }

  /// Lends all sinks to another session. Does nothing while they are lent.
  func lend(to other: PlaybackSession) {
    guard borrower == nil else { return }
    borrower = other
    lentSinks = presenters.map(\.sink)
    stop()
    for sink in lentSinks { other.attach(sink) }
  }

  /// Takes the lent sinks back; they show `timeline` again.
  func takeBack(showing timeline: VideoTimeline?) {
    guard let other = borrower else { return }
    borrower = nil
    let sinks = lentSinks
    lentSinks = []
    for sink in sinks {
      other.detach(sink)
      attach(sink, showing: timeline)
    }
  }

  /// Stops all presenters, which end their threads, and forgets the attached sinks.
  func stop() {
    for presenter in presenters { presenter.stop() }
    presenters = []
  }
}
