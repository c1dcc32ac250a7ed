import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadNetworking
import PlayheadStreaming
import Synchronization

/// Plays an interstitial event of a stream (`EXT-X-DATERANGE` of the class `com.apple.hls.interstitial`) once, in a
/// session of its own. Main thread only.
///
///     loading the list ──► playing, item by item ──► over: the stream resumes
final class StreamBreak {
  /// The result of loading the asset list (`X-ASSET-LIST`).
  private enum Answer: Sendable {
    /// The URLs of the assets, and the URL of the list that declares them.
    case assets([URL], base: URL)
    /// The list could not be loaded or parsed.
    case failed(MediaError)
  }

  /// Passes the asset list from another thread.
  private final class PendingResult: Sendable {
    /// The result; nil until it arrives. Set on another thread, read by `update()`.
    let answer = Mutex<Answer?>(nil)
  }

  /// The declaration of the event.
  let tag: InterstitialTag
  /// The session that plays the items. The player attaches its sinks and sets its rate.
  let session: PlaybackSession
  /// The clock that measures the elapsed time of the event.
  private let clock: any EngineClock
  /// The time at which the event started, including the loading of its list.
  private let startTime: HostTime
  /// The destination of the asset list, shared with the thread that loads it.
  private let pendingResult = PendingResult()
  /// nil until the items are known.
  private var waiting: [URL]?
  /// The item of the stream, whose request options apply to the items of the event.
  private let primary: EngineItem
  /// The URL of the document that declares the waiting items.
  private var base: URL?
  /// The item that plays; nil between items.
  private var item: EngineItem?
  /// The playback time of the items before the current one.
  private var played = CMTime.zero
  /// Whether an item has been played to its end.
  private var hasPlayed = false
  /// The errors of items and of the asset list; they end no more than the item concerned.
  private(set) var failures: [MediaError] = []
  /// Whether all items have been played or have failed, or the playout limit is reached. It does not become false
  /// again.
  private(set) var isOver = false

  /// `wake` is called from other threads when `update` has work to do.
  init(
    _ tag: InterstitialTag, of primary: EngineItem, environment: PlaybackEnvironment, rate: Float,
    wake: @escaping @Sendable () -> Void
  ) {
    self.tag = tag
    self.primary = primary
    base = tag.base.url
    clock = environment.clock
    startTime = environment.clock.now
    session = PlaybackSession(environment: environment, wake: wake)
    session.setEndAction(.none)
    session.setRate(rate)
    switch tag.source {
    case .asset(let url): waiting = [url]
    case .list(let url):
      InterstitialAssetLoad.begin(
        url, from: base, for: primary, session: UUID().uuidString, environment: environment
      ) {
        [pendingResult] result in
        pendingResult.answer.withLock {
          $0 =
            switch result {
            case .success(let list): .assets(list.assets.map(\.url), base: list.url)
            case .failure(let error): .failed(error)
            }
        }
        wake()
      }
    }
  }

  /// Handles events and continues with the next item.
  func update() {
    if waiting == nil, let answer = pendingResult.answer.withLock({ $0 }) {
      switch answer {
      case .assets(let assets, let base):
        waiting = assets
        self.base = base
      case .failed(let error):
        failures.append(error)
        waiting = []
      }
    }
    for event in session.takeEvents() { handle(event) }
    if item == nil, !isOver, waiting != nil { playNext() }
  }

  /// Handles the end or failure of the current item. Events of earlier items are ignored.
  private func handle(_ event: SessionEvent) {
    switch event {
    case .playedToEnd(let ended) where ended === item:
      hasPlayed = true
      played = played + (ended.cut ?? (ended.snapshot.duration.isNumeric ? ended.snapshot.duration : .zero))
      item = nil
    case .failedToPlayToEnd(let failed, let error) where failed === item: skipItem(error)
    case .itemChanged(let changed, let snapshot) where changed === item && snapshot.status == .failed:
      skipItem(snapshot.error ?? MediaError(.notMedia, url: changed.url))
    default: break
    }
  }

  /// Records an error; `update()` continues with the next item.
  private func skipItem(_ error: MediaError) {
    failures.append(error)
    item = nil
  }

  /// Opens the next item, limited to the rest of the playout limit, or ends the event.
  private func playNext() {
    let rest = tag.playoutLimit.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) - played }
    guard let next = waiting?.first, rest.map({ $0 > .zero }) ?? true else {
      isOver = true
      return
    }
    waiting?.removeFirst()
    let made = EngineItem(url: next, options: primary.options(forNamedBy: base))
    if let rest { made.bounds.forwardEnd = rest }
    item = made
    session.setItem(made)
  }

  /// The offset from the event's position at which the stream resumes: the declared one, or else the elapsed playback
  /// time. Zero if nothing could be played, so that no content is lost.
  func resumption(isLive: Bool) -> CMTime {
    guard hasPlayed || failures.isEmpty else { return .zero }
    if let offset = tag.resumeOffset { return CMTime(seconds: offset, preferredTimescale: 1_000_000) }
    let elapsed = CMTime(value: (clock.now - startTime).nanoseconds, timescale: 1_000_000_000)
    return tag.cue == .atDate || isLive ? elapsed : .zero
  }

  /// Closes the session. The player calls it once, also if the event has not ended.
  func close() { session.close() }
}
