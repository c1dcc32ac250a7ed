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
  var value: Double
  var buffered: [ClosedRange<Double>]
  /// What a screen reader says of the seek bar.
  var spoken: String

  enum Live: Equatable { case no, behind, atEdge }

  init(_ facts: PlaybackFacts) {
    playButton = facts.isPlaying ? .pause : facts.isAtEnd ? .replay : .play
    canPlay = facts.hasItem && facts.failure == nil
    reach = facts.reach
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
      position = TimeText.text(time, reference: length)
      duration = TimeText.text(length)
      spoken = TimeText.spoken(time, of: length)
    }
  }

  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
}
