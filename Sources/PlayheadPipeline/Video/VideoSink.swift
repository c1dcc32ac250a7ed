import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadMedia

/// A frame on its way to a screen, a terminal or a test.
package struct PresentedFrame: Sendable {
  /// The decoded frame, which is shared with other sinks and not modified.
  package var frame: VideoFrame
  /// The time at which the frame should appear.
  package var deadline: HostTime
  /// Grows with every seek and every item: the same frame is presented again only with a new generation.
  package var generation: Int
  /// The rate of the clock from which `deadline` was computed; 0 while it is stopped.
  package var rate: Double
  /// The captions over the frame: `scene(at: frame.presentationTime)`.
  package var captions: ItemCaptions

  /// Creates a presented frame. Without `captions`, no captions are drawn over it.
  package init(
    frame: VideoFrame, deadline: HostTime, generation: Int, rate: Double = 1, captions: ItemCaptions = ItemCaptions()
  ) {
    (self.frame, self.deadline, self.generation, self.captions) = (frame, deadline, generation, captions)
    self.rate = rate
  }
}

/// An output for frames. The engine runs a presenter thread for each attached sink, which calls it in order.
///
/// `present` and `clear` may block while a frame is converted: they never run on the main thread or under a lock, and a
/// slow sink only makes its own presenter drop frames.
package protocol VideoSink: AnyObject, Sendable {
  /// The time before its deadline at which a frame is passed on: enough to convert it and bring it to the screen.
  ///
  /// Read by the presenter thread before each frame, so it may change.
  var lead: HostDuration { get }
  /// How much later than the clock of the item frames are shown; negative values show them earlier, as far as they are
  /// decoded. Other sinks of the same session may then miss frames. Read like `lead`.
  var delay: HostDuration { get }
  /// The measured timing of the display that shows the frames; nil if there is none, or it is not known yet.
  ///
  /// Read by the session's thread about once a second.
  var displayTiming: DisplayTiming? { get }
  /// Presents a frame at its deadline.
  ///
  /// Usually called `lead` before the deadline. The sink must retain the frame if it uses it after returning.
  func present(_ frame: PresentedFrame)
  /// Removes the frame: there is no item, or its video track was disabled.
  func clear()
  /// Redraws the captions over the current frame: they have changed, and no new frame follows soon.
  ///
  /// - Parameters:
  ///   - captions: The item's captions; `scene(at: time)` is to be drawn.
  ///   - time: The media time of the captions.
  ///   - deadline: The host time at which the captions should appear.
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime)
}

extension VideoSink {
  /// No delay.
  package var delay: HostDuration { .zero }
  /// No display is measured.
  package var displayTiming: DisplayTiming? { nil }
  /// Does nothing, for sinks that draw no captions.
  package func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {}
}
