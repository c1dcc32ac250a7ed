import PlayheadMedia
import Testing

/// The names are FFmpeg's (`av_color_primaries_name` and its siblings).
@Suite struct ColorNamesTests {
  @Test func codePointsHaveFFmpegsNames() {
    #expect(ColorNames.matrix(0) == "gbr")
    #expect(ColorNames.transfer(18) == "arib-std-b67")
    #expect(ColorNames.primaries(9) == "bt2020")
  }

  @Test func unspecifiedAndReservedValuesHaveNoName() {
    #expect(ColorNames.primaries(0) == nil)
    #expect(ColorNames.transfer(2) == nil)
    #expect(ColorNames.matrix(3) == nil)
  }

  @Test func unknownCodePointsAreShownAsNumbers() {
    #expect(ColorNames.transfer(99) == "99")
  }
}
