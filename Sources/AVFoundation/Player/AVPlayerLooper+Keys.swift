import Foundation

extension AVPlayerLooper: StringKeyed {
  package nonisolated func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error.map { $0 as NSError })
    case "loopCount": .some(NSNumber(value: loopCount))
    case "loopingPlayerItems": .some(loopingPlayerItems)
    default: nil
    }
  }
}
