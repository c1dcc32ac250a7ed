import CoreMedia
import Foundation
import PlayheadStreaming

/// A playlist in the form of the references of `m3u8-grafov-m3u8`.
enum GrafovShape {
  static func tree(_ playlist: StreamingPlaylist) -> [String: Any] {
    switch playlist {
    case .multivariant(let playlist): tree(playlist)
    case .media(let playlist): tree(playlist)
    }
  }

  private static func tree(_ playlist: MultivariantPlaylist) -> [String: Any] {
    [
      "is_master": true, "version": optional(playlist.head.version),
      "independent_segments": playlist.head.hasIndependentSegments,
      "variants": playlist.variants.map(variant),
      "iframe_variants": playlist.iFrameVariants.map { variant in
        [
          "uri": variant.uri, "bandwidth": variant.bandwidth, "codecs": codecs(variant),
          "resolution": resolution(variant),
        ] as [String: Any]
      },
      "media": playlist.renditions.map(rendition), "session_data": playlist.sessionData.map(\.dataID),
    ]
  }

  private static func optional(_ value: Any?) -> Any { value ?? NSNull() }
  private static func codecs(_ variant: Variant) -> Any {
    variant.codecs.isEmpty ? NSNull() : variant.codecs.joined(separator: ",")
  }
  private static func resolution(_ variant: Variant) -> Any {
    variant.resolution.map { [$0.width, $0.height] as Any } ?? NSNull()
  }

  private static func variant(_ variant: Variant) -> [String: Any] {
    [
      "uri": variant.uri, "bandwidth": variant.bandwidth, "average_bandwidth": optional(variant.averageBandwidth),
      "resolution": resolution(variant), "codecs": codecs(variant), "frame_rate": optional(variant.frameRate),
      "audio": optional(variant.groups[.audio]), "video": optional(variant.groups[.video]),
      "subtitles": optional(variant.groups[.subtitles]),
      "closed_captions": optional(variant.hasNoClosedCaptions ? "NONE" : variant.groups[.closedCaptions]),
      "video_range": optional(variant.videoRange),
    ]
  }

  private static func rendition(_ rendition: Rendition) -> [String: Any] {
    [
      "type": rendition.kind.rawValue, "group_id": rendition.groupID, "name": rendition.name,
      "language": optional(rendition.language), "default": rendition.isDefault ? "YES" : "NO",
      "autoselect": rendition.isAutoselect ? "YES" : "NO", "forced": NSNull(), "uri": optional(rendition.uri),
      "characteristics": NSNull(), "channels": optional(rendition.channels),
      "instream_id": optional(rendition.inStreamID),
    ]
  }

  private static func tree(_ playlist: MediaPlaylist) -> [String: Any] {
    [
      "is_master": false, "version": optional(playlist.head.version),
      "independent_segments": playlist.head.hasIndependentSegments,
      "target_duration": optional(playlist.targetDuration), "media_sequence": playlist.mediaSequence,
      "discontinuity_sequence": playlist.discontinuitySequence, "playlist_type": optional(playlist.kind?.rawValue),
      "endlist": playlist.hasEnded, "iframes_only": playlist.isIFramesOnly,
      "total_duration": playlist.duration.seconds, "segment_count": playlist.segments.count,
      "segments": playlist.segments.map(segment),
    ]
  }

  private static func segment(_ segment: MediaSegment) -> [String: Any] {
    var tree: [String: Any] = ["uri": segment.uri, "duration": segment.duration.seconds]
    tree["title"] = segment.title
    if segment.isDiscontinuity { tree["discontinuity"] = true }
    tree["date"] = segment.date?.timeIntervalSince1970
    if let range = segment.byteRange { tree["byterange"] = "\(range.length)@\(range.offset)" }
    if let key = segment.keys.first {
      tree["key"] = [
        "method": key.method == .aes128 ? "AES-128" : "\(key.method)", "uri": optional(key.uri),
        "iv": optional(key.initializationVector.map { $0.map { String(format: "%02x", $0) }.joined() }),
      ]
    }
    return tree
  }

  /// The reference shortens long playlists to the first segments, a line of dots and the last one.
  static func shortened(_ tree: [String: Any], like reference: [String: Any]) -> [String: Any] {
    guard let theirs = reference["segments"] as? [[String: Any]], let mine = tree["segments"] as? [[String: Any]],
      let dots = theirs.firstIndex(where: { $0["..."] != nil }), let count = reference["segment_count"] as? Int
    else { return tree }
    var tree = tree
    let left = theirs.count - dots - 1
    tree["segments"] = Array(mine[..<dots] + [theirs[dots]] + mine.dropFirst(count - left))
    return tree
  }

  /// The reference's tree with equivalent notations unified.
  static func normalized(_ reference: [String: Any]) -> [String: Any] {
    var reference = reference
    for name in ["source", "reference"] { reference[name] = nil }
    if reference["is_master"] as? Bool == false, reference["discontinuity_sequence"] is NSNull {
      reference["discontinuity_sequence"] = 0
    }
    reference["media"] = (reference["media"] as? [[String: Any]])?.map { rendition in
      // An absent value equals NO; a default rendition is selected automatically.
      var rendition = rendition
      let isDefault = rendition["default"] as? String == "YES"
      rendition["autoselect"] = isDefault || rendition["autoselect"] as? String == "YES" ? "YES" : "NO"
      rendition["default"] = isDefault ? "YES" : "NO"
      return rendition
    }
    reference["segments"] = (reference["segments"] as? [[String: Any]])?.map(normalizedSegment)
    return reference
  }

  private static func normalizedSegment(_ segment: [String: Any]) -> [String: Any] {
    var segment = segment
    if let title = segment["title"] as? String {
      let trimmed = title.trimmingCharacters(in: .whitespaces)
      segment["title"] = trimmed.isEmpty ? nil : trimmed
    }
    if let date = segment["program_date_time"] as? String {
      segment["program_date_time"] = nil
      segment["date"] = ISO8601DateFormatter().date(from: date)?.timeIntervalSince1970
    }
    if var key = segment["key"] as? [String: Any] {
      key["iv"] = (key["iv"] as? String)?.dropFirst(2).lowercased()
      segment["key"] = key
    }
    return segment
  }
}
