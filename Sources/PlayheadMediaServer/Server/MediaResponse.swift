/// A response of the media server: a part of an item, or a failure.
struct MediaResponse {
  /// The status code with its reason phrase.
  var status: String
  /// The item; nil for a failure.
  var item: ServedItem?
  /// The bytes of the body.
  var range: Range<Int64> = 0..<0
  /// Whether the connection is closed afterwards.
  var closesConnection = false
  /// The DLNA transfer mode: "Streaming" unless the request names another.
  private var transferMode = "Streaming"

  /// A failure, after which the connection is closed: the client is broken or hostile.
  static func failure(_ status: String) -> MediaResponse { MediaResponse(status: status) }

  private init(status: String, item: ServedItem? = nil, closesConnection: Bool = true) {
    self.status = status
    self.item = item
    self.closesConnection = closesConnection
  }

  /// The response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - item: The item of its path; nil if there is none.
  init(to request: MediaRequest, item: ServedItem?) {
    guard let item else {
      self.init(status: "404 Not Found")
      return
    }
    // DLNA requires 406 for a mode that the item does not support; a file supports these two.
    let mode = request.transferMode ?? "Streaming"
    guard mode == "Streaming" || mode == "Background" else {
      self.init(status: "406 Not Acceptable")
      return
    }
    self.init(status: "200 OK", item: item, closesConnection: false)
    transferMode = mode
    range = 0..<item.file.size
    guard let requested = request.range else { return }
    let resolved = requested.resolved(size: item.file.size)
    status = resolved == nil ? "416 Range Not Satisfiable" : "206 Partial Content"
    range = resolved ?? 0..<0
  }

  /// The head, which ends with an empty line.
  func head(isPersistent: Bool) -> String {
    var lines = ["HTTP/1.1 \(status)", "Content-Length: \(range.count)"]
    if let item {
      if status.hasPrefix("416") {
        lines.append("Content-Range: bytes */\(item.file.size)")
      } else {
        lines += [
          "Content-Type: \(item.type)", "Accept-Ranges: bytes", "contentFeatures.dlna.org: \(item.features)",
          "transferMode.dlna.org: \(transferMode)",
          // The web page on a Cast device reads captions, and media with captions, only with this field (Fetch
          // standard).
          "Access-Control-Allow-Origin: *",
        ]
        if let captions = item.captions { lines.append("CaptionInfo.sec: \(captions)") }
        if status.hasPrefix("206") {
          lines.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(item.file.size)")
        }
      }
    }
    lines.append("Connection: \(isPersistent ? "keep-alive" : "close")")
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}
