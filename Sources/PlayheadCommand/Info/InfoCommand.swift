import PlayheadEngine

/// `playhead info`: reads what the container says and prints it. Nothing is decoded.
struct InfoCommand {
  var file: String
  var asJSON: Bool
  var console: any Console

  func run() -> Int32 {
    let location = MediaLocation(file)
    do throws(MediaError) {
      let info = try MediaProbe.probe(location.url)
      if asJSON {
        console.writeLine(InfoDocument(url: location.url, info: info).json.text())
      } else {
        console.write(InfoReport(name: location.name, info: info).text)
      }
      return 0
    } catch {
      console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
      return 1
    }
  }
}
