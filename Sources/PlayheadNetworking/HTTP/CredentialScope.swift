import Foundation

/// Decides which URLs may receive an asset's secrets.
package enum CredentialScope {
  /// Whether a request to `url` may carry the options given for `credentialURL`: the same host and port, and no
  /// downgrade from TLS. An upgrade on the default ports is the same server.
  package static func covers(_ url: URL, credentialURL: URL) -> Bool {
    guard let host = url.host()?.lowercased(), host == credentialURL.host()?.lowercased() else { return false }
    let (from, to) = (scheme(credentialURL), scheme(url))
    if from == to { return port(url) == port(credentialURL) }
    return from == "http" && to == "https" && port(credentialURL) == 80 && port(url) == 443
  }

  /// The scheme in lowercase.
  private static func scheme(_ url: URL) -> String { url.scheme?.lowercased() ?? "" }
  /// The declared port, or the default one of the scheme.
  private static func port(_ url: URL) -> Int { url.port ?? (scheme(url) == "https" ? 443 : 80) }
}
