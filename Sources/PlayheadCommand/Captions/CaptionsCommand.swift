import AVFoundation
import PlayheadBasics
import PlayheadEngine
import PlayheadItems
import PlayheadText

/// `playhead captions`: reads all captions and prints them with their times.
struct CaptionsCommand {
  /// The file or URL as given on the command line.
  var file: String
  /// The track number as `playhead info` prints it; nil for the preferred caption track.
  var track: Int?
  /// Whether the output is JSON (`CueDocumentJSON`) instead of blocks like those of SRT.
  var asJSON: Bool
  /// The destination of captions and messages.
  var console: any Console

  /// Runs the command on the calling thread, which blocks until all captions have been read. Returns the exit status:
  /// 0, or 1 if there are no captions or they cannot be read.
  func run() -> Int32 {
    let location = MediaLocation(file)
    do throws(MediaError) {
      guard let captions = try CaptionReader.read(location.url, trackID: track.map { Int32($0) }) else {
        let which = track.map { "track \($0) has no captions" } ?? "it has no captions"
        console.writeErrorLine(
          "playhead: cannot read captions of “\(CellText.printable(location.text))”: \(which). "
            + "“playhead info” lists its tracks.")
        return 1
      }
      console.write(asJSON ? CueDocumentJSON(captions: captions).value.text() + "\n" : text(captions.document))
      return 0
    } catch {
      console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
      return 1
    }
  }

  /// One block per cue, like SRT without numbers.
  private func text(_ document: CueDocument) -> String {
    document.cues.map { cue in
      let lines = cue.text.split(separator: "\n", omittingEmptySubsequences: false).map {
        CellText.printable(String($0))
      }
      let bitmapTexts = cue.bitmaps.map { "(an image of \($0.width)x\($0.height) at \($0.x),\($0.y))" }
      return "\(Self.clock(cue.start)) --> \(Self.clock(cue.end))\n"
        + (bitmapTexts.isEmpty ? lines : bitmapTexts).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Formats a time as h:mm:ss.ttt; an unknown end time is “end”.
  private static func clock(_ time: CMTime) -> String {
    guard time.isNumeric else { return "end" }
    return ClockText.milliseconds(time.seconds)
  }
}
