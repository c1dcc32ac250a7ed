import Foundation

/// A request to a server. The client follows redirections and sends each host only the fields intended for it.
package struct HTTPRequest: Sendable {
  /// The URL to request; redirections replace it.
  package var url: URL
  /// The application's fields and cookies, sent only where `CredentialScope` permits.
  package var options: RequestOptions
  /// The URL that `options` were given for: for a segment, that of its playlist's asset.
  package var credentialURL: URL
  /// The requested bytes, from the first to the last one or the end.
  package var range: Range?
  /// The time limits.
  package var limits: HTTPLimits
  /// The document or the redirection that references the URL; nil if the user or the application did.
  package var referrer: Referrer?
  /// Whether the response may be compressed: for text, never for media, whose ranges count the bytes of the file.
  package var acceptsCompression = false
  /// The CMCD fields, sent to every server.
  package var clientFields: [RequestOptions.Field] = []
  /// Whether an internet radio may interleave titles with its audio.
  package var wantsStreamTitles = false

  /// The requested byte range.
  package struct Range: Sendable, Equatable {
    /// The offset of the first byte.
    package var first: Int64
    /// The offset of the last byte, inclusive; nil for the end of the resource.
    package var last: Int64?
    /// The validator for If-Range (RFC 9110 §13.1.5): respond with the range only if the resource is unchanged.
    package var validator: String?

    /// Creates a range; the last byte is inclusive.
    package init(first: Int64, last: Int64? = nil, validator: String? = nil) {
      self.first = first
      self.last = last
      self.validator = validator
    }

    /// The value of the Range field (RFC 9110 §14.1.2).
    var field: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
  }

  /// Creates a request with the referrer of the options.
  ///
  /// - Parameter credentialURL: nil if the options were given for this URL.
  package init(
    url: URL, options: RequestOptions = RequestOptions(), credentialURL: URL? = nil, range: Range? = nil,
    limits: HTTPLimits
  ) {
    self.url = url
    self.options = options
    self.credentialURL = credentialURL ?? url
    self.range = range
    self.limits = limits
    referrer = options.referrer
  }
}
