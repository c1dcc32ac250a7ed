import Foundation
import Glibc
import PlayheadBasics
import PlayheadNetworking

/// A response with the resource or a part of it, and its fault.
struct ResponseBody {
  /// Small enough for smooth throttling and exact cuts.
  private static let chunkSize = 4096

  /// The connection that the response is sent on.
  let connection: ServerConnection
  /// The content, its declared length and its throttle.
  let resource: ServedResource
  /// The request, for its range, method and ICY header field.
  let request: LoggedRequest
  /// The fault of this response.
  let fault: ServerFault

  /// Sends the response. Returns whether the connection continues.
  func send() -> Bool {
    switch resource.body {
    case .endless(let data):
      var fields = resource.fields
      if let titles = resource.titles, request.fields["icy-metadata"] == "1" {
        fields["icy-metaint"] = String(titles.interval)
      }
      guard connection.sendHead(200, fields) else { return false }
      return sendEndless([UInt8](data))
    case .data(let data): return send([UInt8](data))
    }
  }

  /// Sends the content, or the requested range of it (RFC 9110 §14). An unsatisfiable range results in 416.
  private func send(_ bytes: [UInt8]) -> Bool {
    var fields = resource.fields
    if let tag = resource.entityTag { fields["ETag"] = tag }
    // RFC 9110 §13.1.5: another version is sent completely.
    let isSame = request.fields["if-range"].map { $0 == resource.entityTag } ?? true
    guard resource.hasRanges, isSame, let first = request.firstByte else {
      return send(bytes[...], status: 200, fields)
    }
    guard first < bytes.count else {
      return connection.sendStatus(416, ["Content-Range": "bytes */\(bytes.count)"])
    }
    let last = min(request.lastByte ?? .max, bytes.count - 1)
    var total = String(bytes.count)
    switch resource.length {
    case .wrong(let count): total = String(bytes.count + count)
    case .none, .chunked: total = "*"
    case .right: break
    }
    fields["Content-Range"] = "bytes \(first)-\(last)/\(total)"
    return send(bytes[first...last], status: 206, fields)
  }

  /// Sends the head and the bytes. A HEAD request has no body.
  ///
  /// - Returns: Whether the connection continues: only after a correct length or a chunked response.
  private func send(_ bytes: ArraySlice<UInt8>, status: Int, _ fields: [String: String]) -> Bool {
    var fields = fields
    switch resource.length {
    case .right: fields["Content-Length"] = String(bytes.count)
    case .wrong(let count): fields["Content-Length"] = String(max(0, bytes.count + count))
    case .none: fields["Connection"] = "close"
    case .chunked: fields["Transfer-Encoding"] = "chunked"
    }
    guard connection.sendHead(status, fields) else { return false }
    if request.method == "HEAD" { return true }
    guard sendChunks(of: bytes) else { return false }
    if resource.length == .chunked { return connection.send(Array("0\r\n\r\n".utf8)[...]) }
    return resource.length == .right
  }

  /// Sends the bytes at the rates of the throttle and applies the fault at its position. Returns false
  /// if the client has disconnected or the fault ends the response.
  private func sendChunks(of bytes: ArraySlice<UInt8>) -> Bool {
    var pacer = Pacer(resource.throttle)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let done = index - bytes.startIndex
      if case .trickle(let after, let rate) = fault, done >= after {
        usleep(UInt32(saturating: 1e6 / rate))
        guard sendChunk(bytes[index..<index + 1]) else { return false }
        index += 1
        continue
      }
      let limit = faultPosition.map { $0 > done ? $0 - done : .max } ?? .max
      if faultPosition == done, !applyFault() { return false }
      let end = min(bytes.endIndex, index + min(Self.chunkSize, limit))
      pacer.wait(for: end - index)
      connection.passFreeze()
      guard sendChunk(bytes[index..<end]) else { return false }
      index = end
    }
    return faultPosition == bytes.count ? applyFault() : true
  }

  /// Sends bytes, framed if the response is chunked (RFC 9112 §7.1).
  private func sendChunk(_ piece: ArraySlice<UInt8>) -> Bool {
    guard resource.length == .chunked else { return connection.send(piece) }
    var chunk = Array("\(String(piece.count, radix: 16))\r\n".utf8)
    chunk += piece
    chunk += Array("\r\n".utf8)
    return connection.send(chunk[...])
  }

  /// The number of bytes of the body after which the fault occurs; nil for faults that do not depend on it.
  private var faultPosition: Int? {
    switch fault {
    case .cut(let after), .reset(let after), .freeze(let after, _), .freezeAll(let after, _), .goOffline(let after, _),
      .trickle(let after, _):
      after
    default: nil
    }
  }

  /// Applies the fault. Returns whether sending continues.
  private func applyFault() -> Bool {
    resource.onFault?()
    switch fault {
    case .cut: return false
    case .reset:
      connection.reset()
      return false
    case .freeze(_, let gate):
      connection.pass(gate)
      return true
    case .freezeAll(_, let gate):
      connection.freezeAll(until: gate)
      return true
    case .goOffline(_, let gate):
      connection.goOffline(until: gate)
      return false
    default: return true
    }
  }

  /// Sends the content repeatedly, with ICY titles at their interval, until the client disconnects or a fault ends the
  /// response.
  private func sendEndless(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return false }
    let titles = request.fields["icy-metadata"] == "1" ? resource.titles : nil
    var pacer = Pacer(resource.throttle)
    var untilTitle = titles?.interval ?? .max
    var titleCount = 0
    var sent = 0
    while true {
      if let position = faultPosition, sent == position, !applyFault() { return false }
      let offset = sent % bytes.count
      let untilFault = faultPosition.map { $0 > sent ? $0 - sent : .max } ?? .max
      let count = min(Self.chunkSize, untilTitle, bytes.count - offset, untilFault)
      pacer.wait(for: count)
      guard connection.send(bytes[offset..<offset + count]) else { return false }
      sent += count
      untilTitle -= titles == nil ? 0 : count
      if untilTitle == 0, let titles {
        let text = titleCount == 0 ? titles.text : resource.laterTitles.prefix(titleCount).last ?? titles.text
        guard connection.send(Self.block(text)[...]) else { return false }
        titleCount += 1
        untilTitle = titles.interval
      }
    }
  }

  /// An ICY metadata block: one byte with the number of 16-byte units, then the text, padded with zeros.
  private static func block(_ title: String) -> [UInt8] {
    let text = Array("StreamTitle='\(title)';".utf8)
    let blocks = (text.count + 15) / 16
    return [UInt8(min(255, blocks))] + text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
  }
}

/// Limits a connection to the rates of a throttle.
private struct Pacer {
  /// The rates by the time since the start from which they apply; empty for no limit.
  private let steps: [(seconds: Double, bytesPerSecond: Double)]
  /// The time at which sending started.
  private let start = NetworkTime.now
  /// The time until which the bytes sent so far occupy the connection.
  private var freeAt = NetworkTime.now

  /// Creates a limit whose time starts now.
  init(_ steps: [(seconds: Double, bytesPerSecond: Double)]) { self.steps = steps }

  /// Blocks until `count` further bytes may be sent.
  mutating func wait(for count: Int) {
    guard !steps.isEmpty else { return }
    let now = NetworkTime.now
    let rate = steps.last { $0.seconds <= now - start }?.bytesPerSecond ?? steps[0].bytesPerSecond
    freeAt = max(freeAt, now) + Double(count) / max(1, rate)
    let ahead = freeAt - now
    // Waits shorter than the scheduler's resolution are deferred.
    if ahead > 0.002 { usleep(UInt32(saturating: ahead * 1e6)) }
  }
}
