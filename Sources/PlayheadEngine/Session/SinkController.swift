import PlayheadClock
import PlayheadPipeline

/// The sinks of a session: a presenter for each, and their redirection to an interstitial's session. Used on the
/// session's thread.
///
///     attached ──redirect──► redirected: the target presents ──takeBack──► attached
final class SinkController {
  private let clock: any EngineClock
  /// Adapts the rate to the display of a sink.
  var displayRate = DisplayRateController()
  /// One for each attached sink; empty while the sinks are redirected.
  private var presenters: [VideoPresenter] = []
  /// The session that shows its frames in the sinks during an interstitial.
  private var redirectTarget: PlaybackSession?
  /// The sinks that another session presents to; empty unless they are redirected.
  private var redirectedSinks: [any VideoSink] = []

  /// - Parameter clock: The clock of the presenters.
  init(clock: any EngineClock) { self.clock = clock }

  /// Whether an interstitial's session has the sinks.
  var areRedirected: Bool { redirectTarget != nil }

  /// The measured timing of the display; nil if none is known, or another session has the sinks.
  var displayTiming: DisplayTiming? { presenters.lazy.compactMap(\.sink.displayTiming).first }

  /// Shows the frames of a timeline in all attached sinks; nil: none.
  func show(_ timeline: VideoTimeline?) {
    for presenter in presenters { presenter.show(timeline) }
  }

  /// Attaches a sink that shows `timeline`, or attaches it to the redirect target.
  func attach(_ sink: any VideoSink, showing timeline: VideoTimeline?) {
    if let redirectTarget {
      redirectedSinks.append(sink)
      return redirectTarget.attach(sink)
    }
    let presenter = VideoPresenter(sink: sink, clock: clock)
    presenter.show(timeline)
    presenters.append(presenter)
  }

  /// Detaches a sink, also from the redirect target.
  func detach(_ sink: any VideoSink) {
    if let redirectTarget, redirectedSinks.contains(where: { $0 === sink }) {
      redirectedSinks.removeAll { $0 === sink }
      redirectTarget.detach(sink)
    }
    for presenter in presenters where presenter.sink === sink { presenter.stop() }
    presenters.removeAll { $0.sink === sink }
  }

  /// Redirects all sinks to another session. Does nothing while they are redirected.
  func redirect(to other: PlaybackSession) {
    guard redirectTarget == nil else { return }
    redirectTarget = other
    redirectedSinks = presenters.map(\.sink)
    stop()
    for sink in redirectedSinks { other.attach(sink) }
  }

  /// Takes the redirected sinks back; they show `timeline` again.
  func takeBack(showing timeline: VideoTimeline?) {
    guard let other = redirectTarget else { return }
    redirectTarget = nil
    let sinks = redirectedSinks
    redirectedSinks = []
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
