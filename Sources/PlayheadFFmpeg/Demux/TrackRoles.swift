import CPlayheadFFmpeg

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

  /// The roles in libavformat's disposition flags; flags without a role are ignored.
  init(disposition: Int32) {
    let flags: [(Int32, TrackRoles)] = [
      (AV_DISPOSITION_ORIGINAL, .original), (AV_DISPOSITION_DUB, .dubbed), (AV_DISPOSITION_COMMENT, .commentary),
      (AV_DISPOSITION_HEARING_IMPAIRED, .hearingImpaired), (AV_DISPOSITION_CAPTIONS, .hearingImpaired),
      (AV_DISPOSITION_VISUAL_IMPAIRED, .visualImpaired), (AV_DISPOSITION_DESCRIPTIONS, .visualImpaired),
      (AV_DISPOSITION_LYRICS, .lyrics),
    ]
    self = flags.reduce(into: []) { roles, flag in if disposition & flag.0 != 0 { roles.insert(flag.1) } }
  }
}
