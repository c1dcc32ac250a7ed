import Foundation
import Testing

@testable import AVKit

/// The colors after an adjustment, computed independently of the matrix.
@Suite struct ColorAdjustmentTests {
  private func adjustment(_ values: [ColorAdjustment.Property: Int]) -> ColorAdjustment {
    var adjustment = ColorAdjustment.none
    for (property, value) in values { adjustment[property] = value }
    return adjustment
  }

  private func color(_ values: [ColorAdjustment.Property: Int], _ sample: (Float, Float, Float)) -> [Float] {
    let color = adjustment(values).matrix.apply(sample)
    return [color.red, color.green, color.blue]
  }

  private func expect(_ found: [Float], _ expected: [Float], within tolerance: Float = 0.001) {
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < tolerance, "\(found) \(expected)") }
  }

  @Test func neutralAdjustmentChangesNothing() {
    #expect(ColorAdjustment.none.isNeutral)
    expect(color([:], (0.2, 0.5, 0.9)), [0.2, 0.5, 0.9])
    #expect(ColorAdjustment.none.exponent == 1)
  }

  @Test func contrastScalesAndBrightnessAdds() {
    expect(color([.contrast: 100], (0.2, 0.3, 0.4)), [0.4, 0.6, 0.8])
    expect(color([.contrast: -100], (0.2, 0.3, 0.4)), [0, 0, 0])
    expect(color([.brightness: 25], (0.2, 0.3, 0.4)), [0.45, 0.55, 0.65])
  }

  /// The luma of ITU-R BT.709.
  @Test func withoutSaturationAllComponentsAreLuma() {
    let luma: Float = 0.2126 * 0.2 + 0.7152 * 0.5 + 0.0722 * 0.9
    expect(color([.saturation: -100], (0.2, 0.5, 0.9)), [luma, luma, luma])
  }

  @Test func hueKeepsGrayAndLuma() {
    expect(color([.hue: 70], (0.4, 0.4, 0.4)), [0.4, 0.4, 0.4])
    let turned = color([.hue: 40], (0.2, 0.5, 0.9))
    expect([0.2126 * turned[0] + 0.7152 * turned[1] + 0.0722 * turned[2]], [0.2126 * 0.2 + 0.7152 * 0.5 + 0.0722 * 0.9])
    // Half a turn negates the color differences.
    let opposite = color([.hue: 100], (0.2, 0.5, 0.9))
    let luma: Float = 0.2126 * 0.2 + 0.7152 * 0.5 + 0.0722 * 0.9
    expect(opposite, [2 * luma - 0.2, 2 * luma - 0.5, 2 * luma - 0.9])
  }

  @Test func valuesAreClampedAndCommandsAddUp() {
    var video = VideoAdjustment.none
    for _ in 0..<120 { video.apply(.color(.gamma, 1)) }
    #expect(video.color[.gamma] == 100)
    #expect(abs(video.color.exponent - 0.125) < 0.0001)
    video.apply(.reset)
    #expect(video.color[.gamma] == 100)
    video.apply(.resetColors)
    #expect(video == .none)
  }

  /// Memory is blue, green, red and one more byte, in rows with padding.
  @Test(
    arguments: [
      [.contrast: 30, .saturation: -40], [.hue: 55, .brightness: -20], [.gamma: 60], [.gamma: -60, .saturation: 100],
      [.contrast: 100, .saturation: 100, .brightness: 100], [.brightness: -100],
    ] as [[ColorAdjustment.Property: Int]])
  func tablesAgreeWithTheMatrix(values: [ColorAdjustment.Property: Int]) {
    let (width, height, bytesPerRow) = (61, 130, 256)
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<(height * bytesPerRow)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let before = bytes
    let adjustment = adjustment(values)
    bytes.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return }
      ColorTable(adjustment).apply(to: base, bytesPerRow: bytesPerRow, width: width, height: height)
    }
    var worst: Float = 0
    for row in 0..<height {
      for column in 0..<width {
        let at = row * bytesPerRow + column * 4
        let color = adjustment.matrix.apply(
          (Float(before[at + 2]) / 255, Float(before[at + 1]) / 255, Float(before[at]) / 255))
        for (offset, linear) in [(2, color.red), (1, color.green), (0, color.blue)] {
          let clamped = max(0, min(1, linear))
          // Within one level of the value before the exponent, whose slope is steep near black.
          let low = ColorAdjustmentTests.power(max(0, clamped - 0.0015), adjustment.exponent)
          let high = ColorAdjustmentTests.power(min(1, clamped + 0.0015), adjustment.exponent)
          let found = Float(bytes[at + offset]) / 255
          worst = max(worst, low - found, found - high)
        }
        #expect(bytes[at + 3] == before[at + 3])
      }
      // The padding is untouched.
      #expect(
        bytes[(row * bytesPerRow + width * 4)..<((row + 1) * bytesPerRow)].elementsEqual(
          before[(row * bytesPerRow + width * 4)..<((row + 1) * bytesPerRow)]))
    }
    #expect(worst < 0.5 / 255 + 0.0005)
  }

  private static func power(_ base: Float, _ exponent: Float) -> Float {
    Float(pow(Double(base), Double(exponent)))
  }
}
