import CoreGraphics
import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadBatch
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadImages
import PlayheadMedia

/// The images of one file: thumbnails, a contact sheet, sprite sheets and a single frame.
struct BatchImages {
  private let media: BatchMedia
  private let extractor: ImageExtractor
  private let outputs: BatchOptions.Outputs

  /// Creates the tasks of a file.
  init(_ media: BatchMedia, _ extractor: ImageExtractor, _ outputs: BatchOptions.Outputs) {
    (self.media, self.extractor, self.outputs) = (media, extractor, outputs)
  }

  // MARK: Tasks

  /// Writes `thumbnails/0001.jpg` and so on.
  func thumbnails(_ problem: inout ResultProblem?) throws(ResultProblem) -> JSONValue {
    guard media.hasVideo else { return .null }
    try media.makeFolder("thumbnails")
    let digits = max(4, String(outputs.count).count)
    var (files, missing): ([JSONValue], Missing) = ([], Missing())
    var last: (image: CGImage, bytes: [UInt8])?
    try extract(try moments(), width: outputs.width) { (index, outcome) throws(ResultProblem) in
      guard let extracted = missing.take(outcome) else { return }
      let number = String(index + 1)
      let name = "thumbnails/" + String(repeating: "0", count: digits - number.count) + number + ".jpg"
      // Times with the same sync sample share its image.
      if last?.image !== extracted.image { last = (extracted.image, try Self.encoded(extracted.image)) }
      try media.write(last?.bytes ?? [], to: name)
      files.append(.object([("file", .string(name)), ("time", Self.number(extracted.time))]))
    }
    problem = try missing.problem(of: outputs.count)
    return .array(files)
  }

  /// Writes `sheet.jpg`, with the same images in one.
  func sheet(_ problem: inout ResultProblem?) throws(ResultProblem) -> JSONValue {
    guard media.hasVideo else { return .null }
    var (sheet, size, times, missing): (ContactSheet?, (Int, Int), [JSONValue], Missing) = (nil, (0, 0), [], Missing())
    try extract(try moments(), width: outputs.width) { (index, outcome) throws(ResultProblem) in
      guard let extracted = missing.take(outcome) else { return times.append(.null) }
      if sheet == nil {
        sheet = ContactSheet(count: outputs.count, first: extracted.image)
        size = (extracted.image.width, extracted.image.height)
        guard sheet != nil else { throw Self.tooLarge }
      }
      sheet?.place(extracted.image, at: index)
      times.append(Self.number(extracted.time))
    }
    problem = try missing.problem(of: outputs.count)
    guard let sheet, let image = sheet.image else { throw Self.tooLarge }
    try media.write(try Self.encoded(image), to: "sheet.jpg")
    return .object([
      ("file", .string("sheet.jpg")), ("columns", .integer(Int64(sheet.columns))),
      ("rows", .integer(Int64(sheet.rows))), ("tileWidth", .integer(Int64(size.0))),
      ("tileHeight", .integer(Int64(size.1))), ("times", .array(times)),
    ])
  }

  /// Writes `sprites-001.jpg` and so on, and `sprites.vtt` with the place of each image.
  func sprites(_ problem: inout ResultProblem?) throws(ResultProblem) -> JSONValue {
    guard media.hasVideo else { return .null }
    let layout = SpriteLayout(duration: try duration(), interval: outputs.interval)
    var (sheet, size, missing): (ContactSheet?, (width: Int, height: Int)?, Missing) = (nil, nil, Missing())
    // A tile without a frame repeats the one before it.
    var (last, written): (CGImage?, Int) = (nil, 0)
    func finish(_ number: Int) throws(ResultProblem) {
      guard let image = sheet?.image else { throw Self.tooLarge }
      try media.write(try Self.encoded(image), to: layout.name(ofSheet: number))
      (sheet, written) = (nil, written + 1)
    }
    let times = (0..<layout.count).map { CMTime(time: layout.time(ofTile: $0)) }
    try extract(times, width: outputs.spriteWidth) { (index, outcome) throws(ResultProblem) in
      if let extracted = missing.take(outcome) { last = extracted.image }
      guard let image = last else { return }
      if size == nil { size = (image.width, image.height) }
      let place = layout.place(ofTile: index, tileWidth: 1, tileHeight: 1)
      if sheet == nil {
        let grid = layout.size(ofSheet: place.sheet)
        sheet = ContactSheet(columns: grid.columns, rows: grid.rows, first: image)
      }
      guard let columns = sheet?.columns else { throw Self.tooLarge }
      sheet?.place(image, at: place.y * columns + place.x)
      if index == layout.count - 1 || layout.place(ofTile: index + 1, tileWidth: 1, tileHeight: 1).sheet != place.sheet
      {
        try finish(place.sheet)
      }
    }
    problem = try missing.problem(of: layout.count)
    guard let size, written == layout.sheets else {
      throw problem ?? ResultProblem(.media, "The images of a whole sheet are missing.")
    }
    let cues = layout.cues(tileWidth: size.width, tileHeight: size.height)
    try media.write(Array(cues.utf8), to: "sprites.vtt")
    return .object([
      ("vtt", .string("sprites.vtt")),
      ("sheets", .array((0..<layout.sheets).map { .string(layout.name(ofSheet: $0)) })),
      ("count", .integer(Int64(layout.count))), ("interval", .number(layout.interval)),
      ("tileWidth", .integer(Int64(size.width))), ("tileHeight", .integer(Int64(size.height))),
    ])
  }

  /// Writes `frame.jpg`, the frame that is shown at a time.
  func frame() throws(ResultProblem) -> JSONValue {
    guard media.hasVideo else { return .null }
    let moment: CMTime
    if let time = outputs.time { moment = CMTime(time: time) } else { moment = CMTime(time: try duration() / 10) }
    var request = request(width: 0)
    request.toleranceBefore = .zero
    request.toleranceAfter = .zero
    switch extractor.image(at: moment, request: request) {
    case .image(let extracted):
      try media.write(try Self.encoded(extracted.image), to: "frame.jpg")
      return .object([
        ("file", .string("frame.jpg")), ("time", Self.number(extracted.time)),
        ("width", .integer(Int64(extracted.image.width))), ("height", .integer(Int64(extracted.image.height))),
      ])
    case .failure(let error): throw ResultProblem(error)
    case .cancelled: throw ResultProblem(.media, "The extraction was cancelled.")
    }
  }

  // MARK: Parts

  /// The images that could not be decoded.
  private struct Missing {
    /// The number of them.
    private var count = 0
    /// The reason of the first one.
    private var first: ResultProblem?

    /// The image of an outcome; nil is counted.
    mutating func take(_ outcome: ImageOutcome) -> ExtractedImage? {
      switch outcome {
      case .image(let extracted): return extracted
      case .failure(let error): if first == nil { first = ResultProblem(error) }
      case .cancelled: break
      }
      count += 1
      return nil
    }

    /// The failure of the task; nil if no image is missing.
    ///
    /// - Throws: The failure if all images are missing.
    func problem(of total: Int) throws(ResultProblem) -> ResultProblem? {
      guard let first else { return nil }
      guard count < total else { throw first }
      return ResultProblem(first.code, "\(count) of \(total) images are missing. \(first.message)")
    }
  }

  private func extract(
    _ times: [CMTime], width: Int, _ body: (Int, ImageOutcome) throws(ResultProblem) -> Void
  ) throws(ResultProblem) {
    try extractor.images(at: times, request: request(width: width), body)
  }

  /// Requests upright images in sRGB; a width of 0 is unlimited.
  private func request(width: Int) -> ImageRequest {
    var request = ImageRequest()
    request.isUpright = true
    request.colors = .sRGB
    request.maximumSize = CGSize(width: Double(width), height: 0)
    if outputs.isExact { request.toleranceBefore = .zero }
    return request
  }

  /// The duration in seconds, above 0.
  private func duration() throws(ResultProblem) -> Double {
    let duration = media.info.duration
    guard duration.isNumeric, duration > .zero else {
      throw ResultProblem(.media, "Its duration is unknown, so that no times can be chosen.")
    }
    return duration.seconds
  }

  /// The centres of equal parts.
  private func moments() throws(ResultProblem) -> [CMTime] {
    ThumbnailsCommand.moments(outputs.count, of: CMTime(time: try duration()))
  }

  private static func encoded(_ image: CGImage) throws(ResultProblem) -> [UInt8] {
    do throws(ImageFileError) { return try ImageFile.encode(image, as: .jpeg, for: "") } catch {
      throw ResultProblem(.media, "The image cannot be encoded: \(error.cause).")
    }
  }

  private static var tooLarge: ResultProblem {
    ResultProblem(
      .media, "The sheet would exceed the largest possible size of an image. Request fewer or smaller images.")
  }

  /// Seconds, rounded to microseconds.
  private static func number(_ time: CMTime) -> JSONValue { .number((time.seconds * 1e6).rounded() / 1e6) }
}
