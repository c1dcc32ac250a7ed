import PlayheadBasics
import PlayheadMediaServer
import PlayheadRoutes

/// The control of a renderer by SOAP actions. Each call blocks for at most `timeout`, so none may run on the main
/// thread.
package struct RendererControl: Sendable {
  /// The renderer.
  package let device: DeviceDescription
  /// The time limit of an action, in seconds.
  package var timeout = 5.0

  /// Creates a control. Sends nothing.
  package init(_ device: DeviceDescription) { self.device = device }

  /// The addresses of the control service, for the address of the renderer.
  package var endpoint: IPv4Endpoint { device.transport.endpoint }

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

  /// Whether a list of accepted types contains a type, under any of its names.
  package static func accepts(_ type: String, _ types: Set<String>?) -> Bool { name(of: type, in: types) != nil }

  /// The name under which a list of accepted types contains a type; nil if it does not.
  ///
  /// - Parameter types: The accepted types; nil if the renderer does not list any, so that all are accepted.
  package static func name(of type: String, in types: Set<String>?) -> String? {
    guard let types, !types.contains(type) else { return type }
    let kind = type.prefix { $0 != "/" }
    let names = aliases.first { $0.contains(type) } ?? []
    if let name = types.intersection(names).min() { return name }
    return types.contains("*") || types.contains("*/*") || types.contains("\(kind)/*") ? type : nil
  }

  /// Names for the same type.
  private static let aliases: [Set<String>] = [
    ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3"], ["audio/mp4", "audio/x-m4a", "audio/m4a"],
    ["audio/flac", "audio/x-flac"], ["audio/wav", "audio/x-wav", "audio/wave"],
    ["audio/ogg", "application/ogg", "audio/x-vorbis+ogg"], ["audio/x-aiff", "audio/aiff"],
    ["audio/aac", "audio/x-aac", "audio/aacp"], ["video/x-matroska", "video/x-mkv", "video/mkv"],
    ["video/x-msvideo", "video/avi", "video/msvideo", "video/divx"], ["video/mp4", "video/x-m4v", "video/quicktime"],
    ["video/mp2t", "video/mpeg2", "video/mpegts", "video/vnd.dlna.mpeg-tts"],
    ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/x-mpegurl", "audio/mpegurl"],
  ]

  // MARK: Playback

  /// Loads an item, which replaces the current one and does not play yet.
  package func load(_ item: MediaItem) throws(RendererError) {
    try perform(
      transport(
        "SetAVTransportURI", [("CurrentURI", item.address), ("CurrentURIMetaData", item.description)]))
  }

  /// Performs a request of the state machine.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - item: The item of a `load` request.
  /// - Returns: The report of a query; nil for other requests.
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

  /// Stops playback and unloads the item.
  package func stop() throws(RendererError) { try perform(transport("Stop")) }

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
