import Foundation

/// Makes the source for an address. Tests put one in whose sources wait at their clock's gates.
package protocol ByteSourceProvider: Sendable {
  /// Does not wait: what takes time belongs into the source's `prepare`.
  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource
  /// Begins to load a resource that is wanted whole. `onEnd` is called once, from any thread, when it is over or has failed.
  func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad
  /// What of the rules for references is lifted for everything that comes from here.
  var permissions: ReferencePolicy.Permissions { get }
}

extension ByteSourceProvider {
  package var permissions: ReferencePolicy.Permissions { [] }

  package func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void = {}) -> any ResourceLoad {
    var request = request
    request.options.permissions.formUnion(permissions)
    if let refusal = request.options.refusal(of: request.url, from: request.referrer) {
      return DataResourceLoad(request, refusal, onEnd: onEnd)
    }
    let scheme = request.url.scheme?.lowercased() ?? "file"
    if scheme == "http" || scheme == "https" {
      return request.options.cache?.load(request, onEnd: onEnd) ?? HTTPResourceLoad(request, onEnd: onEnd)
    }
    if let delegate = request.options.giver(of: request.url) {
      return DelegateResourceLoad(request, delegate: delegate, onEnd: onEnd)
    }
    return DataResourceLoad(request, onEnd: onEnd)
  }
}

/// Files, pipes and devices by path; `http` and `https`.
package struct StandardSources: ByteSourceProvider {
  /// Seconds that a pipe may stay silent.
  private let silenceLimit: Int
  package let permissions: ReferencePolicy.Permissions

  package init(
    silenceLimit: Int = FileByteSource.usualSilenceLimit, permissions: ReferencePolicy.Permissions = []
  ) {
    self.silenceLimit = silenceLimit
    self.permissions = permissions
  }

  package func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    var options = options
    options.permissions.formUnion(permissions)
    if let refusal = options.refusal(of: url, from: options.referrer) { throw .refused(refusal) }
    guard let scheme = url.scheme, !url.isFileURL else {
      return try FileByteSource(
        path: url.systemPath, silenceLimit: silenceLimit, within: options.referrer?.folder)
    }
    // RFC 3986 §3.1: schemes do not depend on case.
    if let delegate = options.giver(of: url) {
      return DelegateByteSource(url: url, options: options, delegate: delegate)
    }
    guard ["http", "https"].contains(scheme.lowercased()) else { throw .unsupportedScheme(scheme) }
    let source = HTTPByteSource(url: url, options: options)
    guard let entry = options.cache?.entry(for: url) else { return source }
    return CachedByteSource(source, entry)
  }
}
