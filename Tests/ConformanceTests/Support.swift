import AVFoundation

/// A file with half a second or more of silence, removed with its last reference.
final class SilentFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString).wav")

  init(seconds: Double) throws {
    let count = Int(seconds * 8000)
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    var file = Data("RIFF".utf8) + bytes(UInt32(36 + 2 * count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
    file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8000)) + bytes(UInt32(16000))
    file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(2 * count))
    try (file + Data(count: 2 * count)).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// The observed events, on the main thread.
@MainActor final class EventLog {
  private(set) var lines: [String] = []
  func write(_ line: String) { lines.append(line) }
}

/// Waits until a notification of an object was posted.
@MainActor func posted(_ name: NSNotification.Name, by object: AnyObject, after action: () -> Void) async {
  var token: (any NSObjectProtocol)?
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    nonisolated(unsafe) var isWaiting = true
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: .main) { _ in
      guard isWaiting else { return }
      isWaiting = false
      continuation.resume()
    }
    action()
  }
  if let token { NotificationCenter.default.removeObserver(token) }
}

/// Waits until an item is ready to play, or has failed.
@MainActor func settled(_ item: AVPlayerItem) async {
  var token: NSKeyValueObservation?
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    nonisolated(unsafe) var isWaiting = true
    token = item.observe(\.status, options: [.initial]) { item, _ in
      guard isWaiting, item.status != .unknown else { return }
      isWaiting = false
      continuation.resume()
    }
  }
  token?.invalidate()
}
