import PlayheadFFmpeg
import PlayheadMedia
import PlayheadPipeline

/// Passing the audio through to a device that decodes it.
extension SessionLoop {
  /// Switches between decoding the audio and passing it through, if the conditions have changed during playback. The
  /// video continues. While paused nothing changes, since the rate of the next playback is unknown.
  func updatePassthrough() {
    guard machine.state == .running, !machine.isReversed, !external.isActive, queue.next?.isQueuedInRing != true,
      let pipeline, pipeline.ring != nil, let stream = pipeline.audio,
      audio.devices.needsOtherOutput(for: stream.track, context)
    else { return }
    progress.audioIsReplaced()
    audio.switchTrack(to: stream, context, base: epochs.current, epoch: epochs.next(), generation: epochs.generation)
  }

  /// The packets of the audio track cannot pass through: the item is decoded. Until playback, which `updatePassthrough`
  /// continues, the pipeline is restarted: a seek may wait for the audio.
  func passthroughIsRefused(_ refusal: PassthroughRefusal) {
    guard let pipeline, pipeline.ring?.format.passthrough != nil, let stream = pipeline.audio else { return }
    audio.devices.passthrough.refuse(item, refusal)
    guard machine.state != .running else { return }
    pipeline.replaceAudio(stream)
    perform(machine.restart(waitingForRenderer: false))
  }
}
