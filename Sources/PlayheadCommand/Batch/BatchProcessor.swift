import AVFoundation
import Foundation
import Glibc
import PlayheadBasics
import PlayheadBatch
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Runs the tasks for one source after the other.
struct BatchProcessor {
  /// The tasks and their settings.
  var outputs: BatchOptions.Outputs
  /// Whether whole files are hashed.
  var comparesContents: Bool
  /// The output folder.
  var folder: OutputFolder

  /// Processes a source and returns its result line.
  func line(for request: WorkerRequest, relativeTo working: String) -> String {
    let started = BatchCoordinator.now
    let source = BatchSource(request.location, relativeTo: working)
    var line = ResultLine(source: source, name: request.name ?? source.name, settings: outputs.fingerprint)
    do throws(ResultProblem) {
      if !source.isRemote {
        try takeStatus(of: source, &line)
        if let expected = request.expectedHash, expected == line.hash { return line.text(.unchanged) }
      }
      try process(source, &line, since: started)
    } catch {
      line.results = []
      line.problems = [error]
    }
    if line.seconds == nil { line.seconds = Self.elapsed(since: started) }
    return line.text()
  }

  /// Seconds, rounded to milliseconds.
  private static func elapsed(since start: Double) -> Double {
    ((BatchCoordinator.now - start) * 1000).rounded() / 1000
  }

  /// Stores the status and the hash of a file.
  private func takeStatus(of source: BatchSource, _ line: inout ResultLine) throws(ResultProblem) {
    switch FileFingerprint.read(source.location, isWhole: comparesContents) {
    case .success(let read): (line.hash, line.file) = (read.hash, read.status)
    case .failure(let problem): throw ResultProblem(problem)
    }
  }

  /// Runs all tasks and publishes their outputs.
  private func process(_ source: BatchSource, _ line: inout ResultLine, since started: Double) throws(ResultProblem) {
    var work: String?
    defer { if let work { OutputFolder.removeTree(work) } }
    if outputs.writesFiles {
      do throws(OutputFolder.Failure) { work = try folder.makeWork() } catch { throw error.problem }
    }
    let asset = AVURLAsset(url: MediaLocation(source.location).url)
    let info: MediaInfo
    do throws(MediaError) { info = try asset.wholeInfo() } catch { throw ResultProblem(error) }
    let media = BatchMedia(asset: asset, info: info, work: work ?? "")
    for task in outputs.tasks {
      var problem: ResultProblem?
      let value = media.run(task, outputs, problem: &problem)
      line.results.append((task.rawValue, value))
      if var problem {
        problem.task = task.rawValue
        line.problems.append(problem)
      }
    }
    // The next file will not have space either.
    if let full = line.problems.first(where: { $0.code == .diskFull }) { throw full }
    try checkUnchanged(source, line)
    guard let work else { return }
    // The line in the folder is that of the result file.
    line.seconds = Self.elapsed(since: started)
    do throws(ImageFileError) {
      try ImageFile.write(Array((line.text() + "\n").utf8), to: "\(work)/\(OutputFolder.marker)")
    } catch {
      throw ResultProblem(error)
    }
    do throws(OutputFolder.Failure) { try folder.publish(work, as: line.name) } catch { throw error.problem }
  }

  /// Reports a file that was replaced, changed or removed while it was processed.
  private func checkUnchanged(_ source: BatchSource, _ line: ResultLine) throws(ResultProblem) {
    guard !source.isRemote else { return }
    switch FileStatus.read(source.location) {
    case .success(line.file): return
    case .success: throw ResultProblem(.changed, "It was changed while it was processed.")
    case .failure(.vanished): throw ResultProblem(.vanished, "It was removed while it was processed.")
    case .failure(let problem): throw ResultProblem(problem)
    }
  }
}

extension ResultProblem {
  /// The failure for an error of the engine.
  init(_ error: MediaError) {
    let reason = error.reason
    self.init(Self.code(error.kind), "\(reason.prefix(1).uppercased())\(reason.dropFirst()). \(error.advice)")
  }

  /// The failure for an image that could not be saved.
  init(_ error: ImageFileError) {
    self.init(
      error.code == ENOSPC || error.code == EDQUOT ? .diskFull : .output,
      "The output cannot be written: \(error.cause). \(error.advice)")
  }

  private static func code(_ kind: MediaError.Kind) -> Code {
    switch kind {
    case .fileNotFound: .vanished
    case .isDirectory, .noPermission, .readFailed: .unreadable
    case .resourceChanged: .changed
    case .writeFailed(let code): code == ENOSPC || code == EDQUOT ? .diskFull : .output
    case .http(let status): status >= 500 || status == 429 ? .network : .media
    case .timedOut, .tooSlow, .openingTooSlow, .hostNotFound, .connectionRefused, .unreachable, .notSecure, .proxy,
      .connectionLost, .networkFailed:
      .network
    default: .media
    }
  }
}
