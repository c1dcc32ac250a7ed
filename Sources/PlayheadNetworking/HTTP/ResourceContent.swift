/// The declared content of a resource.
package enum ResourceContent: Sendable, Equatable {
  /// An HTTP Live Streaming playlist.
  case playlist
  /// A container, by the name of its demuxer.
  case container(String)

  /// The name of the container's demuxer; nil for a playlist.
  package var containerName: String? { if case .container(let name) = self { name } else { nil } }
}
