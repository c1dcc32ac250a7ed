import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport

/// A server with media, on which a fault occurs in the middle.
final class FaultScene: Sendable {
  struct Record: Sendable {
    /// When it first and last occurred, and when it was over, in seconds of the network's time.
    var began: Double?
    var last: Double?
    var ended: Double?
    /// The newest segment of a live stream.
    var newest = 0
    var isRenewed = false
  }

  let fault: NetworkFault
  let medium: NetworkFault.Medium
  let server: FaultServer
  let record = Monitor(Record())
  private let clip: SlicedStream?
  private let gate = ServerGate()
  /// The real seconds for one second of the fault.
  private let pace: Double
  /// The faulty segment. Files have ten, live streams continue with the first one after a discontinuity.
  static let faultSegment = 5
  private static let liveFaultSegment = 10
  private static let window = 6

  /// `throttle`: bytes a second of a progressive file; nil as fast as it goes.
  init(_ fault: NetworkFault, _ medium: NetworkFault.Medium, pace: Double, throttle: Double? = nil) throws {
    self.fault = fault
    self.medium = medium
    self.pace = pace
    server = try FaultServer()
    switch medium {
    case .file: clip = nil
    case .transport: clip = try .transport("start-offset.ts")
    case .fragments: clip = try .fragments("fragmented.mp4")
    case .live: clip = try fault == .noSection ? .fragments("fragmented.mp4") : .transport("start-offset.ts")
    }
    if medium == .file { try serveFile(throttle) } else { serveStream() }
  }

  var url: URL { server.url(medium == .file ? "/film" : "/a/index.m3u8") }

  func end() {
    gate.open()
    server.stop()
  }

  // MARK: Times of the fault

  private func inject() {
    let isFirst = record.change { record -> Bool in
      defer {
        record.began = record.began ?? NetworkTime.now
        record.last = NetworkTime.now
      }
      return record.began == nil
    }
    guard isFirst else { return }
    renew()
    guard let seconds = fault.seconds else { return }
    let wait = seconds * pace
    Thread.detachNewThread { [self] in
      usleep(UInt32(wait * 1e6))
      record.change { $0.ended = NetworkTime.now }
      gate.open()
    }
  }

  // MARK: A file

  private func serveFile(_ throttle: Double?) throws {
    let name =
      switch fault {
      case .truncated: "truncated.mp4"
      case .noSection: "truncated-no-moov.mp4"
      default: "h264-bframes.mp4"
      }
    var data = try Data(contentsOf: Fixtures.url(name))
    let half = data.count / 2
    if fault == .flipped { Self.flip(&data, half) }
    var resource = ServedResource(.data(data))
    if let throttle { resource.throttle = [(0, 4 * throttle), (0.3, throttle)] }
    let hook: @Sendable () -> Void = { [weak self] in self?.inject() }
    resource.onFault = hook
    switch fault {
    case .refused, .suspend: resource.faults = [.goOffline(after: half, gate)]
    case .reset: resource.faults = [.reset(after: half), .reset(after: half / 4)]
    case .freeze3, .freeze15, .freeze60, .lost30: resource.faults = [.freezeAll(after: half, gate)]
    case .missingOnce: resource.faults = [.cut(after: half), .status(404)]
    case .burst: resource.faults = [.cut(after: half)] + Array(repeating: .status(503), count: 4)
    case .slow: resource.faults = [.cut(after: half), .hold(gate)]
    case .forbidden:
      resource.faults = [.cut(after: half)]
      resource.lastingFault = .status(403)
      server.serve("/signed", resource)
      server.serve("/signed-anew", ServedResource(.data(data)))
      resource = ServedResource(.data(data))
      resource.faults = [.redirect(to: server.url("/signed"))]
      resource.lastingFault = .redirect(to: server.url("/signed-anew"))
    case .wrongLength:
      resource.length = .wrong(by: 5000)
      resource.onRequest = hook
    default: resource.onRequest = hook
    }
    server.serve("/film", resource)
  }

  // MARK: Segments

  private func serveStream() {
    guard let clip else { return }
    if let section = clip.section { server.serve("/a/init.mp4", ServedResource(.data(section))) }
    var gone = ServedResource(.data(Data()))
    gone.lastingFault = .status(404)
    gone.onFault = { [weak self] in self?.inject() }
    server.serve("/a/gone", gone)
    if medium == .live { record.change { $0.newest = Self.window - 1 } }
    for number in 0..<(medium == .live ? Self.window : clip.segments.count) { serve(number, clip) }
    publish()
  }

  private var faultSegmentNumber: Int { medium == .live ? Self.liveFaultSegment : Self.faultSegment }

  private func serve(_ number: Int, _ clip: SlicedStream) {
    let count = clip.segments.count
    let isRepeated = fault == .unmarked && medium != .live && number >= faultSegmentNumber
    var data = clip.segments[(isRepeated ? number - faultSegmentNumber : number) % count].data
    server.serve("/a/new/\(number).\(clip.suffix)", ServedResource(.data(data)))
    let hook: @Sendable () -> Void = { [weak self] in self?.inject() }
    if number == faultSegmentNumber {
      if fault == .flipped { Self.flip(&data, data.count / 2) }
      if fault == .truncated { data = data.prefix(data.count / 2) }
    }
    var resource = ServedResource(.data(data))
    if number == faultSegmentNumber || (fault == .forbidden && number > faultSegmentNumber) {
      resource.onFault = hook
      switch fault {
      case .refused, .suspend: resource.faults = [.goOffline(after: data.count / 2, gate)]
      case .reset: resource.faults = [.reset(after: data.count / 2), .reset(after: data.count / 4)]
      case .freeze3, .freeze15, .freeze60, .lost30: resource.faults = [.freezeAll(after: data.count / 2, gate)]
      case .missingOnce: resource.faults = [.status(404)]
      case .burst: resource.faults = Array(repeating: .status(503), count: 4)
      case .forbidden: resource.lastingFault = .status(403)
      case .slow: resource.faults = [.hold(gate)]
      case .wrongLength:
        resource.length = .wrong(by: 5000)
        resource.onRequest = hook
      default: resource.onRequest = hook
      }
    }
    server.serve("/a/\(number).\(clip.suffix)", resource)
  }

  /// Bit errors that no checksum detects.
  private static func flip(_ data: inout Data, _ place: Int) {
    for step in 0..<20 { data[data.startIndex + place + step * 37] ^= 0x5A }
  }

  // MARK: Playlists

  /// The playlist with working URLs again.
  private func renew() {
    guard fault == .forbidden, medium != .file else { return }
    record.change { $0.isRenewed = true }
    publish()
  }

  /// Appends a segment to a live stream. No effect on other media, or if the fault is that nothing is appended.
  func slide() {
    guard medium == .live, let clip else { return }
    let newest = record.withLock { $0.newest }
    if fault == .stale, newest == Self.liveFaultSegment { return inject() }
    serve(newest + 1, clip)
    record.change { $0.newest = newest + 1 }
    publish()
  }

  private func publish() {
    guard let clip else { return }
    let count = clip.segments.count
    let (newest, isRenewed) = record.withLock { ($0.newest, $0.isRenewed) }
    let numbers = medium == .live ? newest - Self.window + 1...newest : 0...count - 1
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)",
    ]
    if medium == .live {
      let passed = fault == .unmarked ? 0 : max(0, numbers.lowerBound - 1) / count
      lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(passed)")
    }
    let section = clip.section == nil ? nil : "#EXT-X-MAP:URI=\"init.mp4\""
    for number in numbers {
      if fault == .noSection, number >= faultSegmentNumber, number == max(faultSegmentNumber, numbers.lowerBound) {
        lines.append("#EXT-X-MAP:URI=\"gone\"")
      } else if number == numbers.lowerBound, let section {
        lines.append(section)
      }
      if fault == .keyGone, number >= faultSegmentNumber, number == max(faultSegmentNumber, numbers.lowerBound) {
        lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"gone\"")
      }
      if medium == .live, number > 0, number % count == 0, fault != .unmarked { lines.append("#EXT-X-DISCONTINUITY") }
      let folder = isRenewed && number >= faultSegmentNumber ? "new/" : ""
      lines += ["#EXTINF:\(clip.segments[number % count].duration),", "\(folder)\(number).\(clip.suffix)"]
    }
    if medium != .live { lines.append("#EXT-X-ENDLIST") }
    server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }
}

/// A scaled network: little is read ahead, so that a fault takes effect soon, and waits are shortened.
struct ScaledTimeSources: ByteSourceProvider {
  var pace: Double

  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    guard !url.isFileURL else { return try FileByteSource(path: url.path) }
    var limits = FetchLimits()
    limits.initialReadAhead = 48 << 10
    limits.readAhead = 96 << 10
    limits.reach = 16 << 10
    return HTTPByteSource(url: url, options: options, policy: .progressive.scaled(by: pace), limits: limits)
  }

  func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad {
    var request = request
    request.policy = request.policy.scaled(by: pace)
    return HTTPResourceLoad(request, onEnd: onEnd)
  }
}
