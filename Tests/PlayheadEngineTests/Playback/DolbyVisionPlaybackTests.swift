import CoreMedia
import CoreVideo
import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// Playback of Dolby Vision whose samples have colours only with metadata.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed")) struct DolbyVisionPlaybackTests {
  /// Plays a file with a unit of metadata for each frame, at 25 frames a second, and returns the item and the peak of
  /// each shown frame by its number.
  private static func play(
    _ metadata: [[UInt8]], inspect: @escaping @Sendable (VideoFrame) -> Void = { _ in },
    _ body: (_ stage: Stage, _ shown: () -> [Int]) -> Void
  ) throws -> (item: EngineItem, peaks: [(number: Int, peak: Int32?)]) {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try DolbyVisionReference.file(in: folder, columns: 20, side: 8, metadata: metadata)
    let stage = Stage(hasAudio: false)
    defer { stage.close() }
    let shown = Collected<(number: Int, peak: Int32?)>()
    stage.session.attach(
      CapturingVideoSink(checksums: false) {
        inspect($0.frame)
        shown.add((Int($0.time.seconds * 25 + 0.5), $0.frame.color.dolbyVisionMapping?.peak))
      })
    let item = stage.open(file)
    stage.advanceUntilIdle()
    body(stage) { shown.all.map(\.number) }
    stage.close()
    return (item, shown.all)
  }

  /// A scene of six frames with a peak of 1000 cd/m², and one of four with the other metadata.
  @Test("Frames have the metadata of their scene after seeks and in reverse") func scenes() throws {
    let units = DolbyVisionReference.metadata
    let metadata = (0..<10).map { units[$0 < 6 ? 0 : 1] }
    let (item, peaks) = try Self.play(metadata) { stage, shown in
      #expect(stage.playToEnd())
      #expect(Set(shown()) == Set(0..<10))
      for number in [2, 8, 5, 6, 9] {
        stage.seek(CMTime(value: Int64(number), timescale: 25))
        stage.advanceUntilIdle()
        #expect(shown().last == number)
      }
      stage.clearRecords()
      let count = shown().count
      #expect(stage.playToEnd(rate: -1))
      #expect(Set(shown()[count...]).isSuperset(of: 0..<9))
    }
    for (number, peak) in peaks { #expect(peak == (number < 6 ? 1001 : 4000), "\(number)") }
    #expect(Self.entries(item) == 0)
  }

  @Test("The journal names invalid metadata once, and all frames are shown") func invalidMetadata() throws {
    let metadata = [[UInt8]](repeating: DolbyVisionReference.invalidMetadata, count: 10)
    let (item, peaks) = try Self.play(metadata) { stage, _ in #expect(stage.playToEnd()) }
    #expect(Set(peaks.map(\.number)) == Set(0..<10) && peaks.allSatisfy { $0.peak == nil })
    #expect(Self.entries(item) == 1)
  }

  /// The squares have eight samples in lines of 20.
  @Test("Pixel buffers in RGB have the colors of libplacebo") func pixelBuffers() throws {
    let differences = Collected<Double>()
    let converter = PixelBufferConverter(.init(formats: [kCVPixelFormatType_32BGRA]))
    _ = try Self.play(
      [DolbyVisionReference.metadata[0]],
      inspect: { frame in
        guard let buffer = converter.buffer(of: frame), let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else {
          return
        }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        for (index, row) in DolbyVisionReference.rows.enumerated() {
          let pixel = base + (index / 20 * 8 + 4) * bytesPerRow + (index % 20 * 8 + 4) * 4
          let color = (0..<3).map { Int((pixel + 2 - $0).load(as: UInt8.self)) }
          differences.add(ColorDifference.between(.init(color), .init(row.colors[0])))
        }
      }, { _, _ in })
    #expect(differences.all.count >= 125 && differences.all.allSatisfy { $0 <= 2 })
  }

  private static func entries(_ item: EngineItem) -> Int {
    item.journal.entries.count { if case .invalidDolbyVision = $0.event { true } else { false } }
  }
}
