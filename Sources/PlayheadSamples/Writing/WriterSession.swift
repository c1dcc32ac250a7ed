import CoreMedia

/// The range of the samples' times that a file contains.
struct WriterSession: Sendable {
  /// The time that becomes zero in the file.
  var start: CMTime
  /// The end of the file; positive infinity until it is known.
  var end = CMTime.positiveInfinity
}
