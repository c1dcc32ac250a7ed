import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import Glibc
import PlayheadBasics
import PlayheadBatch
import PlayheadEngine
import PlayheadImages
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadText

/// The tasks for one opened file. Each returns its part of the result line, or null if it does not apply to the file.
struct BatchMedia {
  /// The asset.
  var asset: AVURLAsset
  /// The container information.
  var info: MediaInfo
  /// The folder for outputs; empty if no task writes files.
  var work: String

  /// Reads the images of the file, which is opened once for all tasks.
  private let extractor: ImageExtractor

  /// Creates the tasks of a file.
  init(asset: AVURLAsset, info: MediaInfo, work: String) {
    (self.asset, self.info, self.work) = (asset, info, work)
    extractor = ImageExtractor(url: asset.url)
  }

  /// Runs a task. Files of a failed task are removed.
  ///
  /// - Parameter problem: Set if the task failed; it may have a result nevertheless.
  func run(_ task: BatchTask, _ outputs: BatchOptions.Outputs, problem: inout ResultProblem?) -> JSONValue {
    do throws(ResultProblem) {
      switch task {
      case .info: return InfoDocument(asset: asset, info: info).json
      case .thumbnails: return try BatchImages(self, extractor, outputs).thumbnails(&problem)
      case .sheet: return try BatchImages(self, extractor, outputs).sheet(&problem)
      case .sprites: return try BatchImages(self, extractor, outputs).sprites(&problem)
      case .frame: return try BatchImages(self, extractor, outputs).frame()
      case .captions: return try captions()
      case .export: return try export(outputs)
      }
    } catch {
      problem = error
      for name in Self.names(of: task) { OutputFolder.removeTree("\(work)/\(name)") }
      return .null
    }
  }

  /// The folders of tasks, which are removed after a failure. Single files are written last.
  private static func names(of task: BatchTask) -> [String] {
    switch task {
    case .thumbnails: ["thumbnails"]
    case .captions: ["captions"]
    default: []
    }
  }

  /// Whether the file has video other than cover art.
  var hasVideo: Bool { info.tracks.contains { $0.kind == .video && !$0.isAttachedPicture } }

  // MARK: Captions

  /// Writes each caption track as JSON, and as WebVTT if it is text. Without caption tracks, the closed captions in the
  /// video are used.
  private func captions() throws(ResultProblem) -> JSONValue {
    let tracks: [Int32?] = info.tracks.filter { $0.kind == .text }.map { Int32($0.trackID) }
    var written: [JSONValue] = []
    for track in tracks.isEmpty ? [nil] : tracks {
      let captions: CaptionReader.Captions?
      do throws(MediaError) { captions = try CaptionReader.read(asset.url, trackID: track) } catch {
        throw ResultProblem(error)
      }
      if let captions { written.append(try write(captions)) }
    }
    return written.isEmpty ? .null : .array(written)
  }

  private func write(_ captions: CaptionReader.Captions) throws(ResultProblem) -> JSONValue {
    let name = "captions/\(captions.track.map { String($0.trackID) } ?? "0")"
    let document = captions.document
    try makeFolder("captions")
    try write(Array((CueDocumentJSON(captions: captions).value.text() + "\n").utf8), to: name + ".json")
    let isText = document.cues.allSatisfy(\.bitmaps.isEmpty)
    if isText { try write(Array(CaptionWriter.webVTT(document.cues).utf8), to: name + ".vtt") }
    return .object([
      ("track", captions.track.map { .integer(Int64($0.trackID)) } ?? .null),
      ("language", .optional(captions.track?.declaredLanguage)), ("cues", .integer(Int64(document.cues.count))),
      ("json", .string(name + ".json")), ("vtt", isText ? .string(name + ".vtt") : .null),
    ])
  }

  // MARK: Export

  /// Copies or encodes the whole file.
  private func export(_ outputs: BatchOptions.Outputs) throws(ResultProblem) -> JSONValue {
    let preset = ExportOptions.presets.first { $0.name == outputs.preset }?.preset ?? AVAssetExportPresetPassthrough
    guard AVAssetExportSession.allExportPresets().contains(preset) else {
      throw ResultProblem(.media, "This FFmpeg has no encoder for the preset “\(outputs.preset)”.")
    }
    guard let session = AVAssetExportSession(asset: asset, presetName: preset) else {
      throw ResultProblem(.media, "Streams cannot be exported.")
    }
    let name = "export.\(outputs.type)"
    session.outputURL = SystemPath.url("\(work)/\(name)")
    session.outputFileType = ExportOptions.types[outputs.type]
    session.shouldOptimizeForNetworkUse = true
    let ended = DispatchSemaphore(value: 0)
    session.exportAsynchronously { ended.signal() }
    ended.wait()
    if let error = session.error {
      let advice = (error as NSError).localizedRecoverySuggestion.map { " \($0)" } ?? ""
      let isFull = (error as? AVError)?.code == .diskFull
      throw ResultProblem(isFull ? .diskFull : .media, error.localizedDescription + advice)
    }
    let size = (try? FileStatus.read("\(work)/\(name)").get())?.size
    return .object([("file", .string(name)), ("size", size.map(JSONValue.integer) ?? .null)])
  }

  // MARK: Files

  /// Writes a file of the working folder.
  func write(_ bytes: [UInt8], to name: String) throws(ResultProblem) {
    do throws(ImageFileError) { try ImageFile.write(bytes, to: "\(work)/\(name)") } catch { throw ResultProblem(error) }
  }

  /// Creates a folder in the working folder.
  func makeFolder(_ name: String) throws(ResultProblem) {
    do throws(OutputFolder.Failure) { try OutputFolder.makeFolders("\(work)/\(name)") } catch { throw error.problem }
  }
}
