/// Why bytes could not be had.
package enum ByteSourceError: Error, Sendable, Equatable {
  /// The read was given up because somebody asked for it: a seek, or the end of the item.
  case cancelled
  /// Nothing came for that many seconds.
  case timedOut(seconds: Int)
  case isDirectory(path: String)
  /// The system refused; `code` is an `errno` value.
  case system(code: Int32, path: String)
  /// Nothing here reads addresses with that scheme.
  case unsupportedScheme(String)
  /// The address is not asked for because of who named it.
  case refused(ReferenceRefusal)
  /// The server or the way to it.
  case network(HTTPFailure)
  /// The program that was to give it did not.
  case delegate(DelegateFailure)
  /// The resource became another one between two requests: what was read does not belong to what follows.
  case resourceChanged
  /// The server gives the resource only from its beginning, and this position lies before what is still kept.
  case noRanges
}
