import CoreGraphics
import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadNetworking

/// `playhead thumbnails`: saves small images, evenly distributed over a file, and prints the name and presentation time
/// in seconds of each.
struct ThumbnailsCommand {
  var options: ThumbnailOptions
  var file: String
  var console: any Console
  /// nil if the output is not a terminal.
  var bar: ProgressBar?

  func run() -> Int32 {
    let extractor = ImageExtractor(url: MediaLocation(file).url)
    do throws(MediaError) {
      let duration = try extractor.info().duration
      guard duration.isNumeric, duration > .zero else {
        console.writeErrorLine(
          "playhead: cannot take pictures of “\(CellText.printable(MediaLocation(file).text))”: its length is not known. "
            + "“playhead frame” takes single pictures of it."
        )
        return 1
      }
      return try save(extractor, Self.moments(options.count, of: duration))
    } catch {
      return fail(error)
    }
  }

  /// The centres of `count` equal parts.
  static func moments(_ count: Int, of duration: CMTime) -> [CMTime] {
    (0..<count).map { CMTime(moment: (Double($0) + 0.5) / Double(count) * duration.seconds) }
  }

  private var request: ImageRequest {
    var request = ImageRequest()
    request.isUpright = true
    request.colors = .sRGB
    request.maximumSize = CGSize(width: Double(options.width), height: 0)
    if options.isExact { request.toleranceBefore = .zero }
    return request
  }

  private func save(_ extractor: ImageExtractor, _ moments: [CMTime]) throws(MediaError) -> Int32 {
    do throws(ImageFileError) {
      try ImageFile.makeFolder(options.folder)
      let imageAvailable = DispatchSemaphore(value: 0)
      let batch = extractor.images(at: moments, request: request) { imageAvailable.signal() }
      // Stops background work when writing has failed.
      defer { batch.cancel() }
      var files = ThumbnailFiles(options)
      var status: Int32 = 0
      batch.start()
      while !batch.isOver {
        guard let answer = batch.next() else {
          imageAvailable.wait()
          continue
        }
        switch answer.outcome {
        case .image(let extracted):
          let name = try files.write(extracted.image, index: answer.index)
          erase()
          console.writeLine("\(SystemPath.shown(name)) \(extracted.time.plainSeconds)")
        case .failure(let error):
          erase()
          status = fail(error)
          // An error of opening the file applies to every image.
          if case .noFrame = error.kind {} else if case .decodeFailed = error.kind {} else { return status }
        case .cancelled: status = 1
        }
        show(answer.index + 1)
      }
      erase()
      try files.finish()
      return status
    } catch {
      erase()
      console.writeErrorLine(error.sentence)
      return 1
    }
  }

  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "take pictures of", name: file))
    return 1
  }

  private func show(_ done: Int) {
    if let bar { console.writeError(bar.line(done, of: options.count)) }
  }
  private func erase() {
    if let bar { console.writeError(bar.end) }
  }
}

/// The image files on disk.
struct ThumbnailFiles {
  private let options: ThumbnailOptions
  private let digits: Int
  private var last: (image: CGImage, bytes: [UInt8])?
  private var sheet: ContactSheet?

  init(_ options: ThumbnailOptions) {
    self.options = options
    digits = max(4, String(options.count).count)
  }

  /// Saves an image and returns its file name.
  mutating func write(_ image: CGImage, index: Int) throws(ImageFileError) -> String {
    let number = String(index + 1)
    let name = String(repeating: "0", count: digits - number.count) + number + ".jpg"
    let path = options.folder.hasSuffix("/") ? options.folder + name : "\(options.folder)/\(name)"
    // Times with the same keyframe share its image.
    if last?.image !== image { last = (image, try ImageFile.encode(image, as: .jpeg, for: path)) }
    try ImageFile.write(last?.bytes ?? [], to: path)
    try place(image, index)
    return name
  }

  private mutating func place(_ image: CGImage, _ index: Int) throws(ImageFileError) {
    guard let destination = options.sheet else { return }
    if sheet == nil {
      sheet = ContactSheet(count: options.count, first: image)
      guard sheet != nil else {
        throw ImageFileError(
          path: destination.path, cause: "it would be larger than an image can be",
          advice: "Ask for fewer or smaller pictures.")
      }
    }
    sheet?.place(image, at: index)
  }

  /// Saves the sheet.
  func finish() throws(ImageFileError) {
    guard let destination = options.sheet, let image = sheet?.image else { return }
    try ImageFile.write(image, to: destination)
  }
}
