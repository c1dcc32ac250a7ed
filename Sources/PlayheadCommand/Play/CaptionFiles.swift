import Dispatch
import PlayheadEngine
import PlayheadText
import Synchronization

/// The caption files of the command line. Each is read once in the background and shown with every media file; errors
/// are reported once.
final class CaptionFiles: Sendable {
  struct Failure: Sendable {
    var file: MediaLocation
    var error: MediaError
  }

  private let files: [MediaLocation]
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    var documents: [CueDocument]?
    var isReading = false
    var waiting: [EngineItem] = []
    var failures: [Failure] = []
  }

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

  func takeFailures() -> [Failure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

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
