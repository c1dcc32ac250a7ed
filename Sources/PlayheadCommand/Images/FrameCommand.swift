import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadEngine
import PlayheadImages
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// `playhead frame`: saves the frame at a time and prints its presentation time in seconds; or all frames of a range,
/// with a line for each.
struct FrameCommand {
  /// The moment, tolerance, range and destination of the command line.
  var options: FrameOptions
  /// The file or URL as given on the command line.
  var file: String
  /// The destination of times and messages.
  var console: any Console

  /// Runs the command on the calling thread, which blocks until the images are saved. Returns the exit status: 0, or 1
  /// if a frame cannot be decoded or saved.
  func run() -> Int32 {
    let url = MediaLocation(file).url
    do throws(MediaError) {
      var track: Int?
      if let number = options.track {
        track = try index(ofTrack: number, in: url)
        if track == nil { return 1 }
      }
      let extractor = ImageExtractor(url: url, track: track)
      guard let length = options.length else { return save(extractor) }
      return try save(extractor, length: length)
    } catch {
      return fail(error)
    }
  }

  /// Requests the upright frame in sRGB at or before the moment; with `--keyframe`, any earlier sync sample suffices.
  private var request: ImageRequest {
    var request = ImageRequest()
    request.isUpright = true
    request.colors = .sRGB
    if !options.takesKeyframe { request.toleranceBefore = .zero }
    request.toleranceAfter = .zero
    return request
  }

  /// The index of a video track. Prints a message and returns nil if there is no such track.
  private func index(ofTrack number: Int, in url: URL) throws(MediaError) -> Int? {
    let info = try MediaProbe.probe(url)
    let track = info.tracks.first {
      Int($0.trackID) == number && $0.kind == .video && $0.isDecodable && !$0.isAttachedPicture
    }
    // For a stream, the playlist determines the track that is read.
    if let track, info.variants.isEmpty || track.index == info.preferredTrack(.video)?.index { return track.index }
    console.writeErrorLine(
      "playhead: cannot save a frame of “\(CellText.printable(MediaLocation(file).text))”: track \(number) is not a selectable video track. "
        + "“playhead info” lists its tracks.")
    return nil
  }

  /// Saves the frame at the moment and prints its presentation time. Returns the exit status.
  private func save(_ extractor: ImageExtractor) -> Int32 {
    switch extractor.image(at: CMTime(time: options.time), request: request) {
    case .image(let extracted):
      do throws(ImageFileError) {
        try ImageFile.write(extracted.image, to: options.destination)
      } catch {
        console.writeErrorLine(error.sentence)
        return 1
      }
      console.writeLine(extracted.time.plainSeconds)
      return 0
    case .failure(let error): return fail(error)
    case .cancelled: return 1
    }
  }

  /// Saves all frames of a range under numbered names and prints a line for each. A frame that cannot be decoded is
  /// reported and skipped.
  ///
  /// - Parameter length: The length of the range in seconds, from the moment.
  /// - Throws: A `MediaError` if the file cannot be opened or the range has no frame.
  private func save(_ extractor: ImageExtractor, length: Double) throws(MediaError) -> Int32 {
    let start = CMTime(time: options.time)
    let times = try extractor.times(in: start..<start + CMTime(time: length), request: request) ?? []
    guard !times.isEmpty else { throw MediaError(.noFrame(at: options.time), url: extractor.url) }
    let imageAvailable = DispatchSemaphore(value: 0)
    let batch = extractor.images(at: times, request: request) { imageAvailable.signal() }
    defer { batch.cancel() }
    batch.start()
    var status: Int32 = 0
    var (last, count) = (CMTime.invalid, 0)
    while !batch.isOver {
      guard let answer = batch.next() else {
        imageAvailable.wait()
        continue
      }
      switch answer.outcome {
      case .image(let extracted):
        // A time that an edit list hides yields the frame that is displayed instead.
        guard extracted.time != last else { continue }
        (last, count) = (extracted.time, count + 1)
        let destination = options.destination.numbered(count)
        do throws(ImageFileError) {
          try ImageFile.write(extracted.image, to: destination)
        } catch {
          console.writeErrorLine(error.sentence)
          return 1
        }
        console.writeLine("\(SystemPath.shown(destination.path)) \(extracted.time.plainSeconds)")
      case .failure(let error): status = fail(error)
      case .cancelled: status = 1
      }
    }
    return status
  }

  /// Prints an error and returns the exit status 1.
  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "save a frame of", name: file))
    return 1
  }
}

extension CMTime {
  /// Rounds `time` to microseconds.
  init(time: Double) {
    self.init(value: Int64(saturating: (min(time, 1e12) * 1_000_000).rounded()), timescale: 1_000_000)
  }

  /// Seconds with six decimals, for programs to parse.
  var plainSeconds: String {
    let microseconds = Int64(saturating: (max(-1e12, min(1e12, seconds)) * 1_000_000).rounded())
    let fraction = String(microseconds.magnitude % 1_000_000)
    let sign = microseconds < 0 ? "-" : ""
    return "\(sign)\(microseconds.magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count)
      + fraction
  }
}
