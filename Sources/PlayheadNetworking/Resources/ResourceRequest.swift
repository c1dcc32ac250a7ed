import Foundation
import PlayheadBasics

/// One resource, or a part of one, that is wanted whole: a playlist, a key, a segment.
package struct ResourceRequest: Sendable {
  package var url: URL
  /// The part that is wanted; nil: all of it.
  package var range: Part?
  package var options: RequestOptions
  /// The address that `options` were given for.
  package var asked: URL
  /// The document that names it; nil where the user or the program does.
  package var referrer: Referrer?
  package var policy: RetryPolicy
  /// Cookies that all requests of an asset share.
  package var jar: CookieJar?
  /// For text, never for media.
  package var acceptsCompression: Bool
  /// Whether it was given before and is to be given anew, because it runs out.
  package var isRenewal = false
  /// More than this is not taken: no server can fill the memory.
  package var byteLimit: ResourceLimit
  /// What the server may be told of the player.
  package var clientData: ClientDataValues?

  package struct Part: Sendable, Hashable {
    package var offset: Int64
    package var length: Int64
    package init(offset: Int64, length: Int64) {
      self.offset = offset
      self.length = length
    }
  }

  package init(
    url: URL, range: Part? = nil, options: RequestOptions = RequestOptions(), asked: URL? = nil,
    referrer: Referrer? = nil,
    policy: RetryPolicy = .document, jar: CookieJar? = nil, acceptsCompression: Bool = false,
    byteLimit: ResourceLimit = ResourceLimits.playlistBytes
  ) {
    self.url = url
    self.range = range
    self.options = options
    self.asked = asked ?? url
    self.referrer = referrer ?? options.referrer
    self.policy = policy
    self.jar = jar
    self.acceptsCompression = acceptsCompression
    self.byteLimit = byteLimit
  }
}
