import PlayheadBasics
import PlayheadMediaServer
import PlayheadRenderers
import PlayheadRoutes

/// The control of a Cast device: starts its default media receiver, and controls the media in it. Used by one thread;
/// each call blocks for at most `timeout`, or `loadTimeout` for an item.
///
/// ```
///   not connected ──connect──► connected ──LAUNCH──► the receiver runs ──LOAD──► a media session
///        ▲                        ▲  the application has ended  │                     │ the next item
///        └── the connection is lost ──┴─────────────────────────┴─────────────────────┘
/// ```
package final class CastControl: RendererControl {
  /// The device.
  package let device: CastDevice
  /// The time limit of a request, in seconds.
  private static let timeout = 4.0
  /// The time limit for starting the receiver, in seconds.
  private static let loadTimeout = 8.0
  /// The interval in seconds in which a device expects a sign of life.
  private static let heartbeatInterval = 5.0

  /// Connects to the device. Tests connect to a simulated one.
  private let connect: (IPv4Endpoint, _ deadline: Double) -> (any CastChannel)?
  /// The connection; nil before the first request, and once it is lost.
  private var channel: (any CastChannel)?
  /// The received part of the next message.
  private var stream = CastMessageStream()
  /// The application that plays; nil while it does not run.
  private var application: Application?
  /// Whether the application has a virtual connection within the current one.
  private var isConnected = false
  /// The media of this program.
  private var media = CastMedia()
  /// The number of the last request.
  private var lastRequest = 0
  /// The time of the last sign of life.
  private var lastHeartbeat = 0.0

  /// The default media receiver on the device.
  private struct Application: Equatable {
    /// The destination of messages to it.
    var transport: String
    /// The session, which names it when it is stopped.
    var session: String
  }

  /// Creates a control. Sends nothing.
  package convenience init(_ device: CastDevice) { self.init(device) { CastConnection($0, deadline: $1) } }

  /// Creates a control with a connection of its own.
  package init(_ device: CastDevice, connect: @escaping (IPv4Endpoint, Double) -> (any CastChannel)?) {
    (self.device, self.connect) = (device, connect)
  }

  package var endpoint: IPv4Endpoint { device.endpoint }
  package var captionFormat: RemotePlayback.CaptionFormat { .webVTT }

  /// The types that the default media receiver plays ("Supported Media for Google Cast").
  package func acceptedTypes() -> Set<String>? {
    [
      "video/mp4", "video/webm", "audio/mp4", "audio/mpeg", "audio/aac", "audio/flac", "audio/ogg", "audio/wav",
      "audio/webm", "application/vnd.apple.mpegurl",
    ]
  }

  // MARK: Requests

  package func perform(_ request: RemotePlayback.Request, item: MediaItem?) throws -> RemotePlayback.Report? {
    let deadline = Socket.now + (request == .load ? Self.loadTimeout : Self.timeout)
    try ensureConnection(deadline)
    switch request {
    case .load: if let item { try load(item, deadline) }
    case .play:
      media.isPlaying = true
      if media.session != nil { try control("PLAY", deadline) }
    case .pause:
      media.isPlaying = false
      if media.session != nil { try control("PAUSE", deadline) }
    case .seek(let position): try control("SEEK", deadline, [("currentTime", .number(position))])
    case .volume(let volume): try setVolume("level", .number(volume), deadline)
    case .mute(let isMuted): try setVolume("muted", .bool(isMuted), deadline)
    case .query: return try report(deadline)
    }
    return nil
  }

  /// Ends the application, which shows the device's own screen again. Connects again if the connection was lost: the
  /// device may go on.
  package func stop(timeout: Double) throws {
    defer { (channel, application, isConnected, media) = (nil, nil, false, CastMedia()) }
    guard application != nil else { return }
    let deadline = Socket.now + timeout
    try ensureConnection(deadline)
    guard let application else { return }
    _ = try request(
      "STOP", [("sessionId", .string(application.session))], to: Self.platform, .receiver, deadline)
  }

  private func load(_ item: MediaItem, _ deadline: Double) throws {
    if application == nil { try launch(deadline) }
    guard let application else { throw RendererError.unanswered }
    let isAudio = item.type.hasPrefix("audio/")
    var content: [(String, JSONValue)] = [
      ("contentId", .string(item.address)), ("contentType", .string(item.type)), ("streamType", .string("BUFFERED")),
      // 3 is a piece of music, 0 any other media (Cast reference, `MetadataType`).
      ("metadata", .object([("metadataType", .integer(isAudio ? 3 : 0)), ("title", .string(item.title))])),
    ]
    if let captions = item.captionAddress { content.append(("tracks", .array([Self.track(captions)]))) }
    let members: [(String, JSONValue)] = [
      ("media", .object(content)), ("autoplay", .bool(false)), ("currentTime", .integer(0)),
      ("sessionId", .string(application.session)),
      ("activeTrackIds", .array(item.captionAddress == nil ? [] : [.integer(1)])),
    ]
    // Devices answer once they have opened the media, which takes as long as their network needs.
    media.load(number: try send("LOAD", members, to: application.transport, .media, deadline))
  }

  /// The captions as a track (Cast reference, `Track`).
  private static func track(_ address: String) -> JSONValue {
    .object([
      ("trackId", .integer(1)), ("type", .string("TEXT")), ("subtype", .string("SUBTITLES")),
      ("trackContentId", .string(address)), ("trackContentType", .string(RemotePlayback.CaptionFormat.webVTT.type)),
      // An unknown language (RFC 5646).
      ("language", .string("und")), ("name", .string("Subtitles")),
    ])
  }

  private func launch(_ deadline: Double) throws {
    let response = try request("LAUNCH", [("appId", .string(Self.receiver))], to: Self.platform, .receiver, deadline)
    guard response.type != "LAUNCH_ERROR" else {
      throw RendererError.fault(code: 0, text: response.text("reason") ?? "")
    }
    // A device may answer before the application has started.
    while application == nil { try takeMessages(deadline) }
  }

  /// Sends a request about the media session.
  private func control(_ type: String, _ deadline: Double, _ members: [(String, JSONValue)] = []) throws {
    guard let application, let session = media.session else { throw RendererError.fault(code: 0, text: "no session") }
    let response = try request(
      type, members + [("mediaSessionId", .integer(Int64(session)))], to: application.transport, .media, deadline)
    guard response.type == "MEDIA_STATUS" else {
      throw RendererError.fault(code: 0, text: response.text("reason") ?? response.type)
    }
  }

  private func setVolume(_ name: String, _ value: JSONValue, _ deadline: Double) throws {
    _ = try request("SET_VOLUME", [("volume", .object([(name, value)]))], to: Self.platform, .receiver, deadline)
  }

  /// Queries the state. An item that is still being opened is `transitioning`.
  private func report(_ deadline: Double) throws -> RemotePlayback.Report {
    guard let application else { return RemotePlayback.Report(transport: .empty) }
    _ = try request("GET_STATUS", [], to: application.transport, .media, deadline)
    if media.hasFailed { throw RemotePlayback.Failure.unsupportedFormat }
    // Playback was requested before the session was known.
    if media.needsPlay { try control("PLAY", deadline) }
    return media.report
  }

  // MARK: Messages

  /// The identifiers of the device's platform, and of this program.
  private static let platform = "receiver-0"
  private static let sender = "sender-playhead"
  /// The identifier of the default media receiver.
  private static let receiver = "CC1AD845"

  /// Connects, unless there is a connection that the device has not closed.
  private func ensureConnection(_ deadline: Double) throws {
    do {
      while channel != nil, Socket.now < deadline { try takeMessages(Socket.now) }
    } catch {
      // Nothing more has arrived, or the connection is lost.
    }
    guard channel == nil else { return }
    (stream, isConnected) = (CastMessageStream(), false)
    guard let channel = connect(device.endpoint, deadline) else { throw RendererError.unanswered }
    self.channel = channel
    lastHeartbeat = Socket.now
    try send([("type", .string("CONNECT"))], to: Self.platform, .connection, deadline)
    _ = try request("GET_STATUS", [], to: Self.platform, .receiver, deadline)
  }

  /// Sends a request. Returns its number.
  private func send(
    _ type: String, _ members: [(String, JSONValue)], to destination: String, _ namespace: CastMessage.Namespace,
    _ deadline: Double
  ) throws -> Int {
    lastRequest += 1
    try send(
      [("type", .string(type)), ("requestId", .integer(Int64(lastRequest)))] + members, to: destination, namespace,
      deadline)
    return lastRequest
  }

  private func send(
    _ members: [(String, JSONValue)], to destination: String, _ namespace: CastMessage.Namespace, _ deadline: Double
  ) throws {
    let message = CastMessage(from: Self.sender, to: destination, namespace, payload: JSONValue.object(members).line)
    guard let channel, channel.send(message.framed, deadline: deadline) else { throw lost() }
  }

  /// Sends a request and waits for its response.
  private func request(
    _ type: String, _ members: [(String, JSONValue)], to destination: String, _ namespace: CastMessage.Namespace,
    _ deadline: Double
  ) throws -> CastPayload {
    let number = try send(type, members, to: destination, namespace, deadline)
    while true {
      if let response = try takeMessages(deadline, response: number) { return response }
      // An application that has ended does not respond.
      guard destination == Self.platform || destination == application?.transport else {
        throw RendererError.unanswered
      }
    }
  }

  /// Waits for messages and handles them. Returns the response to a request, if it is among them.
  @discardableResult
  private func takeMessages(_ deadline: Double, response number: Int? = nil) throws -> CastPayload? {
    if Socket.now - lastHeartbeat >= Self.heartbeatInterval {
      lastHeartbeat = Socket.now
      try send([("type", .string("PING"))], to: Self.platform, .heartbeat, deadline)
    }
    guard let received = channel?.receive(deadline: deadline) else { throw lost() }
    // A device that sends without end may not hold the thread either.
    guard !received.isEmpty, Socket.now <= deadline + Self.timeout else { throw RendererError.unanswered }
    guard let messages = try? stream.add(received) else { throw lost(.malformed) }
    var response: CastPayload?
    for message in messages {
      guard let payload = try handle(message, deadline), payload.request == number, number != nil else { continue }
      response = payload
    }
    return response
  }

  /// Handles a message. Returns its payload.
  private func handle(_ message: CastMessage, _ deadline: Double) throws -> CastPayload? {
    guard let payload = CastPayload(message.payload) else { return nil }
    switch CastMessage.Namespace(rawValue: message.namespace) {
    case .heartbeat where payload.type == "PING":
      try send([("type", .string("PONG"))], to: message.source, .heartbeat, deadline)
    case .connection where payload.type == "CLOSE":
      if message.source == Self.platform { throw lost() }
      if message.source == application?.transport { (application, isConnected, media) = (nil, false, CastMedia()) }
    case .receiver where payload.type == "RECEIVER_STATUS":
      if let status = payload.object("status") { try adopt(status, deadline) }
    case .media where message.source == application?.transport: media.handle(payload)
    case .connection, .heartbeat, .receiver, .media, nil: break
    }
    return payload
  }

  /// Adopts the device's list of applications: connects to the receiver, or notices that it has ended.
  private func adopt(_ status: CastPayload, _ deadline: Double) throws {
    let running = status.objects("applications").first { $0.text("appId") == Self.receiver }
    let application = running.flatMap { running -> Application? in
      guard let transport = running.text("transportId"), let session = running.text("sessionId") else { return nil }
      return Application(transport: transport, session: session)
    }
    if application != self.application { (self.application, isConnected, media) = (application, false, CastMedia()) }
    guard let application, !isConnected else { return }
    isConnected = true
    try send([("type", .string("CONNECT"))], to: application.transport, .connection, deadline)
  }

  /// Drops the connection. Returns the error to throw.
  private func lost(_ error: RendererError = .unanswered) -> RendererError {
    channel = nil
    media.connectionWasLost()
    return error
  }
}
