// Lists the tracks and the metadata of a file.
//
//     swift run ListTracks FILE
import AVFoundation

func describe(_ track: AVAssetTrack) async throws -> String {
  let (formats, range, rate) = try await track.load(.formatDescriptions, .timeRange, .estimatedDataRate)
  var parts = ["\(track.trackID)", track.mediaType.rawValue]
  parts += formats.map { "\($0.mediaSubType)" }
  switch track.mediaType {
  case .video:
    let (size, transform, frameRate) = try await track.load(.naturalSize, .preferredTransform, .nominalFrameRate)
    // The displayed size: the stored frame, rotated.
    let shown = CGRect(origin: .zero, size: size).applying(transform)
    parts.append("\(Int(abs(shown.width))) × \(Int(abs(shown.height))), \(frameRate) pictures a second")
  case .audio:
    for format in formats {
      guard let numbers = format.audioStreamBasicDescription else { continue }
      parts.append("\(Int(numbers.mSampleRate)) Hz, \(numbers.mChannelsPerFrame) channels")
    }
  default: break
  }
  if let language = try await track.load(.languageCode) { parts.append(language) }
  if range.duration.isNumeric { parts.append("\(range.duration.seconds) s") }
  if rate > 0 { parts.append("\(Int(rate / 1000)) kbit/s") }
  return parts.joined(separator: "  ")
}

func describe(_ item: AVMetadataItem) async throws -> String {
  let name = item.commonKey?.rawValue ?? item.identifier?.rawValue ?? "?"
  // Cover images and other large values are only read on demand.
  if let text = try await item.load(.stringValue) { return "\(name): \(text)" }
  if let data = try await item.load(.dataValue) { return "\(name): \(data.count) bytes" }
  return name
}

guard CommandLine.arguments.count == 2 else {
  print("usage: ListTracks FILE")
  exit(2)
}
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
do {
  let (duration, tracks, metadata) = try await asset.load(.duration, .tracks, .metadata)
  print("\(duration.seconds) s")
  for track in tracks { print("  " + (try await describe(track))) }
  for item in metadata { print("  " + (try await describe(item))) }
  for chapter in try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: Locale.preferredLanguages) {
    let title = try await chapter.items.first?.load(.stringValue) ?? ""
    print("  chapter at \(chapter.timeRange.start.seconds) s: \(title)")
  }
} catch {
  print(error.localizedDescription)
  exit(1)
}
