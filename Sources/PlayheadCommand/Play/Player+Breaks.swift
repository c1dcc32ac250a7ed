import CoreMedia
import PlayheadEngine
import PlayheadStreaming

/// The interstitial events of a stream.
extension Player {
  /// Starts an interstitial event, in a session of its own that borrows the sinks of the file. An event that has been
  /// removed meanwhile ends at once.
  func beginBreak(_ id: String) {
    endBreak()
    guard let item, let tag = item.interstitialTags.first(where: { $0.id == id }) else {
      return session.endInterstitial(id, offset: .zero)
    }
    let rate = isPausedByUser ? 0 : Float(speed)
    let made = StreamBreak(
      tag, of: item, environment: environment, rate: tag.restrictsSkips ? min(rate, 1) : rate, wake: wake)
    streamBreak = made
    followVolume()
    session.lendSinks(to: made.session)
    notices.append(.breakBegan(id, at: position))
  }

  /// Handles the events of the interstitial session. At its end the file resumes.
  func updateBreak() {
    guard let streamBreak else { return }
    streamBreak.update()
    guard streamBreak.isOver else { return }
    let isLive = item?.snapshot.duration.isNumeric == false
    session.endInterstitial(
      streamBreak.tag.id, offset: streamBreak.resumption(isLive: isLive), failures: streamBreak.failures)
    endBreak()
  }

  /// Closes the interstitial session. Has no effect if none is active.
  func endBreak() {
    guard let old = streamBreak else { return }
    streamBreak = nil
    notices.append(.breakEnded(old.tag.id, at: position))
    old.close()
  }

  /// Applies the volume of the file to the interstitial event.
  func followVolume() {
    let settings = session.snapshot
    streamBreak?.session.setVolume(settings.volume)
    streamBreak?.session.setMuted(settings.isMuted)
  }
}
