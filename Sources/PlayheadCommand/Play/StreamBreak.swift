import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadStreaming
import Synchronization

/// Plays an interstitial event of a stream (`EXT-X-DATERANGE` of the class `com.apple.hls.interstitial`) once, in a
/// session of its own. Main thread only.
///
///     loading the list ──► playing, item by item ──► over: the stream resumes
final class StreamBreak {
  private enum Answer: Sendable {
    case assets([URL], base: URL)
    case failed(MediaError)
  }

  /// Passes the asset list from another thread.
  private final class PendingResult: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  let tag: InterstitialTag
  let session: PlaybackSession
  private let clock: any EngineClock
  private let startTime: HostTime
  private let pendingResult = PendingResult()
  /// nil until the items are known.
  private var waiting: [URL]?
  private let primary: EngineItem
  /// The URL of the document that declares the waiting items.
  private var base: URL?
  private var item: EngineItem?
  /// The playback time of the items before the current one.
  private var played = CMTime.zero
  private var hasPlayed = false
  private(set) var failures: [MediaError] = []
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

  private func skipItem(_ error: MediaError) {
    failures.append(error)
    item = nil
  }

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

  func close() { session.close() }
}
