import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Reads the bytes of one segment while they arrive: decrypted, and without the ID3 tag before packed audio.
///
/// Belongs to the reader's thread. Reads block until bytes have arrived, or the control is cancelled.
final class SegmentReader {
  private let load: any ResourceLoad
  /// The control whose cancellation ends a wait.
  private let control: StreamControl
  /// Decrypts a segment that is encrypted as a whole; nil for others.
  private let cipher: AES128?
  /// Decrypts the samples of a segment; nil for others.
  private let samples: SampleDecryption?
  /// Bytes of the load that were consumed.
  private var offset = 0
  /// Cipher text that does not fill a block yet, or is the last block so far.
  private var undecrypted: [UInt8] = []
  /// Plain text that was inspected but not returned yet.
  private var ready: [UInt8] = []
  /// Whether the load has been read to its end.
  private var hasEnded = false
  /// Whether the beginning was examined for a tag.
  private var hasSkippedTag = false
  /// The tag before packed audio.
  private(set) var tag: PackedAudioTag?
  /// Called with the tag before packed audio.
  var onTag: (PackedAudioTag) -> Void = { _ in }

  /// - Parameters:
  ///   - cipher: For segments encrypted as a whole.
  ///   - samples: For segments with encrypted samples: waits for the complete segment.
  init(_ load: any ResourceLoad, control: StreamControl, cipher: AES128?, samples: SampleDecryption? = nil) {
    self.load = load
    self.control = control
    self.cipher = cipher
    self.samples = samples
  }

  /// The first bytes after the tag: fewer than `count` if the segment is shorter.
  func head(_ count: Int) throws(ByteSourceError) -> [UInt8] {
    try skipTag()
    try fill(count)
    return Array(ready.prefix(count))
  }

  /// Reads the next bytes; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    try skipTag()
    if ready.isEmpty {
      if cipher == nil { return hasEnded ? 0 : try take(into: buffer) }
      try fill(1)
    }
    let count = min(buffer.count, ready.count)
    buffer.copyBytes(from: ready[..<count])
    ready.removeFirst(count)
    return count
  }

  /// Examines the beginning for an ID3 tag and removes it. Encrypted samples are decrypted here, which reads the whole
  /// segment.
  private func skipTag() throws(ByteSourceError) {
    guard !hasSkippedTag else { return }
    try fill(PackedAudioTag.headerLength)
    if let length = PackedAudioTag.length(ready), length <= PackedAudioTag.lengthLimit {
      try fill(length)
      tag = PackedAudioTag(ready)
      if let tag { ready.removeFirst(tag.length) }
    }
    if let samples {
      try fill(.max)
      ready = samples.segment(ready)
    }
    hasSkippedTag = true
    if let tag { onTag(tag) }
  }

  /// Makes at least `count` bytes ready, or all that remain.
  private func fill(_ count: Int) throws(ByteSourceError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while ready.count < count, !hasEnded {
      let taken = try take(into: buffer)
      if taken == 0 { hasEnded = true }
      guard let cipher else {
        ready += buffer[..<taken]
        continue
      }
      undecrypted += buffer[..<taken]
      // The last block holds the padding and is known only at the end.
      let whole = hasEnded ? undecrypted.count / 16 * 16 : max(0, (undecrypted.count - 1) / 16 * 16)
      var plain = cipher.decrypt(undecrypted[..<whole])
      undecrypted.removeFirst(whole)
      if hasEnded { plain.removeLast(AES128.padding(of: plain)) }
      ready += plain
    }
  }

  /// Reads bytes of the load, as they are in the resource, and advances the offset.
  private func take(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let offset = offset
    let count = try control.wait(for: load) { load throws(ByteSourceError) in try load.read(at: offset, into: buffer) }
    self.offset += count
    return count
  }
}
