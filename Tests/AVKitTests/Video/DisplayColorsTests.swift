import AVFoundation
import Foundation
import PlayheadBasics
import PlayheadItems
import PlayheadMedia
import Synchronization
import Testing

@testable import AVKit

@Suite("Displays that show HDR")
struct DisplayColorsTests {
  @Test("PQ with light above white is HDR, and so is a display with a headroom of half of white")
  func showsHDR() {
    // The defaults of PQ, of a display with 400 cd/m², and of one that compositors describe with a power function.
    #expect(DisplayColors(transfer: 11, maximum: 10_000, reference: 203).showsHDR)
    #expect(DisplayColors(transfer: 11, maximum: 10_000, reference: 300, targetMaximum: 400).showsHDR)
    #expect(DisplayColors(transfer: 2, maximum: 200, reference: 200, targetMaximum: 1000).showsHDR)
  }

  @Test("SDR displays and contradictory values are not HDR")
  func doesNotShowHDR() {
    #expect(!DisplayColors().showsHDR)
    #expect(!DisplayColors(transfer: 2, maximum: 80, reference: 80).showsHDR)
    #expect(!DisplayColors(transfer: 2, maximum: 250, reference: 200).showsHDR)
    #expect(!DisplayColors(transfer: 11, maximum: 10_000, reference: 0).showsHDR)
    #expect(!DisplayColors(transfer: 11, maximum: 10_000, reference: 203, targetMaximum: 100).showsHDR)
    #expect(
      !DisplayColors(transfer: 11, maximum: 0, reference: 203, targetMinimum: .max, targetMaximum: 1000).showsHDR)
    #expect(!DisplayColors(transfer: 11, maximum: 1, reference: .max).showsHDR)
  }

  /// The signal of PQ frames in BT.2020, with changes.
  private func signal(
    _ allowed: HDRTransfers = [.pq, .hlg], format: PixelFormat = .yuv420p10, saturation: Int = 0,
    _ change: (inout ColorDescription) -> Void = { _ in }
  ) -> HDRSignal? {
    var color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false, peakLuminance: 1000)
    change(&color)
    var viewport = Viewport(width: 64, height: 36, scale: 1, gravity: .fit, passThrough: allowed)
    if saturation != 0 { viewport.adjustment.apply(.color(.saturation, saturation)) }
    return HDRSignal(color, format: format, for: viewport)
  }

  @Test("PQ and HLG pass through where the display shows them, with a plausible peak")
  func passes() throws {
    let pq = try #require(signal())
    #expect(pq.number == 11 && pq.peak == 1000)
    let hlg = try #require(signal { $0.transfer = 18 })
    #expect(hlg.number == 13 && hlg.peak == 0)
    #expect(signal { $0.peakLuminance = 50_000 }?.peak == 0)
    #expect(signal([.pq]) { $0.transfer = 18 } == nil)
    #expect(signal([]) == nil)
  }

  @Test("SDR, other primaries, RGB, alpha, Dolby Vision and changed colors are tone-mapped")
  func doesNotPass() {
    #expect(signal { $0.transfer = 1 } == nil)
    #expect(signal { $0.primaries = 12 } == nil)
    #expect(signal(format: .rgba64) == nil)
    #expect(signal { $0.dolbyVision = .invalid } == nil)
    #expect(signal(saturation: 10) == nil)
  }

  @Test("Only a subsurface without another demand passes HDR through")
  func choice() {
    #expect(PresenterChoice.passesThrough(setting: nil, isRequested: true, on: .subsurface))
    #expect(!PresenterChoice.passesThrough(setting: nil, isRequested: false, on: .subsurface))
    #expect(!PresenterChoice.passesThrough(setting: nil, isRequested: true, on: .window))
    for setting in ["gl", "software", "composited"] {
      #expect(!PresenterChoice.passesThrough(setting: setting, isRequested: true, on: .subsurface))
    }
  }

  @Test("Players are eligible while a view passes HDR through, and the first and the last change is posted")
  @MainActor func eligibility() {
    let posts = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil, queue: nil
    ) { _ in posts.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    let (first, second) = (NSObject(), NSObject())
    var states: [Bool] = []
    for (view, passes) in [(first, true), (second, true), (first, false), (first, false), (second, false)] {
      HDREligibility.report(passes ? .pq : [], for: ObjectIdentifier(view))
      states.append(AVPlayer.eligibleForHDRPlayback)
    }
    #expect(states == [true, true, true, true, false])
    #expect(posts.withLock { $0 } == 2)
  }

  @Test("The tone-mapped form is prepared for thirty frames after each drawing")
  func expectation() {
    let drawing = DrawingExpectation()
    let first = (0..<40).filter { _ in drawing.isExpected() }.count
    drawing.noteDrawing()
    let second = (0..<40).filter { _ in drawing.isExpected() }.count
    #expect(first == 30 && second == 30)
  }
}
