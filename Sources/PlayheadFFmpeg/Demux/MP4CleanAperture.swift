import PlayheadMedia
import PlayheadNetworking

extension BoxReader {
  /// The `clap` box of the first sample description of a track, whose `mdia` is `media` (ISO/IEC 14496-12 §12.1.4).
  func cleanAperture(_ media: [Box]) -> CleanAperture? {
    guard let information = media.first(where: { $0.type == "minf" }),
      let table = boxes(in: information.content).first(where: { $0.type == "stbl" }),
      let descriptions = boxes(in: table.content, through: "stsd").last, descriptions.type == "stsd",
      descriptions.content.count > 8,
      let entry = boxes(in: (descriptions.content.lowerBound + 8)..<descriptions.content.upperBound).first,
      entry.content.count > 78,
      let box = boxes(in: (entry.content.lowerBound + 78)..<entry.content.upperBound).first(where: {
        $0.type == "clap"
      }),
      let data = bytes(at: box.content.lowerBound, count: 32), data.count == 32
    else { return nil }
    let numbers = (0..<8).map { Double(Int32(truncatingIfNeeded: number(data, at: $0 * 4, width: 4))) }
    guard numbers[1] > 0, numbers[3] > 0, numbers[5] > 0, numbers[7] > 0 else { return nil }
    return CleanAperture(
      width: numbers[0] / numbers[1], height: numbers[2] / numbers[3], horizontalOffset: numbers[4] / numbers[5],
      verticalOffset: numbers[6] / numbers[7])
  }

  /// The clean aperture of the track with an identifier in a whole file.
  func cleanAperture(ofTrack identifier: Int32, size: Int64) -> CleanAperture? {
    guard let movie = boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return nil }
    for track in boxes(in: movie.content) where track.type == "trak" {
      let parts = boxes(in: track.content)
      guard let header = parts.first(where: { $0.type == "tkhd" }), trackIdentifier(header) == identifier,
        let media = parts.first(where: { $0.type == "mdia" })
      else { continue }
      return cleanAperture(boxes(in: media.content))
    }
    return nil
  }
}
