import Synchronization

/// The cookies of one asset: the application's and those that servers set, sent where RFC 6265 allows. libcurl stores
/// them; this class identifies the jar, and discards it with its last owner.
package final class CookieJar: Sendable {
  let identifier: Int
  let cookies: [HTTPCookieValue]
  private let client: HTTPClient
  private static let count = Atomic<Int>(0)

  package init(_ cookies: [HTTPCookieValue], client: HTTPClient) {
    self.cookies = cookies
    self.client = client
    identifier = Self.count.add(1, ordering: .relaxed).newValue
  }

  deinit { client.post(.forget(jar: identifier)) }
}
