import Foundation
import PlayheadBasics
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite struct ArtworkLimitTests {
  /// A container says that its cover has a length; the file is not asked for it.
  @Test func aCoverThatClaimsMoreThanItsLimitIsRefused() throws {
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
