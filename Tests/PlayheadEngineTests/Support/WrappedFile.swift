import PlayheadNetworking

/// A file with modified reads: only `read` has to be implemented.
protocol WrappedFile: ByteSource {
  var base: FileByteSource { get }
}

extension WrappedFile {
  var transfer: TransferSnapshot? { nil }
  var size: Int64? { base.size }
  var isSeekable: Bool { base.isSeekable }
  func head(_ count: Int) -> [UInt8] { base.head(count) }
  func seek(to offset: Int64) throws(ByteSourceError) { try base.seek(to: offset) }
  var isCancelled: Bool { base.isCancelled }
  func cancel() { base.cancel() }
  func resume() { base.resume() }
}
