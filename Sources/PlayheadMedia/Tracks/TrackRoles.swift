/// The role of a track among others of its kind.
package struct TrackRoles: OptionSet, Sendable, Hashable {
  /// The bits of the set.
  package let rawValue: Int
  /// Creates a set from its bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// In the original language.
  package static let original = TrackRoles(rawValue: 1)
  /// Dubbed in another language than the original.
  package static let dubbed = TrackRoles(rawValue: 2)
  /// With comments, such as those of the director.
  package static let commentary = TrackRoles(rawValue: 4)
  /// For hearing-impaired users, such as captions.
  package static let hearingImpaired = TrackRoles(rawValue: 8)
  /// Audio description.
  package static let visualImpaired = TrackRoles(rawValue: 16)
  /// With the lyrics of a song.
  package static let lyrics = TrackRoles(rawValue: 32)
}
