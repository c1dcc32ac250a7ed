import Foundation

/// Creates the byte source of a URL. Tests inject sources that wait at their clock's gates.
package protocol ByteSourceProvider: Sendable {
  /// Creates a source without blocking: work that takes time belongs in the source's `prepare`.
  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource
  /// Begins to load a whole resource. `onEnd` is called once, from any thread, when it has completed or failed.
  func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad
  /// The exceptions from the reference policy for everything loaded through this provider.
  var permissions: ReferencePolicy.Permissions { get }
  /// The condition of the network that requests use.
  var network: any NetworkConditionSource { get }
}

extension ByteSourceProvider {
  /// The condition of the system's network.
  package var network: any NetworkConditionSource { NetworkMonitor.shared }

  /// The reason why the network may not be used for a URL with these options; nil if it may, or need not be.
  package func networkRefusal(of url: URL, _ options: RequestOptions) -> ReferenceRefusal? {
    guard options.access.isRestricted, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    return options.access.refusal(in: network.condition()).map { .network($0) }
  }

  /// No exceptions.
  package var permissions: ReferencePolicy.Permissions { [] }

  /// Loads by the scheme: `http` and `https` through the cache if there is one, otherwise directly; custom schemes from
  /// the delegate; `data` and `file` at once. A URL that the reference policy refuses fails without a request.
  package func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void = {}) -> any ResourceLoad {
    var request = request
    request.options.permissions.formUnion(permissions)
    if let refusal = request.options.refusal(of: request.url, from: request.referrer)
      ?? networkRefusal(of: request.url, request.options)
    {
      return DataResourceLoad(request, refusal, onEnd: onEnd)
    }
    let scheme = request.url.scheme?.lowercased() ?? "file"
    if scheme == "http" || scheme == "https" {
      return request.options.cache?.load(request, onEnd: onEnd) ?? HTTPResourceLoad(request, onEnd: onEnd)
    }
    if let delegate = request.options.customSchemeDelegate(of: request.url) {
      return DelegateResourceLoad(request, delegate: delegate, onEnd: onEnd)
    }
    return DataResourceLoad(request, onEnd: onEnd)
  }
}

/// Files, pipes and devices by path; `http` and `https`.
package struct StandardByteSourceProvider: ByteSourceProvider {
  /// Seconds without data after which a pipe times out.
  private let silenceLimit: Int
  /// The exceptions from the reference policy, added to those of each request.
  package let permissions: ReferencePolicy.Permissions

  /// Creates a provider.
  ///
  /// - Parameter silenceLimit: In seconds; for pipes and devices only.
  package init(
    silenceLimit: Int = FileByteSource.defaultSilenceLimit, permissions: ReferencePolicy.Permissions = []
  ) {
    self.silenceLimit = silenceLimit
    self.permissions = permissions
  }

  /// Creates the source of a file, a delegate, or a server with or without the cache. A file is opened here, everything
  /// else by `prepare`.
  ///
  /// - Throws: `refused`, `unsupportedScheme`, `isDirectory` or `system`.
  package func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    var options = options
    options.permissions.formUnion(permissions)
    if let refusal = options.refusal(of: url, from: options.referrer) ?? networkRefusal(of: url, options) {
      throw .refused(refusal)
    }
    guard let scheme = url.scheme, !url.isFileURL else {
      return try FileByteSource(
        path: url.systemPath, silenceLimit: silenceLimit, within: options.referrer?.folder)
    }
    // Schemes are case-insensitive (RFC 3986 §3.1).
    if let delegate = options.customSchemeDelegate(of: url) {
      return DelegateByteSource(url: url, options: options, delegate: delegate)
    }
    guard ["http", "https"].contains(scheme.lowercased()) else { throw .unsupportedScheme(scheme) }
    let source = HTTPByteSource(url: url, options: options)
    guard let entry = options.cache?.entry(for: url) else { return source }
    return CachedByteSource(source, entry)
  }
}
