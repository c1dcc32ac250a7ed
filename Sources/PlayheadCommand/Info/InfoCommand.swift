import AVFoundation
import PlayheadBasics
import PlayheadItems

/// `playhead info`: reads and prints the container information. Decodes nothing.
struct InfoCommand {
  /// The file or URL as given on the command line.
  var file: String
  /// Whether the output is JSON (`InfoDocument`) instead of text (`InfoReport`).
  var asJSON: Bool
  /// The destination of the information and of messages.
  var console: any Console

  /// Runs the command on the calling thread, which blocks while the file is read. Returns the exit status: 0, or 1 if
  /// the file cannot be opened.
  func run() -> Int32 {
    let location = MediaLocation(file)
    do throws(MediaError) {
      let asset = AVURLAsset(url: location.url)
      let info = try asset.wholeInfo()
      if asJSON {
        console.writeLine(InfoDocument(asset: asset, info: info).json.text())
      } else {
        let report = InfoReport(
          name: location.name, info: info, metadata: asset.metadata, selection: InfoSelection.sections(asset),
          hardware: HardwareCandidates.interfaces)
        console.write(report.text)
      }
      return 0
    } catch {
      console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
      return 1
    }
  }
}
