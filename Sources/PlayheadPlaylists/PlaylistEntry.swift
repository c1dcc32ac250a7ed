/// An entry of a queue that a user opens: a media file or an address, and what a playlist file says of it.
package struct PlaylistEntry: Equatable, Sendable {
  /// A path, in which bytes that are not UTF-8 are escaped (`SystemPath`), or a URL with a scheme.
  package var location: String
  /// The title to show instead of the file's name; nil if the playlist has none.
  package var title: String?
  /// The duration in seconds that the playlist declares; nil if it is unknown or endless.
  package var duration: Double?

  /// Creates an entry.
  package init(_ location: String, title: String? = nil, duration: Double? = nil) {
    (self.location, self.title, self.duration) = (location, title, duration)
  }
}
