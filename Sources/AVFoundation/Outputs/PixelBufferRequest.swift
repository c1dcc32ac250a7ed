import CoreVideo
import Foundation
import PlayheadPipeline

extension PixelBufferConverter.Request {
  /// Creates a request from pixel buffer attributes; all but format and size are ignored.
  ///
  /// - Parameter skipsUnknownFormats: Whether unavailable formats are ignored; otherwise they are a programmer error.
  init(attributes: [String: Any], skipsUnknownFormats: Bool = false) {
    func number(_ value: Any?) -> Int? {
      (value as? NSNumber)?.intValue ?? (value as? any BinaryInteger).map { Int($0) }
    }
    let format = attributes[kCVPixelBufferPixelFormatTypeKey]
    var formats = ((format as? [Any]) ?? format.map { [$0] } ?? []).compactMap {
      number($0).map { OSType(truncatingIfNeeded: $0) }
    }
    if skipsUnknownFormats { formats.removeAll { !PixelBufferConverter.canMake($0) } }
    for format in formats {
      precondition(PixelBufferConverter.canMake(format), "Pictures cannot be had in the pixel format \(format)")
    }
    self.init(
      formats: formats, width: number(attributes[kCVPixelBufferWidthKey]),
      height: number(attributes[kCVPixelBufferHeightKey]))
  }
}
