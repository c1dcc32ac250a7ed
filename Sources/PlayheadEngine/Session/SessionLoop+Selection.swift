import CoreMedia
import PlayheadFFmpeg

/// Another audio track while an item plays. The picture does not wait for it: the ring holds a quarter of a second of the old
/// sound, and the new one follows behind that.
///
///     ring:     … old sound ████████ new sound …
///     reader:   back to the seam; what the picture's decoder has got already is left away
struct AudioSwitch {
  /// The start that plays, and the one that the new sound has of its own.
  var base: Int
  var epoch: Int
  var isPrimed = false
  /// The ring ran empty before the new sound came: it joins where the clock is then.
  var isLate = false
}

extension SessionLoop {
  /// The start to which the sound belongs.
  var audioEpoch: Int {
    guard let soundSwitch, soundSwitch.base == epoch else { return epoch }
    return soundSwitch.epoch
  }

  /// Whether new sound is on its way.
  var isSwitchingSound: Bool { soundSwitch.map { $0.base == epoch && !$0.isPrimed } ?? false }

  /// Somebody wants other tracks of an item.
  func choiceChanged(of item: EngineItem) {
    guard item === self.item else { return }
    applyTracks()
    applyChoice()
  }

  /// Sound and pictures of tracks that are switched off are neither heard nor seen. Pictures are not even decoded; their decoder
  /// looks whether it is to go on.
  func applyTracks() {
    pipeline?.timeline.forgetPast(at: now)
    for presenter in presenters { presenter.show(shownTimeline) }
    applyGain()
    pipeline?.timeline.wakeWaiters()
  }

  /// Makes what plays what is wanted. Before a start has landed and is primed nothing is changed: it is called again then.
  func applyChoice() {
    applyAngle()
    applySound()
    guard let item, let info = item.snapshot.info else { return }
    let text = item.choice.text(in: info)
    if text != item.snapshot.textTrack { announceItem { $0.textTrack = text } }
    pipeline?.readCaptions(ofTrack: text, from: clock.time(at: now))
  }

  /// Another view of the same events: the reader changes over where it begins anew.
  private func applyAngle() {
    guard let item, pipeline?.transfer?.stream != nil, let info = item.snapshot.info,
      let wanted = item.choice.angle(in: info), item.snapshot.angle != wanted.index
    else { return }
    switch machine.state {
    case .empty, .opening, .landing, .priming, .failed: return
    case .running, .parked, .ready, .ended: break
    }
    note(.angle(wanted.title ?? ""))
    announceItem { $0.angle = wanted.index }
    startOwnSeek(to: clock.time(at: now))
  }

  private func applySound() {
    guard let item, let pipeline, !pipeline.isWithoutSound, let info = item.snapshot.info,
      let wanted = item.choice.audioTrack(in: info), let present = pipeline.audio?.track,
      wanted.index != present.index, let stream = pipeline.streams.first(where: { $0.track.index == wanted.index })
    else { return }
    switch machine.state {
    case .empty, .opening, .landing, .priming, .failed: return
    case .running where !machine.isReversed && pipeline.ring != nil && next?.isHandedOver != true:
      follow(stream, in: pipeline)
    case .running, .parked, .ready, .ended:
      pipeline.replaceAudio(stream)
      perform(machine.soundChanged())
    }
    note(.soundTrack(wanted.codecName))
    announceItem { $0.audioTrack = wanted.index }
    applyGain()
  }

  private func follow(_ stream: StreamParameters, in pipeline: ItemPipeline) {
    guard let ring = pipeline.ring else { return }
    pipeline.stopAudio()
    epochCount += 1
    soundSwitch = AudioSwitch(base: epoch, epoch: epochCount)
    progress.hasAudioEnded = false
    progress.audioEnd = nil
    // Where the old sound in the ring ends; if it has ended long ago, where the picture is.
    let present = clock.nanoseconds(at: now)
    let seam = max(ring.media(at: ring.written)?.nanoseconds ?? present, present)
    let plan = PipelineStart(
      epoch: epochCount, generation: generation, target: CMTime(value: seam, timescale: 1_000_000_000), mode: .flow)
    ring.handOver(to: epochCount)
    pipeline.followAudio(stream, plan, into: ring)
    nextReading = now
    if sound?.isDry == true { soundIsLate() }
  }

  /// The ring is empty and the new sound is not there yet: silence until it is, while the picture goes on by the host clock.
  func soundIsLate() {
    soundSwitch?.isLate = true
    nextReading = nil
    sound?.pause()
  }

  /// The new sound is there.
  func soundSwitchIsPrimed() {
    guard isSwitchingSound else { return }
    soundSwitch?.isPrimed = true
    if soundSwitch?.isLate == true { joinSound() }
  }

  /// Lets the new sound be heard where the picture is: what lies before is left away, what lies after waits.
  func joinSound() {
    soundJoinDeadline = nil
    guard machine.isMoving, !machine.isReversed, let sound, !sound.isEmptyForever else { return }
    let ahead = sound.align(to: clock.lineNanoseconds(at: now + sound.latency), rate: playedRate)
    // There is room in the ring again, for which its writer would wait much longer.
    pipeline?.takeTurn()
    if ahead > Self.joinTolerance {
      soundJoinDeadline = now + .seconds(Double(ahead) / 1e9 / max(0.1, playedRate))
    } else if ahead < -Self.joinTolerance || !sound.isWellFilled {
      // What was there came too late. More is on its way, and comes faster than it plays.
      soundJoinDeadline = now + .milliseconds(10)
    } else {
      startSound()
    }
  }

  /// Less than the clock is led by without anybody noticing.
  private static let joinTolerance: Int64 = 2_000_000
}
