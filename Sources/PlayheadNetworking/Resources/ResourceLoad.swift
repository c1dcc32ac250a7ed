import Foundation

/// A resource being loaded. Loading begins with its creation, can be read while it continues, and ends with the last
/// reference.
package protocol ResourceLoad: InterruptibleWait {
  /// Copies the bytes from `offset` on, waiting until there are some. 0 at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// Waits for the whole resource.
  func all() throws(ByteSourceError) -> [UInt8]
  /// Ends the loading.
  func cancel()
  /// The progress so far. Never waits.
  var report: ResourceReport { get }
}

/// The progress and result of a load. Times are seconds of `NetworkTime`.
package struct ResourceReport: Sendable, Equatable {
  /// The bytes received.
  package var bytes = 0
  /// The final size, if known.
  package var size: Int?
  /// The number of requests sent.
  package var requests = 0
  /// The start time.
  package var began: Double
  /// The time of the first byte; nil before it.
  package var firstByte: Double?
  /// The end time; nil while loading.
  package var ended: Double?
  /// The URL after redirections.
  package var url: URL
  /// The failure; nil while loading and after success.
  package var failure: ByteSourceError?
  /// Seconds since the server generated or validated the response (RFC 9111 §5.1).
  package var age: Double?
  /// The expiration date, if declared.
  package var renewal: Date?

  /// The validator of this version.
  package var validator: String?
  /// The size of the whole resource of a partial request.
  package var totalSize: Int64?
  /// Whether the server permits storage on disk.
  package var mayBeStored = true

  /// The IP address of the last responding host.
  package var address: String?
  /// Every failed attempt, in order: most are retried.
  package var faults: [Fault] = []

  /// A failed attempt.
  package struct Fault: Sendable, Equatable {
    /// The reason of the failure.
    package var reason: ByteSourceError
    /// The fields of the server's error response; nil without one.
    package var fields: [String: String]?
  }

  /// Creates the report of a load without progress.
  package init(url: URL, began: Double) {
    self.url = url
    self.began = began
  }

  /// Whether the load has completed or failed.
  package var isOver: Bool { ended != nil }
  /// From the first request to the last byte; nil while loading.
  package var seconds: Double? { ended.map { $0 - began } }
}
