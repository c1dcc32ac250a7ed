import CPlayheadASS
import Glibc
import PlayheadText

/// Draws the lines of one layer with libass. Used by one thread at a time.
final class Typesetter {
  private let functions: PlayheadASSFunctions
  /// The library object with the fonts of the container; released with this object.
  private let library: OpaquePointer
  /// The renderer with its caches of glyphs; released with this object.
  private let renderer: OpaquePointer
  /// The styles and lines; nil before the first header.
  private var track: UnsafeMutablePointer<ASS_Track>?
  /// The numbers of the lines in the track.
  private var addedLines: Set<Int> = []

  /// nil if libass is not installed or memory is exhausted.
  init?(fonts: [CaptionFont]) {
    guard let shared = ASSLibrary.shared else { return nil }
    let functions = shared.functions
    self.functions = functions
    guard let library = playhead_ass_make_library([functions]) else { return nil }
    for font in fonts {
      font.bytes.withUnsafeBytes {
        functions.add_font(
          library, font.name, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count))
      }
    }
    guard let renderer = functions.renderer_init(library) else {
      functions.library_done(library)
      return nil
    }
    self.library = library
    self.renderer = renderer
    functions.set_fonts(renderer, nil, "sans-serif", Int32(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
    // The limits of glyphs and megabytes: sufficient for a screen full of signs.
    functions.set_cache_limits(renderer, 2000, 32)
  }

  deinit {
    if let track { functions.free_track(track) }
    functions.renderer_done(renderer)
    functions.library_done(library)
  }

  /// Starts over with other styles. Implausible sizes in the header are removed.
  func setHeader(_ header: String) {
    if let track { functions.free_track(track) }
    track = functions.new_track(library)
    addedLines = []
    var bytes = Array(header.utf8CString)
    bytes.withUnsafeMutableBufferPointer {
      functions.process_codec_private(track, $0.baseAddress, Int32(clamping: $0.count - 1))
    }
    guard let track else { return }
    let limit: Int32 = 16384
    if !(0...limit).contains(track.pointee.PlayResX) || !(0...limit).contains(track.pointee.PlayResY) {
      track.pointee.PlayResX = 0
      track.pointee.PlayResY = 0
    }
  }

  /// Sets the drawing area. The frame may be larger or smaller than it on all sides.
  func setArea(
    width: Int, height: Int, frame: (x: Int, y: Int, width: Int, height: Int), storage: (width: Int, height: Int),
    linePosition: Double, scale: Double
  ) {
    functions.set_frame_size(renderer, Int32(width), Int32(height))
    functions.set_storage_size(renderer, Int32(clamping: storage.width), Int32(clamping: storage.height))
    functions.set_margins(
      renderer, Int32(frame.y), Int32(height - frame.y - frame.height), Int32(frame.x),
      Int32(width - frame.x - frame.width))
    // If the frame extends beyond the edges, its lower edge is not visible.
    let isCut = frame.x < 0 || frame.y < 0
    functions.set_use_margins(renderer, isCut ? 1 : 0)
    functions.set_line_position(renderer, linePosition)
    functions.set_font_scale(renderer, scale)
  }

  /// Adds a line unless it was added before. Times in milliseconds.
  func addLine(_ line: String, number: Int, start: Int64, duration: Int64) {
    guard let track, addedLines.insert(number).inserted else { return }
    var bytes = Array(line.utf8CString)
    bytes.withUnsafeMutableBufferPointer {
      functions.process_chunk(track, $0.baseAddress, Int32(clamping: $0.count - 1), start, duration)
    }
  }

  /// The number of lines in the track, including those that are not visible any more.
  var lineCount: Int { addedLines.count }
  /// Whether a line with this number is in the track.
  func has(_ number: Int) -> Bool { addedLines.contains(number) }

  /// Removes all lines; the styles remain.
  func removeLines() {
    guard let track else { return }
    functions.flush_events(track)
    addedLines = []
  }

  /// The masks of a moment, valid until the next call; nil if there are none. `change` is 0 if nothing differs from the
  /// last call.
  func render(at milliseconds: Int64, change: inout Int32) -> UnsafeMutablePointer<ASS_Image>? {
    guard let track else { return nil }
    return functions.render_frame(renderer, track, milliseconds, &change)
  }
}
