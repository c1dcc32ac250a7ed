// Plays an encrypted file or stream with a key of 32 hexadecimal digits, which a content key session hands over.
//
//     swift run PlayEncrypted URL KEY
import AVFoundation

/// Answers each request with the same key. A real program asks a server for the key of the identifier.
final class KeyDelegate: NSObject, AVContentKeySessionDelegate {
  private let key: Data

  init(_ key: Data) { self.key = key }

  func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
    switch keyRequest.identifier {
    case let uri as String: print("key \(uri)")
    case let identifier as Data: print("key \(identifier.map { String(format: "%02x", $0) }.joined())")
    default: break
    }
    keyRequest.processContentKeyResponse(AVContentKeyResponse(clearKeyData: key, initializationVector: nil))
  }

  func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
    didFailWithError err: any Error
  ) {
    print(err.localizedDescription)
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let name = arguments.first, let text = arguments.last else {
  print("Usage: PlayEncrypted URL KEY")
  exit(2)
}
let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
let key = Data(stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
let url = URL(string: name).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: name)

let asset = AVURLAsset(url: url)
let delegate = KeyDelegate(key)
let session = AVContentKeySession(keySystem: .clearKey)
session.setDelegate(delegate, queue: DispatchQueue(label: "keys"))
session.addContentKeyRecipient(asset)

let item = AVPlayerItem(asset: asset)
let player = AVPlayer(playerItem: item)
let status = item.observe(\.status, options: .new) { item, _ in
  guard item.status == .failed else { return }
  print(item.error?.localizedDescription ?? "This cannot be played.")
  exit(1)
}
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in
  print("played")
  exit(0)
}
player.play()
while true { try await Task.sleep(for: .seconds(3600)) }
