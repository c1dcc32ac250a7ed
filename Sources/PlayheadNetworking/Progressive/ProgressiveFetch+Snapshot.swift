extension ProgressiveFetch {
  var snapshot: TransferSnapshot {
    var snapshot = TransferSnapshot()
    snapshot.loaded = store.ranges
    snapshot.size = size
    snapshot.bytesAhead = store.end(from: position).map { $0 - position } ?? 0
    snapshot.bytesReceived = meter.totalBytes
    snapshot.requestCount = requests.requestCount
    snapshot.throughput = meter.estimate
    snapshot.isWaiting = isWaiting
    let hasAll = size.map { store.end(from: position) == $0 || position >= $0 } ?? false
    snapshot.isFull = hasAll || (!requests.isEmpty && requests.areAllPaused)
    snapshot.isLive = entity?.access == .live
    snapshot.titles = titles.titles
    return snapshot
  }

  /// Whether a waiting reader should check again: bytes have arrived, the end was found, or no request will
  /// deliver the bytes that it needs.
  var canProceed: Bool {
    if store.end(from: position) != nil { return true }
    if let size, position >= size { return true }
    return requests.isEmpty
  }
}
