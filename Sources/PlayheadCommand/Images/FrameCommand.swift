import CoreMedia
import PlayheadBasics
import PlayheadEngine

/// `playhead frame`: saves the picture of one moment and prints, in seconds, when it begins to be seen.
struct FrameCommand {
  var options: FrameOptions
  var file: String
  var console: any Console

  func run() -> Int32 {
    var wish = PictureWish()
    wish.isUpright = true
    wish.colors = .sRGB
    if !options.takesKeyframe { wish.toleranceBefore = .zero }
    wish.toleranceAfter = .zero
    let extractor = PictureExtractor(url: MediaLocation(file).url)
    switch extractor.picture(at: CMTime(moment: options.moment), wish: wish) {
    case .picture(let picture):
      do throws(ImageFileError) {
        try ImageFile.write(picture.image, to: options.destination)
      } catch {
        console.writeErrorLine(error.sentence)
        return 1
      }
      console.writeLine(picture.time.plainSeconds)
      return 0
    case .failure(let error):
      console.writeErrorLine(ErrorSentence.text(error, verb: "take a picture of", name: file))
      return 1
    case .cancelled:
      return 1
    }
  }
}

extension CMTime {
  /// To the microsecond nearest to `moment`.
  init(moment: Double) {
    self.init(value: Int64(saturating: (min(moment, 1e12) * 1_000_000).rounded()), timescale: 1_000_000)
  }

  /// Seconds with six decimals, for programs that read them.
  var plainSeconds: String {
    let microseconds = Int64(saturating: (max(-1e12, min(1e12, seconds)) * 1_000_000).rounded())
    let fraction = String(microseconds.magnitude % 1_000_000)
    let sign = microseconds < 0 ? "-" : ""
    return "\(sign)\(microseconds.magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count)
      + fraction
  }
}
