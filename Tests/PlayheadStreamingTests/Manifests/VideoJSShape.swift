import CoreMedia
import Foundation
import PlayheadStreaming

/// A playlist in the form of the tests of `m3u8-videojs`.
enum VideoJSShape {
  static func tree(_ playlist: StreamingPlaylist) -> [String: Any] {
    switch playlist {
    case .multivariant(let playlist): tree(playlist)
    case .media(let playlist): tree(playlist)
    }
  }

  private static func tree(_ playlist: MultivariantPlaylist) -> [String: Any] {
    var tree: [String: Any] = [
      "allowCache": true,
      "playlists": playlist.variants.map { ["attributes": attributes($0), "uri": $0.uri] },
      "iFramePlaylists": playlist.iFrameVariants.map { variant in
        ["attributes": attributes(variant).merging(["URI": variant.uri]) { $1 }, "uri": variant.uri] as [String: Any]
      },
      "mediaGroups": groups(playlist.renditions),
    ]
    if playlist.head.hasIndependentSegments { tree["independentSegments"] = true }
    tree["version"] = playlist.head.version
    return tree
  }

  private static func attributes(_ variant: Variant) -> [String: Any] {
    var tree: [String: Any] = ["BANDWIDTH": variant.bandwidth]
    tree["AVERAGE-BANDWIDTH"] = variant.averageBandwidth
    tree["PROGRAM-ID"] = variant.programID
    tree["FRAME-RATE"] = variant.frameRate
    if !variant.codecs.isEmpty { tree["CODECS"] = variant.codecs.joined(separator: ",") }
    if let resolution = variant.resolution {
      tree["RESOLUTION"] = ["width": resolution.width, "height": resolution.height]
    }
    for (kind, group) in variant.groups { tree[kind.rawValue] = group }
    return tree
  }

  private static func groups(_ renditions: [Rendition]) -> [String: Any] {
    var tree: [String: [String: [String: Any]]] = [:]
    for rendition in renditions {
      var entry: [String: Any] = ["default": rendition.isDefault, "autoselect": rendition.isAutoselect]
      entry["language"] = rendition.language
      entry["uri"] = rendition.uri
      entry["instreamId"] = rendition.inStreamID
      if !rendition.characteristics.isEmpty {
        entry["characteristics"] = rendition.characteristics.joined(separator: ",")
      }
      if rendition.kind == .subtitles { entry["forced"] = rendition.isForced }
      tree[rendition.kind.rawValue, default: [:]][rendition.groupID, default: [:]][rendition.name] = entry
    }
    return tree
  }

  private static func tree(_ playlist: MediaPlaylist) -> [String: Any] {
    var tree: [String: Any] = [
      "allowCache": playlist.allowsCache, "discontinuitySequence": playlist.discontinuitySequence,
      "mediaSequence": playlist.mediaSequence, "segments": playlist.segments.map(segment),
      "discontinuityStarts": playlist.segments.indices.filter { playlist.segments[$0].isDiscontinuity },
    ]
    tree["playlistType"] = playlist.kind?.rawValue
    tree["targetDuration"] = playlist.targetDuration
    tree["version"] = playlist.head.version
    if playlist.hasEnded { tree["endList"] = true }
    if playlist.isIFramesOnly { tree["iFramesOnly"] = true }
    if playlist.head.hasIndependentSegments { tree["independentSegments"] = true }
    if let skip = playlist.skip { tree["skip"] = ["skippedSegments": skip.segmentCount] }
    var preload: [String: Any] = [:]
    if !playlist.openParts.isEmpty { preload["parts"] = playlist.openParts.map(part) }
    if !playlist.preloadHints.isEmpty { preload["preloadHints"] = playlist.preloadHints.map(hint) }
    if !preload.isEmpty { tree["preloadSegment"] = preload }
    return tree
  }

  private static func segment(_ segment: MediaSegment) -> [String: Any] {
    var tree: [String: Any] = ["uri": segment.uri, "duration": segment.duration.seconds]
    tree["title"] = segment.title
    tree["byterange"] = segment.byteRange.map(range)
    if segment.isDiscontinuity { tree["discontinuity"] = true }
    if !segment.parts.isEmpty { tree["parts"] = segment.parts.map(part) }
    return tree
  }

  private static func range(_ range: ByteRange) -> [String: Any] { ["length": range.length, "offset": range.offset] }

  private static func part(_ part: PartialSegment) -> [String: Any] {
    var tree: [String: Any] = ["uri": part.uri, "duration": part.duration.seconds]
    tree["byterange"] = part.byteRange.map(range)
    return tree
  }

  private static func hint(_ hint: PreloadHint) -> [String: Any] {
    var tree: [String: Any] = ["uri": hint.uri]
    switch hint.kind {
    case .part: tree["type"] = "PART"
    case .map: tree["type"] = "MAP"
    case .other(let name): tree["type"] = name
    }
    if let length = hint.length { tree["byterange"] = ["length": length, "offset": hint.start] }
    return tree
  }

  /// The expectation without that parser's own values: timelines, and empty groups.
  static func normalized(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(normalized) }
    guard var tree = value as? [String: Any] else { return value }
    tree["timeline"] = nil
    // The word for "no captions" is no group.
    if tree["CLOSED-CAPTIONS"] as? String == "NONE" { tree["CLOSED-CAPTIONS"] = nil }
    // Blanks between codecs are insignificant, and some of the expectations write numbers as text.
    tree["CODECS"] = (tree["CODECS"] as? String)?.replacingOccurrences(of: " ", with: "")
    if let text = tree["AVERAGE-BANDWIDTH"] as? String { tree["AVERAGE-BANDWIDTH"] = Int(text) }
    tree = tree.mapValues(normalized)
    if let groups = tree["mediaGroups"] as? [String: [String: Any]] {
      tree["mediaGroups"] = groups.filter { !$0.value.isEmpty }
    }
    return tree
  }
}
