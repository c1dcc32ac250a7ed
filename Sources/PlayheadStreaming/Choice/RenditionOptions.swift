/// The selectable renditions of a variant: angles, audio and subtitles, in the order of the playlist.
package struct RenditionOptions: Sendable, Equatable {
  /// The audio renditions.
  package var audio: [Rendition] = []
  /// The subtitle renditions that have their own playlist.
  package var subtitles: [Rendition] = []
  /// Camera angles, the default one first; empty if there is only one.
  package var angles: [Rendition] = []

  /// Collects the renditions, one for each name: the first one wins if a playlist repeats a name.
  package init(_ playlist: MultivariantPlaylist, of variant: Variant) {
    audio = Self.unique(playlist.renditions(.audio, of: variant))
    // A variant's own segments contain text only as closed captions.
    subtitles = Self.unique(playlist.renditions(.subtitles, of: variant).filter { $0.url != nil })
    let views = Self.unique(playlist.renditions(.video, of: variant))
    guard views.count > 1, let first = VariantSelection.preferred(views) else { return }
    angles = [first] + views.filter { $0.name != first.name }
  }

  /// Creates options without any rendition, for a media playlist without a multivariant one.
  package init() {}

  /// Removes renditions whose name has already occurred. Names are unique within a group (RFC 8216 §4.3.4.1).
  private static func unique(_ renditions: [Rendition]) -> [Rendition] {
    var known: Set<String> = []
    return renditions.filter { known.insert($0.name).inserted }
  }

  /// The equivalent rendition in the group of another variant (RFC 8216 §4.3.4.1.1: groups have the same names);
  /// otherwise one in the same language, or else the preferred one of that group. nil if the group is empty.
  package static func counterpart(of rendition: Rendition, in group: [Rendition]) -> Rendition? {
    group.first { $0.name == rendition.name }
      ?? group.first { $0.language != nil && $0.language == rendition.language }
      ?? VariantSelection.preferred(group)
  }
}
