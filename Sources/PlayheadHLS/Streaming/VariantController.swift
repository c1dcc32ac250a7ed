import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// Chooses the variant of each segment and abandons loads that are too slow. Belongs to the reader's thread.
///
/// Passes the measurements of the main rendition to `VariantSelector`, which decides, and applies the decisions: from
/// the next segment on, or in place of queued ones.
final class VariantController {
  private let context: StreamContext
  /// The reader of the variant's own segments.
  private let main: RenditionReader
  /// The playlists of the variants.
  private let feeds: VariantFeeds
  /// The server's steering of pathways; nil if the playlist declares none.
  private let steering: StreamSteering?
  /// The decisions.
  private var selector: VariantSelector
  /// The index of the present variant in the playlist.
  private(set) var variant: Int
  /// Seconds of media that are read but not displayed yet.
  private var aheadOfReading = 0.0
  /// When queued segments were last checked for an upgrade.
  private var lastUpgradeCheck = -Double.infinity
  /// Called with a new variant.
  private let onChange: (Int) -> Void

  /// Creates a controller at the variant that plays first.
  init(
    _ selector: VariantSelector, variant: Int, of main: RenditionReader, feeds: VariantFeeds, steering: StreamSteering?,
    context: StreamContext, onChange: @escaping (Int) -> Void
  ) {
    self.selector = selector
    self.variant = variant
    self.main = main
    self.feeds = feeds
    self.steering = steering
    self.context = context
    self.onChange = onChange
  }

  /// The time of the engine's clock in seconds.
  private var now: Double { Double(context.clock.now.nanoseconds) / 1e9 }
  /// Seconds of media between the displayed position and the read position, plus what is loaded beyond it.
  private var ahead: Double { aheadOfReading + main.secondsLoaded }

  /// The buffer level that the selector judges. A live stream cannot buffer beyond its edge.
  private func buffer(ahead: Double) -> VariantSelector.BufferLevel {
    let capacity = min(context.limits.secondsAhead, aheadOfReading + main.secondsToEdge)
    return VariantSelector.BufferLevel(ahead: ahead, segment: main.fetcher.segmentSeconds, capacity: capacity)
  }

  /// Chooses the variant of the next segment. Called before each request.
  func chooseVariant() {
    selector.preferences = context.variantPreferences
    if let priority = steering?.tend(
      now: now, pathway: selector.pathways.current(at: now), speed: selector.bitsPerSecond)
    {
      selector.prefer(priority)
    }
    // Upgrade first: segments of a higher variant queued after low ones would have to be loaded again with them.
    if improve() { return }
    let decision = selector.choose(current: variant, buffer: buffer(ahead: ahead), now: now)
    guard decision.index != variant, let feed = feeds.feed(of: decision.index) else { return }
    go(to: decision)
    main.switcher.change(to: feed)
  }

  /// Passes finished loads to the throughput estimate of the selector.
  private func countFinished() {
    let finished = main.fetcher.takeFinished()
    guard !finished.isEmpty, !context.clock.waitsForNetwork else { return }
    for report in finished {
      let wait = report.firstByte.map { $0 - report.began }
      selector.loaded(bytes: report.bytes, seconds: report.seconds ?? 0, wait: wait)
    }
    context.record(speed: selector.bitsPerSecond)
  }

  /// Replaces queued segments of a low variant, if there is time and throughput to load them again. False if there are
  /// none.
  private func improve() -> Bool {
    countFinished()
    guard main.fetcher.mayFetchAgain else { return false }
    var ahead = aheadOfReading + main.secondsOfCurrent
    for (place, segment) in main.fetcher.waiting.enumerated() {
      let seconds = segment.segment.duration.seconds
      if let low = feeds.index(of: segment.feed),
        let decision = selector.improves(on: low, buffer: buffer(ahead: ahead), now: now),
        let feed = feeds.feed(of: decision.index)
      {
        go(to: decision)
        main.fetcher.requeue(from: place, for: feed)
        return true
      }
      ahead += seconds
    }
    return false
  }
  /// The seconds between two checks whether queued segments can be replaced.
  private static let improvementInterval = 1.0

  /// Whether another variant can take over after a failure.
  ///
  /// - Returns: True if the main reader was switched to another variant.
  func recover(from error: MediaError) -> Bool {
    let failed = variant
    guard selector.failed(failed, at: now) else { return false }
    let decision = selector.choose(current: failed, buffer: buffer(ahead: 0), now: now)
    guard decision.index != failed, let feed = feeds.feed(of: decision.index) else { return false }
    variant = decision.index
    main.fetcher.replace(with: feed)
    onChange(variant)
    return true
  }

  /// Monitors loading: abandons a load that arrives too late for a lower variant, and queued low segments for a higher
  /// variant. Returns when to check again.
  ///
  /// - Parameter aheadOfReading: Seconds of media that are read but not displayed yet.
  func watchLoading(aheadOfReading: Double) -> HostTime? {
    self.aheadOfReading = aheadOfReading
    guard !context.clock.waitsForNetwork else { return nil }
    let variant = variant
    if now - lastUpgradeCheck >= Self.improvementInterval {
      lastUpgradeCheck = now
      if improve() { return nil }
    }
    guard selector.hasLower(than: variant), let loading = main.fetcher.lastLoading(at: now) else { return nil }
    guard let decision = selector.abandons(loading, of: variant, ahead: ahead, now: now),
      let feed = feeds.feed(of: decision.index)
    else { return context.clock.now + Self.checkInterval }
    go(to: decision)
    main.fetcher.requeue(from: main.fetcher.waiting.count - 1, for: feed)
    return nil
  }
  /// The interval at which a slow load is checked again.
  private static let checkInterval = HostDuration.milliseconds(250)

  /// Records the decision, and reports the variant.
  private func go(to decision: VariantSelector.Decision) {
    variant = decision.index
    context.journal.speed = selector.bitsPerSecond
    onChange(variant)
  }
}
