/// The kind of Dolby Vision that a container declares for a track (Dolby Vision Streams Within the ISO Base Media File
/// Format).
package struct DolbyVisionProfile: Sendable, Hashable {
  /// The profile, such as 5 or 8.
  package var profile: Int
  /// The level, which limits size and frame rate.
  package var level: Int
  /// What players without Dolby Vision show: 1 is HDR10, 2 SDR, 4 HLG, 6 HDR10 of a disc, 0 nothing.
  package var compatibility: Int

  /// Creates a description.
  package init(profile: Int, level: Int, compatibility: Int) {
    (self.profile, self.level, self.compatibility) = (profile, level, compatibility)
  }

  /// The usual name, such as `Dolby Vision 8.4`.
  package var name: String {
    "Dolby Vision \(profile)\((8...10).contains(profile) ? ".\(compatibility)" : "")"
  }

  /// Whether the samples have colours only with Dolby Vision's metadata, and are then HDR with a wide gamut.
  package var needsMetadata: Bool { profile == 5 || profile == 10 && compatibility == 0 }
}
