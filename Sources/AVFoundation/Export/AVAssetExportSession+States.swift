import Foundation
import PlayheadBasics

extension AVAssetExportSession {
  /// The state of an export with its progress.
  public enum State: Sendable {
    /// The export has not started.
    case pending
    /// The export waits for its thread.
    case waiting
    /// The file is being written.
    case exporting(progress: Progress)
  }

  /// The states of the export, until it has ended.
  ///
  /// - Parameter interval: The seconds between reports of progress; by default only changes of the state are reported.
  public func states(updateInterval interval: TimeInterval = .infinity) -> some Sendable & AsyncSequence<State, Never> {
    let pause = interval.isFinite ? min(max(interval, 0.01), 3600) : 0.05
    return AsyncStream { continuation in
      let task = Task {
        let progress = Progress(totalUnitCount: 1000)
        var last: Status?
        while !Task.isCancelled {
          let status = self.status
          progress.completedUnitCount = Int64(self.progress * 1000)
          if interval.isFinite || status != last {
            switch status {
            case .unknown: continuation.yield(.pending)
            case .waiting: continuation.yield(.waiting)
            case .exporting: continuation.yield(.exporting(progress: progress))
            case .completed, .failed, .cancelled: return continuation.finish()
            }
          }
          last = status
          try? await Task.sleep(nanoseconds: UInt64(saturating: pause * 1e9))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Exports to a file.
  ///
  /// - Throws: The error that ended the export. Cancelling the task cancels the export.
  public func export(to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation) async throws {
    outputURL = url
    outputFileType = fileType
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exportAsynchronously { continuation.resume() }
      }
    } onCancel: {
      cancelExport()
    }
    if let error { throw error }
  }
}
