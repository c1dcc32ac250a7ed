import PlayheadBasics

/// The network's events: the handling of responses.
extension ProgressiveFetch {
  /// Handles a response header. Returns whether the body is needed.
  mutating func answered(request identifier: Int, _ head: HTTPResponseHead, now: Double) -> (Bool, [Action]) {
    guard let index = requests.index(of: identifier) else { return (false, []) }
    requests[index].isAnswered = true
    meter.resume(now: now)
    switch head.status {
    case 206: return accept(index, part: head)
    case 200...203: return accept(index, whole: head)
    case 204, 205:
      // No content (RFC 9110 §15.3.5).
      entity = entity ?? Entity(head)
      entity?.size = 0
      requests.remove(index)
      return (false, [])
    case 416: return refused(index, head, now: now)
    case 401, 403, 404, 410:
      guard location != nil else { break }
      // The redirection target is gone or no longer accessible: the original URL may lead to a new one.
      location = nil
      return (false, retry(index, after: 0, within: policy.limits.firstByte))
    default: break
    }
    return (false, failed(index, .status(head.status, retryAfter: head.retryAfter), now: now))
  }

  /// Accepts a partial response if it begins at the expected offset and belongs to the same version.
  private mutating func accept(_ index: Int, part head: HTTPResponseHead) -> (Bool, [Action]) {
    let answered = Entity(head)
    guard let bytes = head.contentRange?.bytes, bytes.lowerBound == requests[index].writeOffset else {
      return (false, end(index, .network(.badResponse("it is not the requested range"))))
    }
    if let entity {
      guard entity.isSame(as: answered) else { return (false, end(index, .resourceChanged)) }
      self.entity?.access = .ranges
      self.entity?.size = entity.size ?? answered.size
      self.entity?.declaredSize = entity.declaredSize ?? answered.declaredSize
    } else {
      entity = answered
    }
    return (true, [])
  }

  /// Accepts a response with the whole resource; the bytes before the expected offset are skipped.
  private mutating func accept(_ index: Int, whole head: HTTPResponseHead) -> (Bool, [Action]) {
    let answered = Entity(head)
    if let entity {
      guard entity.access == .live || entity.isSame(as: answered) else { return (false, end(index, .resourceChanged)) }
      if entity.access != .live, requests[index].writeOffset > 0 {
        // The server sends the whole resource again, from its beginning.
        self.entity?.access = .whole
        requests[index].skip = requests[index].writeOffset
      }
    } else {
      entity = answered
    }
    requests[index].titles = answered.titleInterval.flatMap(StreamTitleFilter.init)
    return (true, [])
  }

  /// The range does not exist (RFC 9110 §15.5.17): the resource is empty, or ends where it should resume.
  private mutating func refused(_ index: Int, _ head: HTTPResponseHead, now: Double) -> (Bool, [Action]) {
    let offset = requests[index].writeOffset
    let total = head.contentRange?.total
    if offset == 0, total == nil || total ?? 0 > 0, !omitsRange {
      // Some servers reject all ranges of dynamically generated resources.
      omitsRange = true
      return (false, retry(index, after: 0, within: policy.limits.firstByte))
    }
    guard total == offset || (total == nil && size == nil) else {
      return (false, failed(index, .status(416, retryAfter: nil), now: now))
    }
    entity = entity ?? Entity(head)
    entity?.size = offset
    requests.remove(index)
    return (false, [])
  }

  /// Handles a part of a body. Returns whether it was accepted.
  mutating func received(request identifier: Int, _ bytes: UnsafeRawBufferPointer, now: Double) -> (Bool, [Action]) {
    guard let index = requests.index(of: identifier) else { return (true, []) }
    if requests[index].isFull {
      requests[index].isPaused = true
      meter.pause()
      return (false, [])
    }
    let before = requests[index].writeOffset
    meter.add(bytes.count, now: now)
    let skipped = min(requests[index].skip, Int64(bytes.count))
    requests[index].skip -= skipped
    let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(skipped)...])
    if requests[index].titles != nil {
      let audio = requests[index].titles?.filter(rest) ?? []
      for reported in requests[index].titles?.announcements ?? [] {
        titles.announce(reported.title, reported.address, at: requests[index].writeOffset + Int64(reported.offset))
      }
      audio.withUnsafeBytes { take($0, request: index) }
    } else {
      take(rest, request: index)
    }
    // Bytes that repeat existing ones are not progress.
    schedule.received(Int(clamping: requests[index].writeOffset - before), now: now)
    return (true, afterTaking(index))
  }

  /// Adds bytes to the store, without those beyond the size.
  private mutating func take(_ bytes: UnsafeRawBufferPointer, request index: Int) {
    var bytes = bytes
    if let size {
      // Bytes beyond the size do not belong to the resource.
      bytes = UnsafeRawBufferPointer(
        rebasing: bytes[..<Int(max(0, min(Int64(bytes.count), size - requests[index].writeOffset)))])
    }
    guard !bytes.isEmpty else { return }
    store.insert(bytes, at: requests[index].writeOffset, position: position)
    requests[index].writeOffset += Int64(bytes.count)
  }

  /// Stops a request that has reached bytes already cached; a new one starts when needed.
  private mutating func afterTaking(_ index: Int) -> [Action] {
    let request = requests[index]
    guard entity?.access == .ranges, let known = store.end(from: request.writeOffset),
      known - request.writeOffset > Int64(limits.reach)
    else { return [] }
    requests.remove(index)
    return [.stop(request: request.identifier)]
  }

  /// Handles the end of a transfer: complete, to be continued, or failed.
  mutating func ended(request identifier: Int, _ failure: HTTPFailure?, now: Double) -> [Action] {
    guard let index = requests.index(of: identifier) else { return [] }
    meter.pause()
    let offset = requests[index].writeOffset
    let isShort = size.map { offset < $0 } ?? false
    // An internet radio has no end: the connection was lost.
    let reason = failure ?? (entity?.access == .live || isShort ? .cutOff : nil)
    guard let reason else {
      if size == nil { entity?.size = offset }
      requests.remove(index)
      return []
    }
    if reason == .cutOff, entity?.access == .whole, requests[index].isAnswered {
      // Without ranges the missing bytes cannot be requested; if a transfer stops at the same offset twice, the
      // declared length was wrong.
      if prematureEnd == offset {
        entity?.size = offset
        requests.remove(index)
        return []
      }
      prematureEnd = offset
    }
    return failed(index, reason, now: now)
  }

  /// Handles a failure: retries the request's request, or ends it.
  private mutating func failed(_ index: Int, _ failure: HTTPFailure, now: Double) -> [Action] {
    switch schedule.failed(failure, now: now) {
    case .giveUp: end(index, schedule.reported(failure, now: now).asSourceError)
    case .retry(let after, let within): retry(index, after: after, within: within)
    }
  }

  /// Repeats the request of a request.
  private mutating func retry(_ index: Int, after delay: Double, within: Double) -> [Action] {
    let request = requests.restart(index)
    return [requestAction(request, after: delay, within: within)]
  }

  /// Ends a request. Its failure counts only if a reader waits: otherwise there is time to try again.
  private mutating func end(_ index: Int, _ error: ByteSourceError) -> [Action] {
    if isWaiting { failure = error }
    requests.remove(index)
    return []
  }
}

extension HTTPFailure {
  var asSourceError: ByteSourceError {
    switch self {
    case .cancelled: .cancelled
    case .timedOut(_, let seconds): .timedOut(seconds: Int(saturating: seconds.rounded(.up)))
    case .refusedReference(let refusal): .refused(refusal)
    default: .network(self)
    }
  }
}
