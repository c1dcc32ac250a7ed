import Foundation
import PlayheadBasics
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct ArtworkLimitTests {
  /// A container declares the size of its cover art; an oversized one is not read from the file.
  @Test func rejectsCoverAboveLimit() throws {
    let file = try Fixtures.url("demo.mp4")
    let source = try FileByteSource(path: file.path)
    let limit = ResourceLimits.artworkBytes
    let error = thrownError(MediaError.self) {
      try MediaOpener.bytes(0..<Int64(limit.value) + 1, of: source, url: file)
    }
    #expect(error?.reason.contains(limit.description) == true)
    #expect(try MediaOpener.bytes(0..<100, of: source, url: file).count == 100)
  }
}
