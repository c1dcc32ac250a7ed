/// The values of playback on a remote renderer.
package enum RemotePlayback {
  /// A message to the renderer. The next one is sent after the response to the last.
  package enum Request: Sendable, Hashable {
    /// Replaces what the renderer plays by the current item.
    case load
    /// Starts or resumes playback.
    case play
    /// Pauses playback.
    case pause
    /// Moves to a position in seconds.
    case seek(Double)
    /// Sets the volume, 0 to 1.
    case volume(Double)
    /// Mutes or unmutes.
    case mute(Bool)
    /// Queries transport state and position.
    case query
  }

  /// The state of the renderer's transport (AVTransport:1 §2.2.1).
  package enum Transport: String, Sendable {
    case stopped, playing, paused, transitioning, empty
  }

  /// The response to a query. Numbers come from the network and are not checked yet.
  package struct Report: Sendable {
    /// The transport state.
    package var transport: Transport
    /// The position in seconds; nil if the renderer does not report one.
    package var position: Double?
    /// The duration in seconds; nil if the renderer does not know it.
    package var duration: Double?

    /// Creates a response.
    package init(transport: Transport, position: Double? = nil, duration: Double? = nil) {
      (self.transport, self.position, self.duration) = (transport, position, duration)
    }
  }

  /// Why remote playback failed.
  package enum Failure: Error, Hashable {
    /// The renderer has not responded for `timeout` seconds.
    case noResponse
    /// The renderer has been loading, or playing without a change of its position, for `timeout` seconds.
    case noProgress
    /// The renderer refused a request.
    case refused(Request)
    /// The renderer does not play the format of the item.
    case unsupportedFormat
    /// The renderer cannot get the item: it is no readable file, or a resource that only this program may read.
    case unreachableItem
    /// The preparation of an item ended because the session has replaced it.
    case cancelled
  }

  /// The phase of an item on the renderer.
  package enum Phase: Sendable, Hashable {
    /// Nothing has been loaded.
    case idle
    /// The renderer opens the item.
    case loading
    /// The item plays or is paused.
    case ready
    /// The renderer has played the item to its end.
    case ended
    /// Another remote control has stopped the renderer.
    case stopped
    /// Playback on the renderer is over, with the position of the last report.
    case failed(Failure)
  }
}
