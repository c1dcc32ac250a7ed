import Foundation
import PlayheadItems
import PlayheadMedia

/// A filter of timed metadata by identifier.
struct MetadataFilter: Sendable {
  /// nil: all.
  let identifiers: Set<String>?

  /// The groups with only the matching tags; groups without any are omitted.
  func groups(_ groups: [TimedMetadata]) -> [TimedMetadata] {
    guard let identifiers else { return groups }
    return groups.compactMap { group in
      var group = group
      group.tags = group.tags.filter { Self.identifier($0).map { identifiers.contains($0.rawValue) } ?? false }
      return group.tags.isEmpty ? nil : group
    }
  }

  private static func identifier(_ tag: MediaTag) -> AVMetadataIdentifier? {
    let keySpace = AVMetadataKeySpace(tag.space)
    return MetadataKeys.identifier(tag.key, in: keySpace)
  }
}

extension AVTimedMetadataGroup {
  /// Creates a group from the engine's timed metadata.
  convenience init(_ group: TimedMetadata, in resource: MetadataResource) {
    let duration = group.end.map { $0 - group.start } ?? .indefinite
    let items = group.tags.map { tag -> AVMetadataItem in
      var state = MetadataState(tag, in: resource)
      (state.time, state.duration) = (group.start, duration)
      return AVMetadataItem(state)
    }
    self.init(items: items, timeRange: CMTimeRange(start: group.start, duration: duration))
  }
}
