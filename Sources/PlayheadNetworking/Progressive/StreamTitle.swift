/// What an internet radio announces between its sound.
package struct StreamTitle: Sendable, Equatable {
  /// How many were announced before it.
  package var number: Int
  /// The byte of the sound before which it stands.
  package var offset: Int64
  /// Usually "artist - song"; nil where it takes the last one back.
  package var title: String?
  /// `StreamUrl`: a page, a cover; nil where it has none.
  package var address: String?
}
