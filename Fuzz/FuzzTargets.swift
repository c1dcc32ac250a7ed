import CoreMedia
import Foundation
import Glibc
@testable import PlayheadFFmpeg
@testable import PlayheadNetworking
@testable import PlayheadStreaming
@testable import PlayheadText

/// The fuzz targets: one function for each parser of untrusted input, selected by `PLAYHEAD_FUZZ_TARGET`.
///
/// A trap, a report of the address sanitizer, a hang of half a minute or a gigabyte of memory is a finding. The
/// functions retain no state between calls.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "playlist": playlist,
  "documents": documents,
  "webvtt": { _ = WebVTTParser.parse(TextDecoding.string($0)) },
  "srt": { _ = SubRipParser.parse(TextDecoding.string($0)) },
  "ass": { _ = ASSParser.parse(TextDecoding.string($0)) },
  "ttml": { _ = TTMLParser.parse($0) },
  "scc": { _ = SCCParser.parse(TextDecoding.string($0)) },
  "id3": tags,
  "mp4": boxes,
  "ebml": { _ = MatroskaFile(BytesSource($0)) },
  "ranges": ranges,
  "http": conversation,
  "cache": cacheIndex,
]

/// The target that the environment names.
private let target: @Sendable ([UInt8]) -> Void = {
  let name = ProcessInfo.processInfo.environment["PLAYHEAD_FUZZ_TARGET"] ?? ""
  guard let target = targets[name] else {
    print("PLAYHEAD_FUZZ_TARGET is one of", targets.keys.sorted().joined(separator: ", "))
    exit(2)
  }
  return target
}()

/// libFuzzer's driver, from the toolchain's library without its own entry point.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ call: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

@main
enum PlayheadFuzz {
  static func main() {
    if let folder = ProcessInfo.processInfo.environment["PLAYHEAD_FUZZ_SEEDS"] { return CacheSeed.write(to: folder) }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    let status = runDriver(&count, &arguments) { bytes, count in
      target(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }
}

/// A container in memory.
private final class BytesSource: ByteSource, @unchecked Sendable {
  // Sendable: one call uses it on one thread.
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int64? { Int64(bytes.count) }
  var isSeekable: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = max(0, min(buffer.count, bytes.count - position))
    if count > 0 { buffer.copyBytes(from: bytes[position..<position + count]) }
    position += count
    return count
  }

  func seek(to offset: Int64) throws(ByteSourceError) { position = Int(clamping: min(offset, Int64(bytes.count))) }
  var isCancelled: Bool { false }
  func cancel() {}
  func resume() {}
  func setReadAhead(_ bytes: Int?) {}
}

/// Two consecutive versions of a playlist, separated by a line with a zero byte.
private func playlist(_ bytes: [UInt8]) {
  var known: PlaylistTimeline?
  var restarts = SequenceRestartDetector()
  for text in bytes.split(separator: 0, maxSplits: 1) {
    guard let parsed = try? PlaylistParser.parse(text, url: URL(string: "http://h/p.m3u8?q=1")) else { continue }
    guard case .media(var media) = parsed else { continue }
    if let old = known {
      try? media.fill(from: old.playlist)
      if restarts.judge(media, after: old.playlist) == .restarted {
        media.renumber(media.renumbering(after: old.playlist))
        _ = known?.restart(media, alignedWith: nil)
      } else {
        _ = known?.renew(media)
      }
    } else {
      known = PlaylistTimeline(media)
    }
    guard let timeline = known else { continue }
    _ = StreamStartPolicy.time(timeline, start: media.head.start)
    _ = StreamStartPolicy.edge(timeline)
    _ = timeline.date(at: timeline.range.end)
    _ = timeline.unit(at: timeline.nextPosition)
    _ = timeline.place(at: timeline.liveEnd).map { timeline.start(of: $0) }
    for segment in timeline.segments.prefix(16) {
      _ = segment.keys.map { $0.vector(forSequence: segment.mediaSequence) }
    }
    _ = PlaylistReloadPolicy().interval(media, holds: true)
    _ = (media.schedules, media.interstitials)
  }
}

/// JSON documents of a stream's server: steering manifests, asset lists, schedules.
private func documents(_ bytes: [UInt8]) {
  guard let url = URL(string: "http://h/documents/a.json?q=1") else { return }
  if let manifest = SteeringManifest(bytes, url: url) { precondition(manifest.lifetime >= 1) }
  _ = InterstitialAssetList(bytes, url: url)
  let range = DateRange(
    id: "schedule", classID: ScheduleTag.classID, start: Date(timeIntervalSince1970: 1_700_000_000), cue: [], end: nil,
    duration: nil, plannedDuration: nil, scte35: [:], endsOnNext: false, clientAttributes: ["X-URI": .text("b.json")])
  guard let tag = ScheduleTag(range, base: url), let schedule = DateRangeSchedule(bytes, url: url, of: tag) else {
    return
  }
  for tag in schedule.schedules { _ = (tag.isEndless, tag.address(joinedAt: tag.start.addingTimeInterval(1))) }
  for tag in schedule.interstitials { _ = (tag.source, tag.resumeOffset, tag.playoutLimit) }
}

private func tags(_ bytes: [UInt8]) {
  _ = ID3Tags.read(bytes)
  _ = ID3Tags.readVersion1(bytes)
  _ = PackedAudioTag(bytes)
  _ = VorbisTags.read(bytes[...])
  _ = SegmentFormat(bytes)
}

private func boxes(_ bytes: [UInt8]) {
  let source = BytesSource(bytes)
  _ = MP4Movie(source, isQuickTime: true)
  _ = MP4Movie(source, isQuickTime: false)
  _ = MP4TrackEnds(source)
  _ = MP4Fragments(source)
  var events = EventMessages()
  bytes.withUnsafeBytes { _ = events.scan($0) }
  _ = TimedTextSample(bytes)?.cue(start: .zero, end: .positiveInfinity, description: TimedTextDescription(bytes))
}

/// The first half is the text of a header field, the rest are offsets and lengths to combine.
private func ranges(_ bytes: [UInt8]) {
  _ = ContentRange(String(decoding: bytes, as: UTF8.self))
  var store = RangeStore(limit: 4096, backLimit: 256)
  var known = ByteRanges()
  for piece in stride(from: 0, to: bytes.count - 3, by: 3) {
    let offset = Int64(bytes[piece]) << 4
    let length = Int(bytes[piece + 1])
    known.insert(offset..<offset + Int64(length))
    let content = [UInt8](repeating: bytes[piece + 2], count: length)
    content.withUnsafeBytes { store.insert($0, at: offset, position: Int64(bytes[piece + 2])) }
    var buffer = [UInt8](repeating: 0, count: 64)
    buffer.withUnsafeMutableBytes { _ = store.read(at: offset, into: $0) }
    precondition(store.byteCount <= 4096 + RangeStore.pieceSize)
    precondition(zip(store.ranges, store.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    precondition(zip(known.ranges, known.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }
}

/// Responses of a server, separated by empty lines: a status, fields, and a body after a line with one dot.
private func conversation(_ bytes: [UInt8]) {
  guard let url = URL(string: "http://h/film.mp4") else { return }
  var fetch = ProgressiveFetch(limits: FetchLimits(), policy: .segment, now: 0)
  var whole = ResourceFetch(ResourceRequest(url: url, range: .init(offset: 10, length: 1000)), now: 0)
  var now = 0.0
  _ = whole.start()
  _ = fetch.open(now: now)
  var titles = StreamTitleFilter(interval: Int(bytes.first ?? 1))
  for answer in bytes.split(separator: 0, maxSplits: 8) {
    now += 0.1
    let lines = answer.split(separator: 0x0A)
    let status = lines.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 206
    var head = HTTPResponseHead(status: status, url: url)
    for line in lines.dropFirst().prefix(12) { head.add(Substring(String(decoding: line, as: UTF8.self))) }
    _ = (head.contentLength, head.contentRange, head.validator, head.mayBeStored, head.retryAfter)
    let body = Array(answer.suffix(200))
    _ = whole.answered(head, now: now)
    for request in fetch.requests.map(\.identifier) {
      _ = fetch.answered(request: request, head, now: now)
      body.withUnsafeBytes { _ = fetch.received(request: request, $0, now: now) }
      if answer.count.isMultiple(of: 2) { _ = fetch.ended(request: request, .cutOff, now: now) }
    }
    body.withUnsafeBytes { bytes in
      whole.received(bytes, now: now)
      _ = titles?.filter(bytes)
    }
    var buffer = [UInt8](repeating: 0, count: 512)
    buffer.withUnsafeMutableBytes { _ = fetch.read(into: $0, now: now) }
    _ = whole.ended(answer.count.isMultiple(of: 3) ? .lost : nil, now: now)
  }
}

/// The bytes are the index file of a cache, which is then opened, read and written.
private func cacheIndex(_ bytes: [UInt8]) {
  let folder = CacheFolder.shared
  defer { folder.empty() }
  guard folder.write(bytes, to: "index.sqlite"), let cache = try? DiskCache(folder: folder.url, capacity: 1 << 20),
    let url = URL(string: "http://h/a.ts")
  else { return }
  if let entry = cache.entry(for: url) {
    _ = entry.isComplete
    _ = entry.bytes(nil)
    [UInt8](repeating: 1, count: 100).withUnsafeBytes { entry.write($0, at: 0) }
  }
  // The entry is written to the index when it is released: wait for it, so that the next call does not see it.
  cache.queue.sync {}
}

/// The folder of the fuzzed cache: one for all executions, and empty between them.
private final class CacheFolder: Sendable {
  static let shared = CacheFolder()
  let url: URL
  private let path: String

  private init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-fuzz-\(getpid())")
    path = url.path
    mkdir(path, 0o700)
    atexit { rmdir(CacheFolder.shared.path) }
  }

  func write(_ bytes: [UInt8], to name: String) -> Bool {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  func empty() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] { unlink("\(path)/\(name)") }
  }
}

/// An index written by the cache itself, as a seed for the target `cache`.
private enum CacheSeed {
  static func write(to path: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-seed-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    fill(folder)
    // Closing the last connection has merged the log into the file.
    let index = folder.appendingPathComponent("index.sqlite")
    do {
      try shrink(index.path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(contentsOf: index).write(to: URL(fileURLWithPath: path).appendingPathComponent("index"))
    } catch {
      print("there is no seed for the cache: \(error)")
      exit(1)
    }
  }

  /// Stores the index with the smallest page size: the same tables in an eighth of the bytes, so that more mutations
  /// hit one.
  private static func shrink(_ path: String) throws {
    let database = try CacheDatabase(path: path, busyTimeout: 5000)
    for statement in ["journal_mode = DELETE", "page_size = 512"] { try database.run("PRAGMA \(statement)") }
    try database.run("VACUUM")
    try database.run("PRAGMA journal_mode = WAL")
  }

  private static func fill(_ folder: URL) {
    guard let cache = try? DiskCache(folder: folder, capacity: 1 << 20) else { return }
    for name in ["a.ts", "b.ts", "c.mp4"] {
      guard let url = URL(string: "http://h/\(name)"), let entry = cache.entry(for: url) else { continue }
      [UInt8](repeating: 1, count: 4000).withUnsafeBytes { entry.write($0, at: 100) }
    }
    cache.flush()
  }
}
