import Foundation
import PlayheadBasics
import Synchronization

/// A resource that is available without a request: from a file, from a data URL, or cached.
package final class DataResourceLoad: ResourceLoad {
  /// The bytes, or the reason why they are not available.
  private let content: Result<[UInt8], ByteSourceError>
  /// Set by `interrupt` on any thread.
  private let isInterrupted = Atomic<Bool>(false)
  /// Complete from the start: the load ends within the initializer.
  package let report: ResourceReport

  /// Reads the file or decodes the data URL on the calling thread; `onEnd` is called before it returns.
  package init(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void = {}) {
    var report = ResourceReport(url: request.url, began: NetworkTime.now)
    do throws(ByteSourceError) {
      let bytes = try Self.bytes(request)
      content = .success(bytes)
      report.bytes = bytes.count
      report.size = bytes.count
      report.firstByte = NetworkTime.now
    } catch {
      content = .failure(error)
      report.failure = error
      report.faults = [.init(reason: error, fields: nil)]
    }
    report.ended = NetworkTime.now
    self.report = report
    onEnd()
  }

  /// A resource that the reference policy forbids.
  init(_ request: ResourceRequest, _ refusal: ReferenceRefusal, onEnd: @escaping @Sendable () -> Void) {
    var report = ResourceReport(url: request.url, began: NetworkTime.now)
    report.failure = .refused(refusal)
    report.faults = [.init(reason: .refused(refusal), fields: nil)]
    report.ended = report.began
    self.report = report
    content = .failure(.refused(refusal))
    onEnd()
  }

  /// A resource from cached bytes.
  init(_ bytes: [UInt8], of url: URL, onEnd: @escaping @Sendable () -> Void) {
    var report = ResourceReport(url: url, began: NetworkTime.now)
    report.bytes = bytes.count
    report.size = bytes.count
    report.firstByte = report.began
    report.ended = report.began
    self.report = report
    content = .success(bytes)
    onEnd()
  }

  /// Reads the requested part of a file, or decodes a data URL.
  ///
  /// - Throws: `unsupportedScheme`, `refused`, `network` with `tooLarge` or `badResponse`, or an error of the file.
  private static func bytes(_ request: ResourceRequest) throws(ByteSourceError) -> [UInt8] {
    if request.url.scheme?.lowercased() == "data" {
      guard let bytes = DataURL.bytes(of: request.url) else { throw .network(.badResponse("it cannot be read")) }
      return bytes
    }
    if let scheme = request.url.scheme, !request.url.isFileURL { throw .unsupportedScheme(scheme) }
    let source = try FileByteSource(
      path: request.url.systemPath, within: request.referrer.map { $0.folder ?? "/" })
    let size = source.size ?? Int64(request.byteLimit.value)
    if let range = request.range { try source.seek(to: min(range.offset, size)) }
    let requested = min(request.range?.length ?? size, max(0, size - (request.range?.offset ?? 0)))
    guard requested <= Int64(request.byteLimit.value) else {
      throw .network(.tooLarge(request.byteLimit.description))
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(requested), alignment: 16)
    defer { buffer.deallocate() }
    var count = 0
    while count < buffer.count {
      let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if read == 0 { break }
      count += read
    }
    return Array(buffer.prefix(count))
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if isInterrupted.load(ordering: .acquiring) { throw .cancelled }
    let bytes = try content.get()
    guard offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
    }
    return count
  }

  package func all() throws(ByteSourceError) -> [UInt8] { try content.get() }
  package func interrupt() { isInterrupted.store(true, ordering: .releasing) }
  package func resume() { isInterrupted.store(false, ordering: .releasing) }
  package func cancel() {}
}

/// `data:[type][;base64],content` (RFC 2397).
package enum DataURL {
  /// The content; nil for other schemes and invalid content.
  package static func bytes(of url: URL) -> [UInt8]? {
    let text = url.absoluteString
    guard text.lowercased().hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let content = String(text[text.index(after: comma)...])
    guard text[..<comma].lowercased().hasSuffix(";base64") else {
      return content.removingPercentEncoding.map { Array($0.utf8) }
    }
    let plain = content.removingPercentEncoding ?? content
    return Data(base64Encoded: plain, options: .ignoreUnknownCharacters).map { Array($0) }
  }
}
