import AVFoundation

/// Calls for what the user does with the controls. All are optional.
@MainActor struct UserActionHandlers {
  /// Returns the time to seek to, after the user has navigated from a time to another one.
  var timeToSeek: ((_ from: CMTime, _ to: CMTime) -> CMTime)?
  /// Called when playback resumes after the user has navigated from a time to another one.
  var willResume: ((_ from: CMTime, _ to: CMTime) -> Void)?
  /// Called after the user has selected an option of a group, or none.
  var didSelect: ((AVMediaSelectionOption?, AVMediaSelectionGroup) -> Void)?
}
