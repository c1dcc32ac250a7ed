/// The differences between the values that a session has requested and those of its renderer.
struct PendingRequests: Sendable {
  /// Whether the renderer does not have the item.
  var load = false
  /// The position of the last seek, in seconds; nil if the renderer has it.
  var seek: Double?
  /// Whether the renderer has not confirmed to play or to pause.
  var transport = false
  /// Whether the renderer does not have the volume.
  var volume = false
  /// Whether the renderer does not know whether it is muted.
  var mute = false

  /// Whether the renderer has confirmed all values.
  var isEmpty: Bool { !load && seek == nil && !transport && !volume && !mute }

  /// The request is sent.
  mutating func remove(_ request: RemotePlayback.Request) {
    switch request {
    case .load: load = false
    case .seek: seek = nil
    case .play, .pause: transport = false
    case .volume: volume = false
    case .mute: mute = false
    case .query: break
    }
  }

  /// The request was sent without a response, so it is sent again. A later seek remains.
  mutating func restore(_ request: RemotePlayback.Request) {
    switch request {
    case .load: load = true
    case .seek(let position): seek = seek ?? position
    case .play, .pause: transport = true
    case .volume: volume = true
    case .mute: mute = true
    case .query: break
    }
  }
}
