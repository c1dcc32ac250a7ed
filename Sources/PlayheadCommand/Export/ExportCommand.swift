import AVFoundation
import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking

/// `playhead export`: copies a file, or a range of it, to another container without encoding it again.
struct ExportCommand {
  /// The destination and the range of the command line.
  var options: ExportOptions
  /// The file or URL as given on the command line.
  var file: String
  /// The destination of messages.
  var console: any Console
  /// Shows the progress; nil for none.
  var bar: ProgressBar?

  /// Runs the command on the calling thread, which blocks until the file is complete. Returns the exit status: 0, or 1
  /// if the file cannot be read or written.
  func run() -> Int32 {
    let asset = AVURLAsset(url: MediaLocation(file).url)
    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
      return fail("streams cannot be exported. Play it, or download it first.")
    }
    session.outputURL = SystemPath.url(options.path)
    session.outputFileType = options.type
    session.shouldOptimizeForNetworkUse = true
    let start = CMTime(time: options.from)
    session.timeRange = CMTimeRange(start: start, end: options.to.map { CMTime(time: $0) } ?? .positiveInfinity)
    let ended = DispatchSemaphore(value: 0)
    session.exportAsynchronously { ended.signal() }
    while ended.wait(timeout: bar == nil ? .distantFuture : .now() + 0.1) == .timedOut {
      if let bar { console.writeError(bar.line(Int(session.progress * 100), of: 100)) }
    }
    if let bar { console.writeError(bar.end) }
    guard let error = session.error else { return 0 }
    let advice = (error as NSError).localizedRecoverySuggestion.map { " \($0)" } ?? ""
    console.writeErrorLine("playhead: \(CellText.printable(error.localizedDescription))\(advice)")
    return 1
  }

  private func fail(_ reason: String) -> Int32 {
    console.writeErrorLine("playhead: cannot export “\(CellText.printable(MediaLocation(file).text))”: \(reason)")
    return 1
  }
}

/// The options of `playhead export`.
struct ExportOptions: Equatable {
  /// The path of the new file.
  var path: String
  /// The type of the new file, by its extension.
  var type: AVFileType
  /// The start in seconds.
  var from = 0.0
  /// The end in seconds; nil for the end of the file.
  var to: Double?
  /// Whether the progress is shown.
  var showsProgress = false

  /// The types by the extensions of names.
  private static let types: [String: AVFileType] = [
    "mp4": .mp4, "m4v": .m4v, "mov": .mov, "m4a": .m4a, "3gp": .mobile3GPP, "wav": .wav, "aiff": .aiff, "aif": .aiff,
    "caf": .caf, "mp3": .mp3, "flac": AVFileType("org.xiph.flac"), "ogg": AVFileType("org.xiph.ogg-audio"),
    "mkv": AVFileType("org.matroska.mkv"), "webm": AVFileType("org.webmproject.webm"),
    "ts": AVFileType("public.mpeg-2-transport-stream"),
  ]

  /// Parses the options.
  ///
  /// - Throws: A `UsageError` without a destination, for an unknown extension, and for a range without a length.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    guard let path = options.last(.output), !path.isEmpty else {
      throw UsageError("“export” needs a new file", hint: "Write “playhead export FILE -o NEW.mp4”.")
    }
    let ending = path.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let type = Self.types[ending] else {
      throw UsageError(
        "“\(path)” has no known extension", hint: "Write a name that ends in .mp4, .mov, .mkv or .m4a, for example.")
    }
    self.path = path
    self.type = type
    if let from = options.last(.from) { self.from = try OptionValue.seconds(from, of: .from) }
    to = try options.last(.to).map { text throws(UsageError) in try OptionValue.seconds(text, of: .to) }
    if let to, to <= from { throw UsageError("“--to” is not after “--from”", hint: "Write a later time.") }
    showsProgress = options.last(.progress) != nil
  }
}
