import Foundation
import PlayheadNetworking
import PlayheadTesting

/// Retry policies for tests.
extension RetryPolicy {
  /// For tests that detect silence.
  static let impatient = RetryPolicy(
    limits: HTTPLimits(connect: 60, firstByte: 0.3, idle: 0.3), openingAttempts: 3, timeout: 1.2, pauses: [0])
  /// For everything else: no machine is so slow that it is mistaken for silence.
  static let steady = RetryPolicy(
    limits: HTTPLimits(connect: 60, firstByte: 60, idle: 60), openingAttempts: 3, timeout: 60, pauses: [0])
}

/// A blocking call on its own thread.
final class Background<Value: Sendable>: Sendable {
  private let monitor = Monitor<Value?>(nil)

  init(_ body: @escaping @Sendable () -> Value) {
    let monitor = monitor
    Thread {
      let value = body()
      monitor.change { $0 = value }
    }.start()
  }

  var value: Value { monitor.wait { $0 } }
}

extension ByteSource {
  /// Up to `count` bytes from the position on; fewer only at the end.
  func bytes(_ count: Int) throws(ByteSourceError) -> Data {
    var data = Data()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(count, 64 << 10), alignment: 1)
    defer { buffer.deallocate() }
    while data.count < count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, count - data.count)])
      let read = try read(into: part)
      if read == 0 { break }
      data.append(contentsOf: part[..<read])
    }
    return data
  }

  func all() throws(ByteSourceError) -> Data { try bytes(.max) }
}

/// Bytes that do not repeat, so that a misplaced piece is detected.
func numberedBytes(_ count: Int) -> Data {
  var data = Data(capacity: count + 4)
  var number: UInt32 = 0
  while data.count < count {
    withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    number += 1
  }
  return data.prefix(count)
}

/// A server with one resource, and a source that reads it.
struct Served {
  let server: FaultServer
  let source: HTTPByteSource

  init(
    _ data: Data, policy: RetryPolicy = .steady, limits: FetchLimits = FetchLimits(),
    options: RequestOptions = RequestOptions(), client: HTTPClient = .shared,
    _ change: (inout ServedResource) -> Void = { _ in }
  ) throws {
    server = try FaultServer()
    var resource = ServedResource(.data(data))
    change(&resource)
    server.serve("/film", resource)
    source = HTTPByteSource(
      url: server.url("/film"), options: options, policy: policy, limits: limits, client: client)
  }
}
