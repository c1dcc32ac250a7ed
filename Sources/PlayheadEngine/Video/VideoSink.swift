import CoreMedia
import PlayheadFFmpeg

/// One picture on its way to a screen, a terminal or a test.
package struct PresentedFrame: Sendable {
  package var frame: VideoFrame
  /// When it should be seen.
  package var deadline: HostTime
  /// Grows with every seek and every item: the same picture is presented again only under another number.
  package var generation: Int
  /// What is to be read over it: `scene(at: frame.presentationTime)`.
  package var captions: ItemCaptions

  package init(frame: VideoFrame, deadline: HostTime, generation: Int, captions: ItemCaptions = ItemCaptions()) {
    (self.frame, self.deadline, self.generation, self.captions) = (frame, deadline, generation, captions)
  }
}

/// Something that shows pictures. A presenter thread of the engine, one for each attached sink, calls it in order.
///
/// Both calls may block for as long as converting a picture takes: they never run on the main thread or under a lock, and a
/// slow sink only makes its own presenter leave out pictures.
package protocol VideoSink: AnyObject, Sendable {
  /// How long before its deadline a picture is wanted: what converting and bringing it to the screen takes.
  var lead: HostDuration { get }
  func present(_ picture: PresentedFrame)
  /// There is no picture any more: no item, or its video track was disabled.
  func clear()
  /// The picture stays and what is to be read over it changes: captions come, go or look different while no picture comes soon.
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime)
}

extension VideoSink {
  package func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {}
}
