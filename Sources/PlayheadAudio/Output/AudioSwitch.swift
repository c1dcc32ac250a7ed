/// A switch to another audio track during playback. The video does not wait for it: the ring buffers a quarter of a
/// second of the old track, and the new track follows behind that. Pure.
///
///     ring:     … old track ████████ new track …
///     demuxer:  back to the seam; packets that the video decoder has already received are dropped
package struct AudioSwitch {
  /// The epoch of the start that plays.
  private let base: Int
  /// The epoch of the new track, larger than `base`. Reports of the new track's audio have this epoch.
  private let epoch: Int
  /// Whether enough of the new track's audio is in the ring to be played.
  package var isPrimed = false
  /// Whether the ring ran empty before the new track's audio arrived. It then joins at the clock's position.
  package var isLate = false

  /// A switch within the start of the epoch `base`.
  package init(base: Int, epoch: Int) {
    self.base = base
    self.epoch = epoch
  }

  /// The epoch of the audio that plays or is being prepared in a start: that of the new track, unless the pipeline was
  /// started again after the switch.
  package func audioEpoch(ofStart start: Int) -> Int { start == base ? epoch : start }

  /// Whether the new track's audio is expected in a start.
  package func isInProgress(inStart start: Int) -> Bool { start == base && !isPrimed }
}
