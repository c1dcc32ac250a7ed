import AVFoundation
import PlayheadItems
import Synchronization

/// The caption files of the command line, which are shown with every media file. A file that cannot be read is reported
/// once.
final class CaptionFiles: Sendable {
  /// A caption file that could not be read.
  struct Failure: Sendable {
    /// The file as the user named it.
    var file: MediaLocation
    /// The reason.
    var error: MediaError
  }

  /// The files in the order of the command line.
  private let files: [MediaLocation]
  /// Called on any thread when failures can be taken.
  private let wake: @Sendable () -> Void
  /// The progress of reading, locked because the files are read in the background.
  private let state = Mutex(State())

  /// The progress of reading.
  private struct State {
    /// The indexes of the files that could not be read, which are not read again.
    var unreadable: Set<Int> = []
    /// The failures that have not been taken yet.
    var failures: [Failure] = []
  }

  /// Creates the list. Nothing is read until the first item.
  init(_ files: [MediaLocation], wake: @escaping @Sendable () -> Void) {
    self.files = files
    self.wake = wake
  }

  /// Reads the files in the background, in their order, and shows the captions of each with an item.
  func add(to item: AVPlayerItem) {
    guard !files.isEmpty else { return }
    Task.detached { [self] in
      for index in files.indices where state.withLock({ !$0.unreadable.contains(index) }) {
        do throws(MediaError) {
          try await item.readCaptions(of: files[index].url)
        } catch {
          report(error, of: index)
        }
      }
    }
  }

  /// Returns the failures since the last call and removes them.
  func takeFailures() -> [Failure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

  /// Records a failure, unless the file has failed with another item meanwhile.
  private func report(_ error: MediaError, of index: Int) {
    let isNew = state.withLock { state in
      guard state.unreadable.insert(index).inserted else { return false }
      state.failures.append(Failure(file: files[index], error: error))
      return true
    }
    if isNew { wake() }
  }
}
