import PlayheadBasics
import PlayheadMediaServer
import PlayheadRenderers
import PlayheadRoutes

/// The control of a DLNA renderer by SOAP actions. Each call blocks for at most `timeout`, so none may run on the main
/// thread.
package struct DLNAControl: RendererControl, Sendable {
  /// The renderer.
  package let device: DeviceDescription
  /// The time limit of an action, in seconds.
  package var timeout = 5.0

  /// Creates a control. Sends nothing.
  package init(_ device: DeviceDescription) { self.device = device }

  package var endpoint: IPv4Endpoint { device.transport.endpoint }
  package var captionFormat: RemotePlayback.CaptionFormat { .subRip }

  // MARK: Formats

  /// The MIME types that the renderer accepts over HTTP; nil if it does not list any.
  package func acceptedTypes() throws(RendererError) -> Set<String>? {
    guard device.connections != nil else { return nil }
    let sink = try perform(SOAPAction(service: .connections, name: "GetProtocolInfo"))["Sink"] ?? ""
    let types = sink.split(separator: ",").prefix(4096).compactMap { entry -> String? in
      let fields = entry.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 3, fields[0].drop(while: \.isWhitespace) == "http-get" else { return nil }
      return fields[2].lowercased()
    }
    return types.isEmpty ? nil : Set(types)
  }

  // MARK: Playback

  /// Loads an item, which replaces the current one and does not play yet.
  package func load(_ item: MediaItem) throws(RendererError) {
    try perform(
      transport(
        "SetAVTransportURI", [("CurrentURI", item.address), ("CurrentURIMetaData", item.description)]))
  }

  @discardableResult
  package func perform(
    _ request: RemotePlayback.Request, item: MediaItem?
  ) throws(RendererError) -> RemotePlayback.Report? {
    switch request {
    case .load: if let item { try load(item) }
    case .play: try perform(transport("Play", [("Speed", "1")]))
    case .pause: try perform(transport("Pause"))
    case .seek(let position):
      try perform(transport("Seek", [("Unit", "REL_TIME"), ("Target", MediaTime.text(position))]))
    case .volume(let volume):
      try perform(rendering("SetVolume", [("DesiredVolume", "\(Int(saturating: (volume * 100).rounded()))")]))
    case .mute(let isMuted): try perform(rendering("SetMute", [("DesiredMute", isMuted ? "1" : "0")]))
    case .query: return try report()
    }
    return nil
  }

  package func stop(timeout: Double) throws(RendererError) {
    var control = self
    control.timeout = timeout
    try control.perform(control.transport("Stop"))
  }

  /// Queries the state and the position.
  package func report() throws(RendererError) -> RemotePlayback.Report {
    let state = try perform(transport("GetTransportInfo"))["CurrentTransportState"] ?? ""
    let times = try perform(transport("GetPositionInfo"))
    let transport: RemotePlayback.Transport =
      switch state {
      case "PLAYING": .playing
      case "PAUSED_PLAYBACK": .paused
      case "STOPPED": .stopped
      case "NO_MEDIA_PRESENT": .empty
      // Vendors may add states (AVTransport:1 §2.2.1): the renderer is busy, and the timeout limits it.
      default: .transitioning
      }
    let duration = times["TrackDuration"].flatMap { MediaTime.seconds($0) }
    return RemotePlayback.Report(
      transport: transport, position: times["RelTime"].flatMap { MediaTime.seconds($0) },
      duration: duration == 0 ? nil : duration)
  }

  // MARK: Actions

  private func transport(_ name: String, _ arguments: [(String, String)] = []) -> SOAPAction {
    SOAPAction(service: .transport, name: name, arguments: [("InstanceID", "0")] + arguments)
  }

  private func rendering(_ name: String, _ arguments: [(String, String)]) -> SOAPAction {
    SOAPAction(service: .rendering, name: name, arguments: [("InstanceID", "0"), ("Channel", "Master")] + arguments)
  }

  @discardableResult
  private func perform(_ action: SOAPAction) throws(RendererError) -> [String: String] {
    let url =
      switch action.service {
      case .transport: device.transport
      case .rendering: device.rendering
      case .connections: device.connections
      }
    // 602: the optional action is not implemented.
    guard let url else { throw .fault(code: 602, text: "") }
    let response = HTTPExchange.post(
      url, action: action.header, body: action.body, limit: SOAPAction.responseLimit, deadline: Socket.now + timeout)
    guard let response else { throw .unanswered }
    return try action.results(response)
  }
}
