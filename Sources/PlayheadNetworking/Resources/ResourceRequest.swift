import Foundation
import PlayheadBasics

/// A request for one whole resource or a part of it: a playlist, a key, a segment.
package struct ResourceRequest: Sendable {
  /// The URL to request, also the one that logs name.
  package var url: URL
  /// The requested part; nil for all of it.
  package var range: Part?
  /// The application's fields and cookies, cache and delegate.
  package var options: RequestOptions
  /// The URL that `options` were given for.
  package var credentialURL: URL
  /// The document that references it; nil if the user or the application did.
  package var referrer: Referrer?
  /// The limits and retries of the request.
  package var policy: RetryPolicy
  /// The cookies that all requests of an asset share.
  package var jar: CookieJar?
  /// Whether the response may be compressed: for text, never for media.
  package var acceptsCompression: Bool
  /// Whether this renews an expiring resource.
  package var isRenewal = false
  /// The size limit: no server can exhaust the memory.
  package var byteLimit: ResourceLimit
  /// The CMCD values for the server.
  package var clientData: CMCDValues?

  /// A byte range of a resource.
  package struct Part: Sendable, Hashable {
    /// The offset of the first byte.
    package var offset: Int64
    /// The number of bytes.
    package var length: Int64
    /// Creates a part from an offset and a number of bytes.
    package init(offset: Int64, length: Int64) {
      self.offset = offset
      self.length = length
    }
  }

  /// Creates a request; by default for a playlist.
  package init(
    url: URL, range: Part? = nil, options: RequestOptions = RequestOptions(), credentialURL: URL? = nil,
    referrer: Referrer? = nil,
    policy: RetryPolicy = .document, jar: CookieJar? = nil, acceptsCompression: Bool = false,
    byteLimit: ResourceLimit = ResourceLimits.playlistBytes
  ) {
    self.url = url
    self.range = range
    self.options = options
    self.credentialURL = credentialURL ?? url
    self.referrer = referrer ?? options.referrer
    self.policy = policy
    self.jar = jar
    self.acceptsCompression = acceptsCompression
    self.byteLimit = byteLimit
  }
}
