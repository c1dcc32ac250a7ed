import Foundation

/// Checks the addresses that one request connects to against the reference policy. Belongs to the network thread.
struct ConnectionCheck {
  /// The narrowest zone that the request may connect to; nil for any.
  private let narrowest: NetworkZone?
  /// The exceptions from the policy.
  private let permissions: ReferencePolicy.Permissions
  /// The host of the request, for the failure.
  private let host: String
  /// The reason why a connection was not made or not used; nil: none was refused.
  private(set) var refusal: ReferenceRefusal?

  /// Creates the check of a request.
  ///
  /// - Parameter narrowest: The narrowest zone that the document with the reference permits; nil for any.
  init(_ request: HTTPRequest, narrowest: NetworkZone?) {
    self.narrowest = narrowest
    permissions = request.options.permissions
    host = request.url.host() ?? ""
  }

  /// Whether any address could be refused.
  var isNeeded: Bool { narrowest != nil }

  /// Whether the document that references the URL may not lead to this address. Stores the reason.
  mutating func refuses(_ address: IPAddress) -> Bool {
    guard
      let reason = ReferencePolicy(permissions).refusal(
        connecting: NetworkZone(address), to: host, allowed: narrowest)
    else { return false }
    refusal = reason
    return true
  }
}
