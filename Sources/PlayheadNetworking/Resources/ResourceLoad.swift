import Foundation

/// A resource on its way. It begins with its making, can be read while it comes, and ends with its last reference.
package protocol ResourceLoad: AnyObject, Sendable {
  /// Copies what is there from `offset` on, and waits until there is something. 0 at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// Waits for all of it.
  func all() throws(ByteSourceError) -> [UInt8]
  /// Makes a waiting and every later call end with `.cancelled` until `resume` is called. The loading goes on.
  func interrupt()
  func resume()
  /// Ends the loading.
  func cancel()
  var report: ResourceReport { get }
}

/// How a load went. Times are seconds of `NetworkTime`.
package struct ResourceReport: Sendable, Equatable {
  package var bytes = 0
  /// How many it will be, where that is known.
  package var size: Int?
  package var requests = 0
  package var began: Double
  package var firstByte: Double?
  package var ended: Double?
  /// Where redirections led.
  package var url: URL
  package var failure: ByteSourceError?
  /// Seconds since the server made or checked it (RFC 9111 §5.1).
  package var age: Double?
  /// Until when it holds, where whoever gave it said so.
  package var renewal: Date?

  /// What tells this version of it from others, and the size of the whole of which a part was asked.
  package var validator: String?
  package var totalSize: Int64?
  /// Whether its server lets it be kept on disk.
  package var mayBeKept = true

  /// The machine that answered last.
  package var address: String?
  /// Every question that came to nothing, in order: most are asked again.
  package var faults: [Fault] = []

  package struct Fault: Sendable, Equatable {
    package var reason: ByteSourceError
    /// What the server said along with its refusal; nil where it said nothing.
    package var fields: [String: String]?
  }

  package init(url: URL, began: Double) {
    self.url = url
    self.began = began
  }

  package var isOver: Bool { ended != nil }
  /// From the first question to the last byte; nil while it goes on.
  package var seconds: Double? { ended.map { $0 - began } }
}
