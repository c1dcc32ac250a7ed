import CoreMedia

/// The text and state that the controls show. A pure function of the facts.
struct ControlsContent: Equatable {
  /// The action of the play button. `replay` restarts an item that has played to its end.
  enum PlayButton: Equatable { case play, pause, replay }

  /// The action that the play button offers.
  var playButton: PlayButton
  /// Whether the play button is enabled: there is an item, and it has not failed.
  var canPlay: Bool
  /// The position, a timecode, or the distance behind the live edge; empty at the live edge.
  var position: String
  /// The duration, or the remaining time as a negative one; empty for a live stream.
  var duration: String
  /// The button of a live stream: hidden, behind the live edge, or at it.
  var live: Live
  /// The range of the seek bar in seconds; nil if the bar is disabled.
  var reach: ClosedRange<Double>?
  /// The seek bar only shows the position; it does not seek.
  var isFixed: Bool
  /// The position on the seek bar in seconds, in the same terms as `reach`.
  var value: Double
  /// The buffered ranges in seconds.
  var buffered: [ClosedRange<Double>]
  /// The text that a screen reader speaks for the seek bar.
  var spoken: String

  /// The state of the live button. `no` hides it; `behind` enables it to seek to the live edge.
  enum Live: Equatable { case no, behind, atEdge }

  /// - Parameters:
  ///   - timecode: Shows a timecode in place of the seconds.
  ///   - showsRemaining: Shows the remaining time in place of the duration.
  init(_ playback: PlaybackSnapshot, timecode: Timecode? = nil, showsRemaining: Bool = false) {
    playButton = playback.isPlaying ? .pause : playback.isAtEnd ? .replay : .play
    canPlay = playback.hasItem && playback.failure == nil
    reach = playback.reach
    isFixed = playback.isLinear
    value = playback.position ?? playback.reach?.lowerBound ?? 0
    buffered = playback.buffered
    let time = playback.position.map(Self.time) ?? .invalid
    if playback.isLive {
      live = playback.isAtLiveEdge ? .atEdge : .behind
      let distance = playback.distanceFromLive ?? 0
      position = live == .atEdge ? "" : TimeText.text(Self.time(-distance))
      duration = ""
      spoken = live == .atEdge ? translated("Live") : position
    } else {
      live = .no
      let length = playback.duration.map(Self.time) ?? .invalid
      position =
        timecode.flatMap { code in playback.position.map(code.text) } ?? TimeText.text(time, reference: length)
      let remaining = playback.position.flatMap { at in
        playback.duration.map { max(0, $0.rounded(.down) - at.rounded(.down)) }
      }
      duration =
        remaining.flatMap { seconds in
          showsRemaining ? "-" + TimeText.text(Self.time(seconds), reference: length) : nil
        } ?? TimeText.text(length)
      spoken = TimeText.spoken(time, of: length)
    }
  }

  /// Converts seconds to a time with millisecond precision.
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
}
