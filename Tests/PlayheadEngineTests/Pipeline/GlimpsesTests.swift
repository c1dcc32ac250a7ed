import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite struct GlimpsesTests {
  private static let pictureBytes = VideoFrame.made(at: .zero).byteCount

  private static func filled(count: Int, room: Int, wish: Int64? = nil) -> Glimpses {
    let glimpses = Glimpses(limit: room * pictureBytes)
    glimpses.wish = wish.map { Glimpses.Wish(time: ticks($0), epoch: 1) }
    glimpses.begin(length: ticks(Int64(count) * 20), pictureBytes: pictureBytes)
    for index in 0..<count { glimpses.add(.made(at: ticks(Int64(index) * 20))) }
    return glimpses
  }

  /// Every tenth of a hundred pictures, each 20 ticks after the one before.
  @Test func theyAreSpreadEvenly() {
    let glimpses = Self.filled(count: 100, room: 10)
    for time in stride(from: Int64(0), to: 1900, by: 10) {
      let found = glimpses.picture(near: ticks(time))?.presentationTime
      #expect(found.map { $0.value % 200 } == 0)
      #expect(found.map { abs($0.value - time) <= 100 } == true)
    }
  }

  @Test func whatIsFarAwayIsNotShown() {
    let glimpses = Self.filled(count: 10, room: 10)
    #expect(glimpses.picture(near: ticks(180 + 240)) != nil)
    #expect(glimpses.picture(near: ticks(180 + 241)) == nil)
    glimpses.clear()
    #expect(glimpses.picture(near: .zero) == nil)
  }

  /// Another way, before the first: what lies behind the hand makes place.
  @Test func whatTheHandHasLeftIsDroppedFirst() {
    let glimpses = Glimpses(limit: 10 * Self.pictureBytes)
    glimpses.begin(length: ticks(200), pictureBytes: Self.pictureBytes)
    for index in 10..<20 { glimpses.add(.made(at: ticks(Int64(index) * 20))) }
    glimpses.wish = Glimpses.Wish(time: ticks(150), epoch: 1)
    for index in 0..<5 { glimpses.add(.made(at: ticks(Int64(index) * 20))) }
    #expect(glimpses.picture(near: ticks(0))?.presentationTime == ticks(0))
    #expect(glimpses.picture(near: ticks(200))?.presentationTime == ticks(200))
    #expect(glimpses.picture(near: ticks(380))?.presentationTime == ticks(280), "five are left of the ten behind")
  }
}
