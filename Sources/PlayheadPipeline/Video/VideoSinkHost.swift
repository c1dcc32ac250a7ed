/// A source of video frames to which sinks can be attached: a player's session, or a renderer of sample buffers.
package protocol VideoSinkHost: AnyObject, Sendable {
  /// Presents frames to a sink from now on. Any thread.
  func attach(_ sink: any VideoSink)
  /// Ends this. After the return no call reaches the sink. Any thread but the sink's own.
  func detach(_ sink: any VideoSink)
}
