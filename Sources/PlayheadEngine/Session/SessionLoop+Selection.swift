import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// A switch to another audio track during playback. The video does not wait for it: the ring buffers a quarter of a
/// second of the old track, and the new track follows behind that.
///
///     ring:     … old track ████████ new track …
///     demuxer:  back to the seam; packets that the video decoder has already received are dropped
struct AudioSwitch {
  /// The epoch of the start that plays, and the epoch of the new track.
  var base: Int
  /// Larger than `base`. Reports of the new track's audio have this epoch.
  var epoch: Int
  /// Whether enough of the new track's audio is in the ring to be played.
  var isPrimed = false
  /// Whether the ring ran empty before the new track's audio arrived. It then joins at the clock's position.
  var isLate = false
}

extension SessionLoop {
  /// The epoch of the audio that plays or is being prepared.
  var audioEpoch: Int {
    guard let audioSwitch, audioSwitch.base == epoch else { return epoch }
    return audioSwitch.epoch
  }

  /// Whether an audio track switch is in progress.
  var isSwitchingAudio: Bool { audioSwitch.map { $0.base == epoch && !$0.isPrimed } ?? false }

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
    applyGain()
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
    case .running where !machine.isReversed && pipeline.ring != nil && next?.isQueuedInRing != true:
      follow(stream, in: pipeline)
    case .running, .drained, .ready, .ended:
      pipeline.replaceAudio(stream)
      perform(machine.audioTrackChanged())
    }
    note(.audioTrackSelected(selected.codecName))
    announceItem { $0.audioTrack = selected.index }
    applyGain()
  }

  /// Appends the new track's audio to the old one's in the ring.
  private func follow(_ stream: StreamParameters, in pipeline: ItemPipeline) {
    guard let ring = pipeline.ring else { return }
    pipeline.stopAudio()
    epochCount += 1
    audioSwitch = AudioSwitch(base: epoch, epoch: epochCount)
    progress.audioIsReplaced()
    // The end of the old track's audio in the ring, or the position of the video if the audio ended long ago.
    let present = clock.nanoseconds(at: now)
    let seam = max(ring.media(at: ring.written)?.nanoseconds ?? present, present)
    let plan = PipelineStart(
      epoch: epochCount, generation: generation, target: CMTime(value: seam, timescale: 1_000_000_000), kind: .play())
    ring.handOver(to: epochCount)
    pipeline.followAudio(stream, plan, into: ring)
    nextReading = now
    if audioOutput?.isDry == true { switchedAudioIsLate() }
  }

  /// The ring is empty and the new track's audio has not arrived: silence until then, while the video continues by the
  /// host clock.
  func switchedAudioIsLate() {
    audioSwitch?.isLate = true
    nextReading = nil
    audioOutput?.pause()
  }

  /// The new track's audio has arrived.
  func audioSwitchIsPrimed() {
    guard isSwitchingAudio else { return }
    audioSwitch?.isPrimed = true
    if audioSwitch?.isLate == true { joinAudio() }
  }

  /// Joins the new track's audio at the clock's position: earlier samples are dropped, later samples wait.
  func joinAudio() {
    audioJoinDeadline = nil
    guard machine.isMoving, !machine.isReversed, let audioOutput, !audioOutput.isEmptyForever else { return }
    let ahead = audioOutput.align(to: clock.mappedNanoseconds(at: now + audioOutput.latency), rate: playedRate)
    // The ring has capacity again; its writer would otherwise wait much longer.
    pipeline?.noteRingOwned()
    if ahead > Self.joinTolerance {
      audioJoinDeadline = now + .seconds(Double(ahead) / 1e9 / max(0.1, playedRate))
    } else if ahead < -Self.joinTolerance || !audioOutput.isWellFilled {
      // The available samples are too late. More are on the way, faster than real time.
      audioJoinDeadline = now + .milliseconds(10)
    } else {
      startAudioOutput()
    }
  }

  /// Smaller offsets are left to the clock steering, which corrects them imperceptibly.
  private static let joinTolerance: Int64 = 2_000_000
}
