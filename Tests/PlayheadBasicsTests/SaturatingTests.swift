import PlayheadBasics
import Testing

@Suite("Saturating arithmetic")
struct SaturatingTests {
  @Test("values that fit convert as in Swift")
  func fitting() {
    for value in [0, -0.0, 0.9, -0.9, 1.5, -1.5, 2_147_483_647, -2_147_483_648, 1e9] as [Double] {
      #expect(Int32(saturating: value) == Int32(value))
      #expect(Int64(saturating: value) == Int64(value))
    }
    #expect(UInt8(saturating: 255.0) == 255 && UInt8(saturating: Float(0)) == 0)
    #expect(Int64(saturating: 0x1p62) == 1 << 62 && Int64(saturating: -0x1p63) == .min)
  }

  @Test("values out of range become the nearest limit, and NaN zero")
  func outOfRange() {
    #expect(Int64(saturating: 0x1p63) == .max && Int64(saturating: -0x1.0000000000001p63) == .min)
    #expect(Int32(saturating: 2_147_483_648.0) == .max && Int32(saturating: -1e300) == .min)
    #expect(UInt8(saturating: 256.0) == 255 && UInt8(saturating: -1.0) == 0 && UInt64(saturating: 1e20) == .max)
    #expect(Int(saturating: Double.infinity) == .max && Int(saturating: -Float.infinity) == .min)
    #expect(Int(saturating: Double.nan) == 0 && UInt16(saturating: Float.signalingNaN) == 0)
  }

  @Test("sums, differences and products saturate")
  func arithmetic() {
    #expect(Int64.max.addingSaturated(1) == .max && Int64.min.addingSaturated(-1) == .min)
    #expect(Int64.min.subtractingSaturated(1) == .min && Int64.max.subtractingSaturated(-1) == .max)
    #expect(Int64(0).subtractingSaturated(.min) == .max)
    #expect(Int64.max.multipliedSaturated(by: 2) == .max && Int64.max.multipliedSaturated(by: -2) == .min)
    #expect(Int64.min.multipliedSaturated(by: -1) == .max && (3 as Int8).multipliedSaturated(by: -4) == -12)
  }
}
