import Foundation
import PlayheadEngine
import PlayheadFFmpeg

/// Which metadata somebody wants.
struct MetadataFilter: Sendable {
  /// nil: all.
  let identifiers: Set<String>?

  /// Groups with nothing but what is wanted; those without any of it are left out.
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
  /// What the engine has found, for programs.
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
