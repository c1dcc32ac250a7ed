import PlayheadFFmpeg

/// The destination of an image file, whose extension determines the format.
struct ImageDestination: Equatable, Sendable {
  /// The path as given on the command line; relative to the working directory of the process.
  let path: String
  /// The image format, determined by the extension alone, in upper or lower case.
  let format: ImageEncoder.Format

  /// The destination of one of several images, whose names differ by their numbers, starting at 1.
  func numbered(_ number: Int) -> ImageDestination {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    return ImageDestination(path: "\(path[..<dot])-\(padded)\(path[dot...])", format: format)
  }

  /// Creates a destination without a check, for names derived from a checked one.
  private init(path: String, format: ImageEncoder.Format) { (self.path, self.format) = (path, format) }

  /// Checks the extension of a path.
  ///
  /// - Parameter option: The option that the path belongs to, for the message.
  /// - Throws: A `UsageError` if the extension is not that of a supported format.
  init(_ path: String, of option: CommandOption) throws(UsageError) {
    self.path = path
    let name = path.lowercased()
    if name.hasSuffix(".png") {
      format = .png
    } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
      format = .jpeg
    } else {
      throw UsageError(
        "“\(option.spelling)=\(path)” is not the name of an image",
        hint: "Write a name that ends in .png, .jpg or .jpeg.")
    }
  }
}

/// The options of `playhead frame`.
struct FrameOptions: Equatable, Sendable {
  /// Seconds.
  var time: Double
  /// Whether the sync sample at or before the moment is saved instead of the exact frame. Excludes `length`.
  var takesKeyframe: Bool
  /// nil for one frame; otherwise all frames displayed within so many seconds from the moment are saved.
  var length: Double?
  /// The track number as `playhead info` prints it; nil for the preferred video track.
  var track: Int?
  /// The image file, or the pattern of the names if `length` is set.
  var destination: ImageDestination

  /// Parses the options of `frame`. The last of several equal options applies.
  ///
  /// - Throws: A `UsageError` if the moment or the destination is missing, or if options exclude each other.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    guard let time = options.last(.at) else {
      throw UsageError("“frame” needs a time", hint: "Write “--at=SECONDS”, such as --at=12.5 or --at=1:02:03.")
    }
    guard let path = options.last(.output) else {
      throw UsageError("“frame” needs a name for the image", hint: "Write “-o frame.png”.")
    }
    self.time = try OptionValue.seconds(time, of: .at)
    takesKeyframe = options.last(.keyframe) != nil
    length = try options.last(.length).map { text throws(UsageError) in try OptionValue.seconds(text, of: .length) }
    if takesKeyframe, length != nil {
      throw UsageError("“--keyframe” and “--length” exclude each other", hint: "Write one of them.")
    }
    track = try OptionValue.tracks(options).last
    destination = try ImageDestination(path, of: .output)
  }
}

/// The options of `playhead thumbnails`.
struct ThumbnailOptions: Equatable, Sendable {
  /// The number of images, from 1 to 100,000; each represents an equal part of the file.
  var count: Int
  /// The largest width of an image in pixels, from 1 to 16,384. Narrower video is not enlarged.
  var width = 320
  /// The folder for the images, created if it is missing.
  var folder: String
  /// The contact sheet with all images; nil for none.
  var sheet: ImageDestination?
  /// Whether each image shows the exact moment. Otherwise the sync sample before it suffices, which is faster.
  var isExact: Bool

  /// Parses the options of `thumbnails`. The last of several equal options applies.
  ///
  /// - Throws: A `UsageError` if the number or the folder is missing, or a value is out of range.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    guard let count = options.last(.count) else {
      throw UsageError("“thumbnails” needs the number of images", hint: "Write “--count=N”, such as --count=20.")
    }
    guard let folder = options.last(.out) else {
      throw UsageError("“thumbnails” needs a folder for the images", hint: "Write “--out=FOLDER”.")
    }
    self.count = try OptionValue.whole(count, in: 1...100_000, of: .count)
    if let width = options.last(.width) { self.width = try OptionValue.whole(width, in: 1...16_384, of: .width) }
    self.folder = folder
    sheet = try options.last(.sheet).map { path throws(UsageError) in try ImageDestination(path, of: .sheet) }
    isExact = options.last(.exact) != nil
  }
}

extension [ScannedArguments.Option] {
  /// The value of the last of several equal options, so that an alias can be overridden; empty for one without a value.
  func last(_ option: CommandOption) -> String? { last { $0.option == option }.map { $0.value ?? "" } }
}
