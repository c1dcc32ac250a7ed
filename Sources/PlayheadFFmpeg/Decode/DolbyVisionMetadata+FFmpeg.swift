import CPlayheadFFmpeg
import PlayheadMedia

extension DolbyVisionMetadata {
  /// The metadata of a decoded frame; nil if there is none, or if the samples have colours without it.
  ///
  /// Base layers of the profiles 7 and 8 are HDR10, HLG or SDR. That of profile 5 and of profile 10 without
  /// compatibility is not: their metadata has the profile 0 and declares full range.
  init?(of frame: UnsafePointer<AVFrame>) {
    let parts = playhead_dolby_vision(frame)
    guard let header = parts.header?.pointee, let mapping = parts.mapping, let color = parts.color,
      header.vdr_rpu_profile == 0, header.bl_video_full_range_flag != 0
    else { return nil }
    self = DolbyVisionMapping(header, mapping, color).map { .mapping($0) } ?? .invalid
  }
}

extension DolbyVisionMapping {
  /// Reads a mapping; nil if it is invalid. The values come from the stream, and libavcodec does not check all of them.
  fileprivate convenience init?(
    _ header: AVDOVIRpuDataHeader, _ mapping: UnsafePointer<AVDOVIDataMapping>,
    _ color: UnsafePointer<AVDOVIColorMetadata>
  ) {
    guard (8...16).contains(header.bl_bit_depth), header.coef_log2_denom <= 32 else { return nil }
    var curves: [Curve] = []
    for component in 0..<3 {
      guard let curve = Self.curve(header, mapping, component: component) else { return nil }
      curves.append(curve)
    }
    let numbers = (0..<21).map { Float(playhead_dolby_vision_number(color, $0)) }
    self.init(
      curves: curves, matrix: Array(numbers[0..<9]), offset: Array(numbers[9..<12]), crosstalk: Array(numbers[12...]),
      peakValue: Float(color.pointee.source_max_pq) / 4095)
  }

  /// The curve of a component; nil if it is invalid.
  private static func curve(
    _ header: AVDOVIRpuDataHeader, _ mapping: UnsafePointer<AVDOVIDataMapping>, component: Int
  ) -> Curve? {
    let component = Int32(component)
    let count = Int(playhead_dolby_vision_pivots(mapping, component))
    guard (2...Curve.pieceLimit + 1).contains(count) else { return nil }
    let largest = Float(UInt32(1) << UInt32(header.bl_bit_depth) - 1)
    let pivots = (0..<count).map { Float(playhead_dolby_vision_pivot(mapping, component, Int32($0))) / largest }
    let unit = Float(UInt64(1) << UInt64(header.coef_log2_denom))
    var pieces: [Piece] = []
    for piece in 0..<Int32(count - 1) {
      let order = playhead_dolby_vision_order(mapping, component, piece)
      let made: Piece?
      if playhead_dolby_vision_is_polynomial(mapping, component, piece) != 0 {
        guard (1...2).contains(order) else { return nil }
        made = Piece(
          polynomial: (0...order).map { Float(playhead_dolby_vision_factor(mapping, component, piece, $0)) / unit },
          ofComponent: Int(component))
      } else {
        guard (1...3).contains(order) else { return nil }
        made = Piece(
          regression: Float(playhead_dolby_vision_constant(mapping, component, piece)) / unit,
          factors: (0..<7 * order).map {
            Float(playhead_dolby_vision_regression(mapping, component, piece, $0)) / unit
          })
      }
      guard let made else { return nil }
      pieces.append(made)
    }
    return Curve(pivots: pivots, pieces: pieces)
  }
}
