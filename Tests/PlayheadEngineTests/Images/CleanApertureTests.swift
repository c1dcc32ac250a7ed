import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadImages

/// The visible region of a frame, declared by MP4 files.
@Suite struct CleanApertureTests {
  /// A fragmented file with a `clap` box: offsets count from each fragment, so that its header may grow.
  private static func clip(_ clap: [Int32]) throws -> Data {
    var data = try Data(contentsOf: Fixtures.url("fragmented.mp4"))
    var added = Data([0, 0, 0, 40] + Array("clap".utf8))
    for number in clap { withUnsafeBytes(of: number.bigEndian) { added.append(contentsOf: $0) } }
    var range = 0..<data.count
    var sizes: [Int] = []
    // From each box into the next, skipping the fields before its children.
    for (type, skipped) in [
      ("moov", 0), ("trak", 0), ("mdia", 0), ("minf", 0), ("stbl", 0), ("stsd", 8), ("avc1", 78),
    ] {
      let found = try #require(Self.box(type, in: range, of: data))
      sizes.append(found.lowerBound)
      range = found.lowerBound + 8 + skipped..<found.upperBound
    }
    data.insert(contentsOf: added, at: range.upperBound)
    for place in sizes {
      let size = Self.number(data, place) + UInt32(added.count)
      withUnsafeBytes(of: size.bigEndian) { data.replaceSubrange(place..<place + 4, with: $0) }
    }
    return data
  }

  private static func number(_ data: Data, _ place: Int) -> UInt32 {
    data[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func box(_ type: String, in range: Range<Int>, of data: Data) -> Range<Int>? {
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = Int(number(data, place))
      if data[place + 4..<place + 8].elementsEqual(type.utf8) { return place..<place + size }
      place += max(8, size)
    }
    return nil
  }

  /// 300 by 160 of 320 by 180, ten from the left and two from the top: the same pixels as in the whole image.
  @Test func cleanApertureIsCropped() throws {
    let folder = try TemporaryFolder()
    // Width, height, then the offset to the right of and below the center: 0 and −8 pixels.
    let file = try folder.file("clean.mp4", Self.clip([300, 1, 160, 1, 0, 1, -16, 2]))
    func image(_ aperture: ImageRequest.Aperture) throws -> CGImage {
      var request = ImageRequest.exact
      request.aperture = aperture
      return try #require(ImageExtractor(url: file).image(at: seconds(1.01), request: request).extracted).image
    }
    let (clean, whole) = (try image(.clean), try image(.production))
    #expect(whole.width == 320 && whole.height == 180)
    #expect(try image(.encoded).width == 320)
    #expect(clean.width == 300 && clean.height == 160)
    let cut = try #require(clean.dataProvider?.data?.bytes).assumingMemoryBound(to: UInt8.self)
    let all = try #require(whole.dataProvider?.data?.bytes).assumingMemoryBound(to: UInt8.self)
    var differing = 0
    for y in 0..<160 {
      for x in 0..<1200 where x % 4 < 3 {
        let (left, right) = (Int(cut[y * clean.bytesPerRow + x]), Int(all[(y + 2) * whole.bytesPerRow + x + 40]))
        if abs(left - right) > 1 { differing += 1 }
      }
    }
    #expect(differing == 0)
  }
}
