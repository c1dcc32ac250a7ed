import CoreMedia

/// The text and state that the controls show. A pure function of the facts.
struct ControlsContent: Equatable {
  enum PlayButton: Equatable { case play, pause, replay }

  var playButton: PlayButton
  var canPlay: Bool
  var position: String
  /// The duration; empty for a live stream.
  var duration: String
  /// The button of a live stream: hidden, behind the live edge, or at it.
  var live: Live
  /// The range of the seek bar in seconds; nil if the bar is disabled.
  var reach: ClosedRange<Double>?
  /// The seek bar only shows the position; it does not seek.
  var isFixed: Bool
  var value: Double
  var buffered: [ClosedRange<Double>]
  /// The text that a screen reader speaks for the seek bar.
  var spoken: String

  enum Live: Equatable { case no, behind, atEdge }

  /// - Parameter timecode: Shows a timecode in place of the seconds.
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
