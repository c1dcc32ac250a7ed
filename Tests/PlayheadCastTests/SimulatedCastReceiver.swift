import Foundation
import PlayheadCast

/// A Cast device on manual time, as the Cast reference describes it: the platform, the default media receiver with one
/// media session, and the messages of both.
final class SimulatedCastReceiver {
  /// The media session.
  struct Media {
    var session: Int
    var duration = 0.0
    /// `PlayerState` of the Cast reference.
    var state = "PAUSED"
    var idleReason: String?
    var position = 0.0
    /// The time at which playback advances.
    var start = 0.0

    mutating func end(_ reason: String) { (state, idleReason) = ("IDLE", reason) }
    mutating func play(from start: Double) { (state, self.start) = ("BUFFERING", start) }
  }

  /// The time in seconds.
  private(set) var time = 0.0
  /// The media; nil while none is loaded.
  var media: Media?
  private(set) var volume = 1.0
  private(set) var isMuted = false
  /// The session of the application; nil while it does not run.
  private(set) var application: String?
  /// The duration of the media that are loaded from here on.
  var duration = 600.0
  /// Whether media cannot be played.
  var refusesMedia = false
  /// The number of answers to signs of life.
  private(set) var pongs = 0
  /// The address and the type of the last item.
  private(set) var content: (address: String, type: String)?
  /// The address and the type of the active captions of the last item; nil without any.
  private(set) var captions: String?
  /// The number of connections so far.
  private(set) var connectionCount = 0
  /// Whether new connections fail.
  var isGone = false

  private var connection: Connection?
  private var sessionCount = 0
  /// The request that loads an item, and the time of its response.
  private var loading: (request: Int, response: Double)?
  /// The delays of the device in seconds.
  private static let loadDelay = 0.4
  private static let bufferDelay = 0.2

  /// The device's side of a connection.
  final class Connection: CastChannel {
    private unowned let receiver: SimulatedCastReceiver
    private var stream = CastMessageStream()
    /// The bytes that the client has not received.
    fileprivate var outgoing: [UInt8] = []
    fileprivate var isClosed = false
    /// The destinations to which there is a virtual connection.
    fileprivate var destinations: Set<String> = []

    fileprivate init(_ receiver: SimulatedCastReceiver) { self.receiver = receiver }

    func send(_ bytes: [UInt8], deadline: Double) -> Bool {
      guard !isClosed, let messages = try? stream.add(bytes) else { return false }
      for message in messages { receiver.handle(message, self) }
      return true
    }

    /// Returns a few bytes only: messages arrive in pieces.
    func receive(deadline: Double) -> [UInt8]? {
      if isClosed, outgoing.isEmpty { return nil }
      defer { outgoing.removeFirst(min(outgoing.count, 100)) }
      return Array(outgoing.prefix(100))
    }
  }

  /// Accepts a connection.
  func connect() -> (any CastChannel)? {
    guard !isGone else { return nil }
    connectionCount += 1
    let connection = Connection(self)
    self.connection = connection
    return connection
  }

  /// Closes the connection. The application goes on.
  func dropConnection() { connection?.isClosed = true }

  /// Advances by a step in seconds.
  func advance(by step: Double) {
    if var media, media.state == "PLAYING" {
      media.position += max(0, time + step - max(time, media.start))
      if media.position >= media.duration { media.end("FINISHED") }
      self.media = media
    }
    time += step
    if media?.state == "BUFFERING", let start = media?.start, time >= start { media?.state = "PLAYING" }
    if let loading, time >= loading.response { loaded(loading.request) }
  }

  /// Sends a sign of life that must be answered.
  func ping() { send(from: "receiver-0", ["type": "PING"], namespace: .heartbeat) }

  /// Sends the state of the media.
  func sendStatusWithoutRequest() { sendMediaStatus(request: 0) }

  /// Another program ends the application.
  func endApplication() {
    guard let application else { return }
    (self.application, media, loading) = (nil, nil, nil)
    send(from: "transport-\(application)", ["type": "CLOSE"], namespace: .connection)
    sendReceiverStatus(request: 0)
  }

  /// Another program loads something else.
  func loadByOtherProgram() {
    sessionCount += 1
    media = Media(session: sessionCount, duration: 30, state: "PLAYING", start: time)
    sendMediaStatus(request: 0)
  }

  // MARK: Messages

  private func loaded(_ request: Int) {
    loading = nil
    if refusesMedia {
      return send(from: transport, ["type": "LOAD_FAILED", "requestId": request], namespace: .media)
    }
    sessionCount += 1
    media = Media(session: sessionCount, duration: duration)
    sendMediaStatus(request: request)
  }

  private var transport: String { "transport-\(application ?? "")" }

  private func handle(_ message: CastMessage, _ connection: Connection) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(message.payload.utf8)) as? [String: Any],
      let type = value["type"] as? String
    else { return }
    let request = (value["requestId"] as? NSNumber)?.intValue ?? 0
    switch (CastMessage.Namespace(rawValue: message.namespace), type) {
    case (.connection, "CONNECT"): connection.destinations.insert(message.destination)
    case (.heartbeat, "PONG"): pongs += 1
    case (.heartbeat, "PING"):
      send(from: message.destination, ["type": "PONG"], namespace: .heartbeat)
    // Messages without a virtual connection are ignored.
    case (.receiver, _) where connection.destinations.contains("receiver-0"): handleReceiver(type, value, request)
    case (.media, _) where connection.destinations.contains(message.destination) && message.destination == transport:
      handleMedia(type, value, request)
    default: break
    }
  }

  private func handleReceiver(_ type: String, _ value: [String: Any], _ request: Int) {
    switch type {
    case "LAUNCH":
      guard value["appId"] as? String == "CC1AD845" else { return }
      sessionCount += 1
      application = "\(sessionCount)"
    case "STOP" where value["sessionId"] as? String == application: (application, media, loading) = (nil, nil, nil)
    case "SET_VOLUME":
      let values = value["volume"] as? [String: Any] ?? [:]
      if let level = values["level"] as? NSNumber { volume = level.doubleValue }
      if let muted = values["muted"] as? Bool { isMuted = muted }
    default: break
    }
    sendReceiverStatus(request: request)
  }

  private func handleMedia(_ type: String, _ value: [String: Any], _ request: Int) {
    if type == "LOAD" {
      let media = value["media"] as? [String: Any] ?? [:]
      content = (media["contentId"] as? String ?? "", media["contentType"] as? String ?? "")
      let active = value["activeTrackIds"] as? [Int] ?? []
      captions = (media["tracks"] as? [[String: Any]] ?? []).first { active.contains($0["trackId"] as? Int ?? 0) }
        .map { "\($0["trackContentId"] ?? "") \($0["trackContentType"] ?? "")" }
      // The previous item is interrupted.
      if self.media != nil {
        self.media?.end("INTERRUPTED")
        sendMediaStatus(request: 0)
      }
      loading = (request, time + Self.loadDelay)
      return
    }
    if type == "GET_STATUS" { return sendMediaStatus(request: request) }
    guard (value["mediaSessionId"] as? NSNumber)?.intValue == media?.session, media?.state != "IDLE" else {
      return send(
        from: transport, ["type": "INVALID_REQUEST", "requestId": request, "reason": "INVALID_MEDIA_SESSION_ID"],
        namespace: .media)
    }
    switch type {
    case "PLAY":
      if media?.state == "PAUSED" { media?.play(from: time + Self.bufferDelay) }
    case "PAUSE": media?.state = "PAUSED"
    case "SEEK":
      media?.position = min((value["currentTime"] as? NSNumber)?.doubleValue ?? 0, duration)
      if media?.state == "PLAYING" { media?.play(from: time + Self.bufferDelay) }
    default: break
    }
    sendMediaStatus(request: request)
  }

  private func sendReceiverStatus(request: Int) {
    var applications: [[String: Any]] = []
    if let application {
      applications = [["appId": "CC1AD845", "sessionId": application, "transportId": transport, "displayName": "A"]]
    }
    let status: [String: Any] = [
      "applications": applications, "volume": ["level": volume, "muted": isMuted, "controlType": "attenuation"],
    ]
    send(
      from: "receiver-0", ["type": "RECEIVER_STATUS", "requestId": request, "status": status],
      namespace: .receiver)
  }

  private func sendMediaStatus(request: Int) {
    var list: [[String: Any]] = []
    // A session that has ended is reported once.
    if let media, media.state != "IDLE" || request == 0 {
      var status: [String: Any] = [
        "mediaSessionId": media.session, "playerState": media.state, "currentTime": media.position,
        "media": ["duration": media.duration],
      ]
      if let reason = media.idleReason { status["idleReason"] = reason }
      list = [status]
    }
    send(
      from: transport, ["type": "MEDIA_STATUS", "requestId": request, "status": list], namespace: .media)
  }

  private func send(from source: String, _ payload: [String: Any], namespace: CastMessage.Namespace) {
    guard let connection, !connection.isClosed,
      let data = try? JSONSerialization.data(withJSONObject: payload)
    else { return }
    let message = CastMessage(from: source, to: "*", namespace, payload: String(decoding: data, as: UTF8.self))
    connection.outgoing += message.framed
  }
}
