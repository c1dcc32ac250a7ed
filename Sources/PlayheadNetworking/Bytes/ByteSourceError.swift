/// The reason why bytes could not be read.
package enum ByteSourceError: Error, Sendable, Equatable {
  /// The read was cancelled: by a seek, or by the end of the item.
  case cancelled
  /// No data arrived for the given number of seconds.
  case timedOut(seconds: Int)
  /// The path is a folder, which cannot be read as a stream of bytes.
  case isDirectory(path: String)
  /// A system call failed; `code` is an `errno` value.
  case system(code: Int32, path: String)
  /// URLs with this scheme are not supported.
  case unsupportedScheme(String)
  /// The reference policy forbids the URL, because of the document that references it.
  case refused(ReferenceRefusal)
  /// The server or the connection to it failed.
  case network(HTTPFailure)
  /// The application's resource loader delegate did not provide the resource.
  case delegate(DelegateFailure)
  /// The resource changed between two requests: the bytes read before do not belong to the new version.
  case resourceChanged
  /// The server does not support ranges, and this position is no longer cached.
  case noRanges
}
