import Foundation

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
    states.observe(interval: interval) { [weak self] in self.map { $0.snapshot } ?? (.cancelled, 0) }
  }

  /// Whether an asset can be exported with a preset to a type of file; nil for any type.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      determineCompatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Exports to `outputURL`, as `exportAsynchronously(completionHandler:)` does; `status` and `error` have the result.
  public func export() async {
    await withCheckedContinuation { continuation in
      exportAsynchronously { continuation.resume() }
    }
  }

  /// Exports to a file.
  ///
  /// - Throws: The error that ended the export; `AVError.operationNotAllowed` if the session was started before.
  ///   Cancelling the task cancels the export.
  public func export(to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation) async throws {
    guard status == .unknown else {
      throw AVError(
        .operationNotAllowed, userInfo: [NSLocalizedDescriptionKey: "A session exports once: create another one."])
    }
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
