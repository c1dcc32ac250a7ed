/// What a resource is said to hold.
package enum ResourceContent: Sendable, Equatable {
  /// A playlist of HTTP Live Streaming.
  case playlist
  /// A container, by the name of its demultiplexer.
  case container(String)

  package var containerName: String? { if case .container(let name) = self { name } else { nil } }
}
