import Synchronization

/// The cookies of one asset: the application's and those that servers set, sent where RFC 6265 allows. libcurl stores
/// them; this class identifies the jar, and discards it with its last owner.
package final class CookieJar: Sendable {
  /// The number of the jar within the process; the network thread's shares have the same number.
  let identifier: Int
  /// The application's own cookies, added with the first transfer.
  let cookies: [HTTPCookieValue]
  /// The client whose network thread has the share.
  private let client: HTTPClient
  /// The number of jars created so far.
  private static let count = Atomic<Int>(0)

  /// Creates a jar; libcurl's share is created with its first transfer.
  package init(_ cookies: [HTTPCookieValue], client: HTTPClient) {
    self.cookies = cookies
    self.client = client
    identifier = Self.count.add(1, ordering: .relaxed).newValue
  }

  deinit { client.post(.forget(jar: identifier)) }
}
