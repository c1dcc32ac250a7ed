import Dispatch
import PlayheadEngine
import PlayheadText
import Synchronization

/// The caption files of the command line. Each is read once in the background and shown with every media file; errors
/// are reported once.
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
  /// Called on a background thread when failures can be taken.
  private let wake: @Sendable () -> Void
  /// The documents and failures, locked because they are read in the background.
  private let state = Mutex(State())

  /// The progress of reading.
  private struct State {
    /// All documents that could be read; nil until reading has ended.
    var documents: [CueDocument]?
    /// Whether reading has been started. It remains true afterwards.
    var isReading = false
    /// The items that receive the documents when reading has ended.
    var waiting: [EngineItem] = []
    /// The failures that have not been taken yet.
    var failures: [Failure] = []
  }

  /// Creates the list. Reading begins with the first item.
  init(_ files: [MediaLocation], wake: @escaping @Sendable () -> Void) {
    self.files = files
    self.wake = wake
  }

  /// Shows the captions with an item as soon as they have been read.
  func add(to item: EngineItem) {
    guard !files.isEmpty else { return }
    let (documents, begins) = state.withLock { state -> ([CueDocument]?, Bool) in
      if state.documents == nil { state.waiting.append(item) }
      defer { state.isReading = true }
      return (state.documents, !state.isReading)
    }
    for document in documents ?? [] { _ = item.captions.add(document) }
    if begins { DispatchQueue.global(qos: .userInitiated).async { [self] in read() } }
  }

  /// Returns the failures since the last call and removes them.
  func takeFailures() -> [Failure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

  /// Reads all files and adds the documents to the waiting items. Runs on a background queue.
  private func read() {
    var (documents, failures): ([CueDocument], [Failure]) = ([], [])
    for file in files {
      do throws(MediaError) {
        guard let read = try CaptionReader.read(file.url) else { throw MediaError(.noCaptions, url: file.url) }
        documents.append(read.document)
      } catch {
        failures.append(Failure(file: file, error: error))
      }
    }
    let items = state.withLock { state in
      (state.documents, state.failures) = (documents, failures)
      defer { state.waiting = [] }
      return state.waiting
    }
    for item in items { for document in documents { _ = item.captions.add(document) } }
    if !failures.isEmpty { wake() }
  }
}
