import AVFoundation
import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// `playhead export`: copies a file, or a range of it, to another container, or encodes it with a preset.
struct ExportCommand {
  /// The destination and the range of the command line.
  var options: ExportOptions
  /// The file or URL as given on the command line.
  var file: String
  /// The destination of messages.
  var console: any Console
  /// Shows the progress; nil for none.
  var bar: ProgressBar?

  /// Runs the command on the calling thread, which blocks until the file is complete. Returns the exit status: 0, 1
  /// if the file cannot be read or written, or 128 and the number of the signal that has cancelled the export.
  func run() -> Int32 {
    let asset = AVURLAsset(url: MediaLocation(file).url)
    guard AVAssetExportSession.allExportPresets().contains(options.preset) else {
      return fail("this FFmpeg has no encoder for the preset.")
    }
    guard let session = AVAssetExportSession(asset: asset, presetName: options.preset) else {
      return fail("streams cannot be exported. Play it, or download it first.")
    }
    session.outputURL = SystemPath.url(options.path)
    session.outputFileType = options.type
    session.shouldOptimizeForNetworkUse = true
    let start = CMTime(time: options.from)
    session.timeRange = CMTimeRange(start: start, end: options.to.map { CMTime(time: $0) } ?? .positiveInfinity)
    let interruption = ExportInterruption { session.cancelExport() }
    defer { interruption.end() }
    let ended = DispatchSemaphore(value: 0)
    session.exportAsynchronously { ended.signal() }
    let started = ContinuousClock.now
    let length = session.timeRange.intersection(CMTimeRange(start: .zero, duration: asset.duration)).duration.seconds
    if let bar { console.writeError(bar.line(0, of: 100)) }
    while ended.wait(timeout: bar == nil ? .distantFuture : .now() + 0.1) == .timedOut {
      guard let bar else { continue }
      let pace = ExportPace(part: Double(session.progress), of: length, after: started.duration(to: .now))
      console.writeError(bar.line(Int(saturating: Double(session.progress) * 100), of: 100) + pace.text)
    }
    if let bar { console.writeError(bar.end) }
    guard let error = session.error else { return 0 }
    // The status of a program that a signal has ended, for shells.
    if session.status == .cancelled, let signal = interruption.signal { return 128 + signal }
    let advice = (error as NSError).localizedRecoverySuggestion.map { " \($0)" } ?? ""
    console.writeErrorLine("playhead: \(CellText.printable(error.localizedDescription))\(advice)")
    return 1
  }

  private func fail(_ reason: String) -> Int32 {
    console.writeErrorLine("playhead: cannot export “\(CellText.printable(MediaLocation(file).text))”: \(reason)")
    return 1
  }
}

/// The speed of an export, and the time that it still takes.
struct ExportPace: Equatable {
  /// Such as ` 3.2× 0:07 left`, or nothing before anything is written; ends by erasing the rest of the line.
  let text: String

  /// Computes the pace.
  ///
  /// - Parameters:
  ///   - part: The part that is written, from 0 to 1.
  ///   - seconds: The duration of the whole media in seconds.
  ///   - elapsed: The time since the start.
  init(part: Double, of seconds: Double, after elapsed: Duration) {
    let spent = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    guard part > 0, spent > 0, seconds.isFinite, seconds > 0 else {
      text = "\u{1B}[K"
      return
    }
    let tenths = Int(saturating: (part * seconds / spent * 10).rounded())
    let left = Int(saturating: (spent / part * (1 - min(part, 1))).rounded(.up))
    let tail = left % 60 < 10 ? "0\(left % 60)" : "\(left % 60)"
    text = " \(tenths / 10).\(tenths % 10)× \(left / 60):\(tail) left\u{1B}[K"
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
  /// AVFoundation's name of the preset.
  var preset = AVAssetExportPresetPassthrough

  /// AVFoundation's names of the presets by those of the command.
  static let presets: [(name: String, preset: String)] = [
    ("copy", AVAssetExportPresetPassthrough), ("low", AVAssetExportPresetLowQuality),
    ("medium", AVAssetExportPresetMediumQuality), ("highest", AVAssetExportPresetHighestQuality),
    ("480p", AVAssetExportPreset640x480), ("540p", AVAssetExportPreset960x540),
    ("720p", AVAssetExportPreset1280x720), ("1080p", AVAssetExportPreset1920x1080),
    ("2160p", AVAssetExportPreset3840x2160), ("hevc", AVAssetExportPresetHEVCHighestQuality),
    ("hevc-1080p", AVAssetExportPresetHEVC1920x1080), ("hevc-2160p", AVAssetExportPresetHEVC3840x2160),
    ("m4a", AVAssetExportPresetAppleM4A), ("prores", AVAssetExportPresetAppleProRes422LPCM),
  ]

  /// The names of the presets, for the help and for messages.
  static var presetNames: String { presets.map(\.name).joined(separator: ", ") }

  /// The types by the extensions of names.
  static let types: [String: AVFileType] = [
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
    if let name = options.last(.preset) {
      guard let found = Self.presets.first(where: { $0.name == name }) else {
        throw UsageError("“\(name)” is no preset", hint: "The presets are \(Self.presetNames).")
      }
      preset = found.preset
    }
  }
}
