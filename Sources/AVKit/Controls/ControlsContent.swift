import CoreMedia

/// What the controls say about what is playing. A pure function of the facts.
struct ControlsContent: Equatable {
  enum PlayButton: Equatable { case play, pause, replay }

  var playButton: PlayButton
  var canPlay: Bool
  var position: String
  /// The length, or nothing for a broadcast.
  var duration: String
  /// A broadcast's button: there, and whether playing is at its newest moment.
  var live: Live
  /// Seconds at both ends of the seek bar; nil: it cannot be used.
  var reach: ClosedRange<Double>?
  /// The seek bar only tells; it leads nowhere.
  var isFixed: Bool
  var value: Double
  var buffered: [ClosedRange<Double>]
  /// What a screen reader says of the seek bar.
  var spoken: String

  enum Live: Equatable { case no, behind, atEdge }

  /// - Parameter timecode: Counts the film's pictures in place of the seconds.
  init(_ facts: PlaybackFacts, timecode: Timecode? = nil) {
    playButton = facts.isPlaying ? .pause : facts.isAtEnd ? .replay : .play
    canPlay = facts.hasItem && facts.failure == nil
    reach = facts.reach
    isFixed = facts.isLinear
    value = facts.position ?? facts.reach?.lowerBound ?? 0
    buffered = facts.buffered
    let time = facts.position.map(Self.time) ?? .invalid
    if facts.isLive {
      live = facts.isAtLiveEdge ? .atEdge : .behind
      let distance = facts.distanceFromLive ?? 0
      position = live == .atEdge ? "" : TimeText.text(Self.time(-distance))
      duration = ""
      spoken = live == .atEdge ? translated("Live") : position
    } else {
      live = .no
      let length = facts.duration.map(Self.time) ?? .invalid
      position =
        timecode.flatMap { code in facts.position.map(code.text) } ?? TimeText.text(time, reference: length)
      duration = TimeText.text(length)
      spoken = TimeText.spoken(time, of: length)
    }
  }

  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
}
