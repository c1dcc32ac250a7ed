import CoreMedia

/// Where an item's pipeline is to begin, and what for.
struct PipelineStart: Sendable, Equatable {
  enum Mode: Sendable, Equatable {
    /// One picture is wanted: what is not needed for it is not decoded, and the decoder is drained as soon as it is in.
    case still
    /// Pictures and sound from here on.
    case flow
    /// Pictures from here back to the beginning.
    case reverse
  }

  /// Grows with every start of the pipeline: whatever belongs to an older one is dropped.
  var epoch: Int
  /// Grows with every position that somebody asked for: starting again at the same position keeps it.
  var generation: Int
  var target: CMTime
  var toleranceBefore = CMTime.zero
  var toleranceAfter = CMTime.zero
  var mode: Mode
  /// Where sound is cut, to the sample; nil: where it ends.
  var end: CMTime?
  /// Whether the position becomes the landing picture's own time: stepping by pictures.
  var snapsToPicture = false

  /// Whether it was asked for while another start was under way, and waited for it: a hand moves.
  var isHurried = false

  /// Nobody asked for it: what a hand that goes backward will want next is decoded while there is nothing else to do. Nothing of it
  /// is shown or told, and a still that somebody wants there may take it over.
  var isSpeculative = false
  /// Grows with every start that the reader gives the picture's decoder.
  var order = 0

  /// What the decoder does with what it has.
  enum Way: Sendable, Equatable {
    /// It forgets everything.
    case fresh
    /// It goes on from where it is.
    case onward
    /// Another one goes on, which was parked and comes next.
    case parked
    /// It has nothing to do: the picture is at hand.
    case visited
  }
  var way = Way.fresh
  /// Whether a still leaves the decoder so that it can go on, instead of draining it.
  var leavesOpen = false
  /// Whether the decoder that stands behind a still is parked, instead of forgetting everything.
  var parks = false
  /// What of a still's way is kept; nil: nothing.
  var keeps: FrameRetentionWindow?

  /// Whether the very picture is wanted, not whatever is near.
  var isExactStill: Bool { mode == .still && (snapsToPicture || (toleranceBefore == .zero && toleranceAfter == .zero)) }

  /// Where playing begins if the first sync sample found lies at `key`: there if that is near enough, else exactly at the target.
  func resolvedTarget(key: CMTime) -> CMTime {
    guard key.isNumeric else { return target }
    if toleranceBefore == .positiveInfinity { return key <= target ? key : target }
    return key <= target && key >= target - toleranceBefore ? key : target
  }
}
