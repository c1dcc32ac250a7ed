import Foundation
import Synchronization

@testable import PlayheadNetworking

/// An internet host with documents, without a network: other requests are checked by the rules for references as usual,
/// recorded, and not sent.
final class FarHost: ByteSourceProvider {
  /// RFC 5737: a public address that is reserved for documentation.
  static let host = "http://203.0.113.5"

  private let documents: [String: Data]
  private let record = Mutex<(requested: [String], refused: [String: ReferenceRefusal])>(([], [:]))

  /// Documents by path.
  init(_ documents: [String: Data]) { self.documents = documents }

  static func url(_ path: String) -> URL { URL(string: host + path) ?? URL(fileURLWithPath: path) }

  /// URLs of permitted requests.
  var requested: [String] { record.withLock { $0.requested } }
  /// Refused requests.
  var refused: [String: ReferenceRefusal] { record.withLock { $0.refused } }

  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    if let refusal = options.refusal(of: url, from: options.referrer) {
      record.withLock { $0.refused[url.absoluteString] = refusal }
      throw .refused(refusal)
    }
    record.withLock { $0.requested.append(url.absoluteString) }
    throw .network(.unreachable(host: url.host() ?? ""))
  }

  func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad {
    let address = request.url.absoluteString
    if let refusal = request.options.refusal(of: request.url, from: request.referrer) {
      record.withLock { $0.refused[address] = refusal }
      return DataResourceLoad(request, refusal, onEnd: onEnd)
    }
    record.withLock { $0.requested.append(address) }
    let document = request.url.absoluteString.hasPrefix(Self.host) ? documents[request.url.path()] : nil
    return DataResourceLoad([UInt8](document ?? Data()), of: request.url, onEnd: onEnd)
  }
}
