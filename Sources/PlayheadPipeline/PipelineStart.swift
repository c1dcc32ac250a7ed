import CoreMedia

/// A start of an item's pipeline: the position, and what is decoded from there.
///
/// The session creates it. The demux loop adds how the video decoder reuses earlier work, and sends it to the decoders.
package struct PipelineStart: Sendable, Equatable {
  /// The kind of start, with the values that only this kind needs.
  package enum Kind: Sendable, Equatable {
    /// Video and audio from the target on. `snapsToFrame`: the position becomes the presentation time of the frame that
    /// was found.
    case play(tolerance: SeekTolerance = .exact, snapsToFrame: Bool = false)
    /// Video from the target back to the beginning.
    case playBackward
    /// A paused seek: only what the one frame needs is decoded. `isWhileSeeking`: the start was requested while another
    /// one was in progress and waited for it, so that the user is scrubbing.
    case showFrame(tolerance: SeekTolerance = .exact, isWhileSeeking: Bool = false)
    /// The frame at the target, whose presentation time becomes the position: a step to the previous frame.
    case stepBackward
    /// Speculative: while the reader is idle, it decodes the frames that backward scrubbing will probably need next.
    /// Nothing of it is shown or reported, and a paused seek to one of these frames may take it over.
    case prefetch
  }

  /// The kind of start without details. The state machine of the session distinguishes no more.
  package enum Mode: Sendable, Equatable {
    /// One frame; the decoder is drained as soon as everything that the frame needs has been sent.
    case pausedSeek
    /// Video and audio from the target on.
    case playback
    /// Video from the target back to the beginning.
    case reverse
  }

  /// Grows with every start of the pipeline: data of an older start is dropped.
  package var epoch: Int
  /// Grows with every requested position; a restart at the same position keeps it.
  var generation: Int
  /// The requested position, in the item's time.
  package var target: CMTime
  /// The kind of start.
  private(set) var kind: Kind
  /// The time at which audio is cut, exact to the sample; nil: the end of the track.
  package var end: CMTime?
  /// How the video decoder reuses earlier work; nothing in a requested start.
  var reuse = DecoderReuse()

  /// Creates a start. `epoch`: 0 where the session assigns it later.
  package init(epoch: Int = 0, generation: Int, target: CMTime, kind: Kind, end: CMTime? = nil) {
    self.epoch = epoch
    self.generation = generation
    self.target = target
    self.kind = kind
    self.end = end
  }

  /// The kind of start without details.
  package var mode: Mode {
    switch kind {
    case .play: .playback
    case .playBackward: .reverse
    case .showFrame, .stepBackward, .prefetch: .pausedSeek
    }
  }

  /// Whether nothing of the start is shown or reported.
  var isSpeculative: Bool { if case .prefetch = kind { true } else { false } }

  /// Whether the position becomes the presentation time of the frame that was found.
  var snapsToFrame: Bool {
    switch kind {
    case .play(_, let snapsToFrame): snapsToFrame
    case .stepBackward: true
    case .playBackward, .showFrame, .prefetch: false
    }
  }

  /// Whether the start was requested while another one was in progress and waited for it.
  var isWhileSeeking: Bool {
    if case .showFrame(_, let isWhileSeeking) = kind { isWhileSeeking } else { false }
  }

  /// Whether exactly the frame at the target is requested, with no tolerance.
  var isExactPausedSeek: Bool {
    switch kind {
    case .showFrame(let tolerance, _): tolerance == .exact
    case .stepBackward, .prefetch: true
    case .play, .playBackward: false
    }
  }

  /// Turns a paused seek into playback from the same target: without video, and where one frame cannot be decoded
  /// alone.
  package mutating func playInsteadOfShowingFrame() {
    switch kind {
    case .showFrame(let tolerance, _): kind = .play(tolerance: tolerance)
    case .stepBackward: kind = .play(snapsToFrame: true)
    case .prefetch: kind = .play()
    case .play, .playBackward: break
    }
  }

  /// Turns forward playback into a paused seek to the same target: another device plays.
  package mutating func showFrameInsteadOfPlaying() {
    if case .play(let tolerance, _) = kind { kind = .showFrame(tolerance: tolerance) }
  }

  /// Makes the position of playback the presentation time of the frame that is found.
  mutating func snapToFrame() {
    if case .play(let tolerance, _) = kind { kind = .play(tolerance: tolerance, snapsToFrame: true) }
  }

  /// The position at which playback begins if the first sync sample found is at `key`: that sample if it is within the
  /// tolerance, else exactly the target.
  func resolvedTarget(key: CMTime) -> CMTime {
    guard key.isNumeric, key <= target else { return target }
    // Samples before the edit of an MP4 file have negative times: they are decoded, but are not a position.
    let key = max(key, min(target, .zero))
    let before =
      switch kind {
      case .play(let tolerance, _), .showFrame(let tolerance, _): tolerance.before
      case .playBackward, .stepBackward, .prefetch: CMTime.zero
      }
    return before == .positiveInfinity || key >= target - before ? key : target
  }
}

extension PipelineStart.Kind {
  /// The kind of a requested start. `isWhileSeeking` matters only for a paused seek.
  package init(_ mode: PipelineStart.Mode, tolerance: SeekTolerance = .exact, isWhileSeeking: Bool = false) {
    self =
      switch mode {
      case .playback: .play(tolerance: tolerance)
      case .reverse: .playBackward
      case .pausedSeek: .showFrame(tolerance: tolerance, isWhileSeeking: isWhileSeeking)
      }
  }
}

/// The distance from the target at which a seek may end.
package struct SeekTolerance: Sendable, Equatable {
  /// The time before the target within which a seek may end at a sync sample. Infinite: any sync sample before it.
  package var before: CMTime
  /// The time after the target within which a seek may end.
  package var after: CMTime

  /// Creates a tolerance.
  package init(before: CMTime, after: CMTime) {
    self.before = before
    self.after = after
  }

  /// No tolerance.
  package static let exact = SeekTolerance(before: .zero, after: .zero)
}
