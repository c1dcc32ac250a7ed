import Foundation

/// One question to a server. Redirections are followed by the client, each hop with what its host may see.
package struct HTTPRequest: Sendable {
  package var url: URL
  package var options: RequestOptions
  /// The address that `options` were given for: for a segment that of its playlist's asset.
  package var asked: URL
  /// The bytes wanted, from the first to the end or through the last one given.
  package var range: Range?
  package var limits: HTTPLimits
  /// The document or the redirection that leads there; nil where the user or the program does.
  package var referrer: Referrer?
  /// Whether the answer may be compressed: for text, never for media, whose ranges count the bytes of the file.
  package var acceptsCompression = false
  /// What every server is told of the player.
  package var clientFields: [RequestOptions.Field] = []
  /// Whether an internet radio may mix titles into its sound.
  package var wantsStreamTitles = false

  package struct Range: Sendable, Equatable {
    package var first: Int64
    package var last: Int64?
    /// RFC 9110 §13.1.5: answer with the range only if the resource is still this one.
    package var validator: String?

    package init(first: Int64, last: Int64? = nil, validator: String? = nil) {
      self.first = first
      self.last = last
      self.validator = validator
    }

    /// RFC 9110 §14.1.2.
    var field: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
  }

  package init(
    url: URL, options: RequestOptions = RequestOptions(), asked: URL? = nil, range: Range? = nil, limits: HTTPLimits
  ) {
    self.url = url
    self.options = options
    self.asked = asked ?? url
    self.range = range
    self.limits = limits
    referrer = options.referrer
  }
}
