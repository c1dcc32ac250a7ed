import CoreMedia
import PlayheadItems
import PlayheadPipeline
import PlayheadRoutes

/// Playback on a renderer in place of this computer: commands go to the renderer, and the clock follows its reports.
///
/// The pipeline remains open and decodes one frame at each seek, so that positions are exact and this computer can
/// continue at any time.
extension SessionLoop {
  /// Plays on a renderer from the current position on; nil: on this computer.
  func setRenderer(_ renderer: (any RemoteRenderer)?) {
    guard renderer !== external.renderer else { return }
    let connection = external.connect(renderer)
    if let renderer {
      // Renderers play at natural speed only.
      if machine.rate != 0, machine.rate != 1 { replaceRate(by: machine.rate > 0 ? 1 : 0) }
      let shared = shared
      renderer.start { shared.post(.rendererChanged($0, connection: connection)) }
    }
    playerWasReplaced()
    guard let item, external.isActive else { return }
    switch machine.state {
    case .priming, .ready, .ended: external.positionWasSet(item, to: clock.time(at: now), isOwnSeek: false)
    // The item is loaded when its position is known.
    case .empty, .opening, .seeking, .drained, .running, .failed: break
    }
  }

  /// Another device plays from here on: restarts the pipeline for that.
  private func playerWasReplaced() {
    applyTracks()
    perform(machine.restart(waitingForRenderer: external.isActive))
    note(.externalPlayback(external.renderer?.route.name))
  }

  /// Starts the pipeline for playback on the renderer: one frame is decoded, which determines the position.
  func startForRenderer(_ plan: PipelineStart) {
    guard let pipeline else { return }
    var plan = plan
    plan.showFrameInsteadOfPlaying()
    audio.reset(epoch: plan.epoch)
    pipeline.begin(plan)
    guard pipeline.video == nil else { return }
    shared.post(
      .report(
        .targetReached(epoch: epochs.current, time: plan.target, isDrained: false), pipeline: pipeline.identifier))
  }

  /// Plays or pauses the renderer as the client requests it.
  func sendPlayingToRenderer() {
    guard external.isActive else { return }
    let isPlaying = machine.rate != 0 && !machine.isSuspended && machine.state != .ended && !external.hasEnded
    external.setPlaying(isPlaying, item: item)
  }

  // MARK: Updates

  /// Follows an update of the renderer.
  func rendererChanged(_ update: RemotePlayback.Update, connection: Int) {
    guard external.accepts(update, from: connection), let item else { return }
    if update.phase == .ready, !seeks.isSeeking, external.updateCaptions(of: item, at: clock.time(at: now)) {
      return perform(machine.waitForRenderer())
    }
    switch update.phase {
    case .failed(let failure): rendererFailed(failure, at: position(of: update))
    case .idle, .loading: perform(machine.waitForRenderer())
    case .ready: followRenderer(update)
    case .stopped:
      _ = external.takeForeignRequest(update)
      if machine.rate != 0 { setRateToZero() }
    case .ended: rendererEnded(at: position(of: update))
    }
  }

  /// The position of an update, within the item.
  private func position(of update: RemotePlayback.Update) -> CMTime {
    clamped(CMTime(seconds: update.position, preferredTimescale: 1_000_000), in: item)
  }

  /// Follows the renderer's position and its state.
  private func followRenderer(_ update: RemotePlayback.Update) {
    if let isPlaying = external.takeForeignRequest(update) { replaceRate(by: isPlaying ? 1 : 0) }
    let position = position(of: update)
    let offset = (position - clock.time(at: now)).seconds
    if seeks.isSeeking {
      // The position is about to change.
    } else if abs(offset) > ExternalPlaybackController.jumpTolerance {
      startOwnSeek(to: position)
    } else if abs(offset) > ExternalPlaybackController.correctionTolerance {
      if machine.isMoving {
        clock.run(through: position.nanoseconds, at: now, rate: playedRate)
      } else if machine.state == .ready {
        clock.stop(at: position)
        publisher.jump(to: position)
      }
      pipeline?.clockChanged()
    }
    if update.isRendering {
      perform(machine.rendererPlays())
    } else if update.isPlaying {
      perform(machine.waitForRenderer())
    }
  }

  /// The renderer has played the item to its end: so has the session.
  private func rendererEnded(at position: CMTime) {
    guard !external.hasEnded else { return }
    external.rendererHasEnded()
    perform(machine.rendererPlays())
    guard machine.isMoving, let item else { return }
    if !item.snapshot.duration.isNumeric { progress.add(end: position) }
    guard let end = endTime else { return }
    clock.run(through: max(end, clock.time(at: now)).nanoseconds, at: now, rate: playedRate)
  }

  /// The renderer cannot play, or has disappeared: this computer takes over, paused.
  private func rendererFailed(_ failure: RemotePlayback.Failure, at position: CMTime) {
    guard let item, let route = external.renderer?.route else { return }
    let error = MediaError(.externalPlayback(route.name, failure), url: item.url)
    if machine.rate != 0 { setRateToZero() }
    // Since the last response the clock has run ahead.
    if machine.state == .ready {
      clock.stop(at: position)
      publisher.jump(to: position)
    }
    _ = external.connect(nil)
    note(.fault(error))
    let date = shared.environment.clock.date
    item.writeLog { $0.add(ErrorEntry(date: date, error: error, address: nil, fields: nil)) }
    reportLog()
    playerWasReplaced()
    publisher.add(.externalPlaybackFailed(route, error))
  }
}
