import CoreMedia

/// A validated seek target.
struct SeekTarget: Sendable {
  /// The requested time on the item's timeline; may be infinite.
  var time: CMTime
  /// The largest distance of an earlier result; positive infinity for any.
  var toleranceBefore: CMTime
  /// The largest distance of a later result; positive infinity for any.
  var toleranceAfter: CMTime

  /// Times for which Apple's player raises an exception are a programmer error.
  init(_ time: CMTime, _ toleranceBefore: CMTime, _ toleranceAfter: CMTime) {
    precondition(
      time.isValid && !time.isIndefinite,
      "Seeking is not possible to time \(CMTimeCopyDescription(allocator: nil, time: time) ?? "")")
    for tolerance in [toleranceBefore, toleranceAfter] {
      precondition(
        tolerance.isValid && !tolerance.isIndefinite && tolerance >= .zero,
        "The tolerance of a seek must be zero or greater")
    }
    self.time = time
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
  }
}
