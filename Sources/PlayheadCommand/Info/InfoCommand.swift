import AVFoundation
import PlayheadEngine

/// `playhead info`: reads and prints the container information. Decodes nothing.
struct InfoCommand {
  var file: String
  var asJSON: Bool
  var console: any Console

  func run() -> Int32 {
    let location = MediaLocation(file)
    do throws(MediaError) {
      let asset = AVURLAsset(url: location.url)
      let info = try asset.wholeInfo()
      if asJSON {
        console.writeLine(InfoDocument(asset: asset, info: info).json.text())
      } else {
        let report = InfoReport(
          name: location.name, info: info, metadata: asset.metadata, selection: InfoSelection.sections(asset))
        console.write(report.text)
      }
      return 0
    } catch {
      console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
      return 1
    }
  }
}
