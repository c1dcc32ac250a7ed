import PlayheadEngine
import PlayheadTesting

/// `playhead dump`: plays a file on a clock of its own, as fast as it decodes, and prints everything that came out.
struct DumpCommand {
  var file: String
  var console: any Console

  func run() -> Int32 {
    let location = MediaLocation(file)
    if let error = FileCheck.error(location) { return fail(error) }
    // A line at a time would cost more than decoding.
    var lines = ""
    let summary = PlaybackDump.run(url: location.url) { line in
      lines += line + "\n"
      if lines.utf8.count > 1 << 16 {
        console.write(lines)
        lines = ""
      }
    }
    console.write(lines)
    return summary.failure.map { fail($0.error) } ?? 0
  }

  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "dump", name: file))
    return 1
  }
}
