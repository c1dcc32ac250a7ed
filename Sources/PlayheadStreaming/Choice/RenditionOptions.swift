/// What can be chosen of a variant: its alternatives of pictures, of sound and of text, in the order of the playlist.
package struct RenditionOptions: Sendable, Equatable {
  package var audio: [Rendition] = []
  package var subtitles: [Rendition] = []
  /// Views of the same events, the one that plays by default first; empty where there is only one.
  package var angles: [Rendition] = []

  /// One of each name: a playlist that names one twice means the first.
  package init(_ playlist: MultivariantPlaylist, of variant: Variant) {
    audio = Self.unique(playlist.renditions(.audio, of: variant))
    // Text has no place in a variant's own segments but as closed captions.
    subtitles = Self.unique(playlist.renditions(.subtitles, of: variant).filter { $0.url != nil })
    let views = Self.unique(playlist.renditions(.video, of: variant))
    guard views.count > 1, let first = VariantSelection.preferred(views) else { return }
    angles = [first] + views.filter { $0.name != first.name }
  }

  package init() {}

  private static func unique(_ renditions: [Rendition]) -> [Rendition] {
    var known: Set<String> = []
    return renditions.filter { known.insert($0.name).inserted }
  }

  /// The same choice in the group of another variant (RFC 8216 §4.3.4.1.1: groups have the same names); else one in the same
  /// language, else what that group prefers. nil where it has none.
  package static func counterpart(of rendition: Rendition, in group: [Rendition]) -> Rendition? {
    group.first { $0.name == rendition.name }
      ?? group.first { $0.language != nil && $0.language == rendition.language }
      ?? VariantSelection.preferred(group)
  }
}
