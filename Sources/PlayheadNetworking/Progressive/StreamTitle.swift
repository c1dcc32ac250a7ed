/// A title that an internet radio interleaves with its audio.
package struct StreamTitle: Sendable, Equatable {
  /// The number of titles before it.
  package var number: Int
  /// The byte offset in the audio.
  package var offset: Int64
  /// Usually "artist - song"; nil if it clears the last one.
  package var title: String?
  /// `StreamUrl`: a page or a cover; nil if there is none.
  package var address: String?
}
