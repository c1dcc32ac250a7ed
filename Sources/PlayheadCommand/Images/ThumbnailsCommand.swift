import CoreGraphics
import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadImages
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// `playhead thumbnails`: saves small images, evenly distributed over a file, and prints the name and presentation time
/// in seconds of each.
struct ThumbnailsCommand {
  /// The number, size and destination of the images.
  var options: ThumbnailOptions
  /// The file or URL as given on the command line.
  var file: String
  /// The destination of names, times and messages. The progress goes to standard error.
  var console: any Console
  /// nil if the output is not a terminal.
  var bar: ProgressBar?

  /// Runs the command on the calling thread, which blocks until the images are saved. Returns the exit status: 0, or 1
  /// if an image cannot be decoded or saved, or if the duration is unknown.
  func run() -> Int32 {
    let extractor = ImageExtractor(url: MediaLocation(file).url)
    do throws(MediaError) {
      let duration = try extractor.info().duration
      guard duration.isNumeric, duration > .zero else {
        console.writeErrorLine(
          "playhead: cannot make thumbnails of “\(CellText.printable(MediaLocation(file).text))”: its duration is unknown. "
            + "“playhead frame” saves single frames of it."
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
    (0..<count).map { CMTime(time: (Double($0) + 0.5) / Double(count) * duration.seconds) }
  }

  /// Requests upright images in sRGB, scaled down to the requested width; sync samples only, unless `--exact` is given.
  private var request: ImageRequest {
    var request = ImageRequest()
    request.isUpright = true
    request.colors = .sRGB
    request.maximumSize = CGSize(width: Double(options.width), height: 0)
    if options.isExact { request.toleranceBefore = .zero }
    return request
  }

  /// Saves an image for each time, in order, while later ones are decoded in the background. A frame that cannot be
  /// decoded is reported and skipped; any other error ends the command.
  ///
  /// - Returns: The exit status.
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

  /// Prints an error and returns the exit status 1.
  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "make thumbnails of", name: file))
    return 1
  }

  /// Updates the progress bar. Has no effect without one.
  private func show(_ done: Int) {
    if let bar { console.writeError(bar.line(done, of: options.count)) }
  }
  /// Removes the progress bar, so that other output starts on an empty line.
  private func erase() {
    if let bar { console.writeError(bar.end) }
  }
}

/// The image files on disk.
struct ThumbnailFiles {
  /// The folder, the number of images and the contact sheet.
  private let options: ThumbnailOptions
  /// The number of digits in a file name, at least 4.
  private let digits: Int
  /// The last image and its JPEG file, for consecutive times with the same sync sample.
  private var last: (image: CGImage, bytes: [UInt8])?
  /// The contact sheet; nil until the first image determines the size of its cells, and always without `--sheet`.
  private var sheet: ContactSheet?

  /// Prepares the file names. Nothing is written until the first image.
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

  /// Copies an image into the contact sheet, which is created with the first one.
  ///
  /// - Throws: An `ImageFileError` if the sheet would exceed the limits of image files.
  private mutating func place(_ image: CGImage, _ index: Int) throws(ImageFileError) {
    guard let destination = options.sheet else { return }
    if sheet == nil {
      sheet = ContactSheet(count: options.count, first: image)
      guard sheet != nil else {
        throw ImageFileError(
          path: destination.path, cause: "it would exceed the largest possible size of an image",
          advice: "Request fewer or smaller images.")
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
