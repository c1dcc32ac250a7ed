import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The selection of tracks.
extension SessionLoop {
  /// The track selection of an item was changed.
  func trackSelectionChanged(of item: EngineItem) {
    guard item === self.item else { return }
    applyTracks()
    applyChoice()
  }

  /// Applies the enabled state of the tracks: disabled audio is muted, disabled video is hidden and not even decoded;
  /// its decoder checks whether to continue.
  func applyTracks() {
    pipeline?.timeline.removePast(at: now)
    sinks.show(shownTimeline)
    audio.devices.applyGain(of: item)
    pipeline?.timeline.wakeWaiters()
  }

  /// Applies the track selection. Changes nothing before a start has reached its target and is primed; it is called
  /// again then.
  func applyChoice() {
    applyAngle()
    applyAudioTrack()
    guard let item, let info = item.snapshot.info else { return }
    let text = item.choice.text(in: info)
    if text != item.snapshot.textTrack { announceItem { $0.textTrack = text } }
    pipeline?.readCaptions(ofTrack: text, from: clock.time(at: now))
  }

  /// Switches to another angle, with a seek to the current position.
  private func applyAngle() {
    guard let item, pipeline?.transfer?.stream != nil, let info = item.snapshot.info,
      let selected = item.choice.angle(in: info), item.snapshot.angle != selected.index
    else { return }
    switch machine.state {
    case .empty, .opening, .seeking, .priming, .failed: return
    case .running, .drained, .ready, .ended: break
    }
    note(.angle(selected.title ?? ""))
    announceItem { $0.angle = selected.index }
    startOwnSeek(to: clock.time(at: now))
  }

  /// Switches to the selected audio track: without a gap while playing forward, otherwise with a restart.
  private func applyAudioTrack() {
    guard let item, let pipeline, !pipeline.lacksAudioDevice, let info = item.snapshot.info,
      let selected = item.choice.audioTrack(in: info), let present = pipeline.audio?.track,
      selected.index != present.index, let stream = pipeline.streams.first(where: { $0.track.index == selected.index })
    else { return }
    switch machine.state {
    case .empty, .opening, .seeking, .priming, .failed: return
    case .running where !machine.isReversed && pipeline.ring != nil && queue.next?.isQueuedInRing != true:
      progress.audioIsReplaced()
      audio.switchTrack(
        to: stream, context, base: epochs.current, epoch: epochs.next(), generation: epochs.generation)
    case .running, .drained, .ready, .ended:
      pipeline.replaceAudio(stream)
      perform(machine.audioTrackChanged())
    }
    note(.audioTrackSelected(selected.codecName))
    announceItem { $0.audioTrack = selected.index }
    audio.devices.applyGain(of: item)
  }
}
