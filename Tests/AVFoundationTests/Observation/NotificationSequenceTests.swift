import AVFoundation
import Foundation
import Testing

@Suite struct NotificationSequenceTests {
  private static let name = Notification.Name("NotificationSequenceTests")

  @Test @MainActor func deliversNotificationsOfOneNameAndObjectInOrder() async {
    let center = NotificationCenter()
    let (sender, other) = (NSObject(), NSObject())
    let iterator = center.notifications(named: Self.name, object: sender).makeAsyncIterator()
    center.post(name: Self.name, object: other)
    center.post(name: Notification.Name("another"), object: sender)
    for number in 0..<3 { center.post(name: Self.name, object: sender, userInfo: ["number": number]) }
    var numbers: [Int?] = []
    while numbers.count < 3, let notification = await iterator.next(isolation: MainActor.shared) {
      numbers.append(notification.userInfo?["number"] as? Int)
    }
    #expect(numbers == [0, 1, 2])
  }

  @Test func loopEndsWithItsTask() async {
    let center = NotificationCenter()
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: Self.name) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func observationEndsWithTheIterator() {
    let center = NotificationCenter()
    final class Payload {}
    weak var payload: Payload?
    do {
      let iterator = center.notifications(named: Self.name).makeAsyncIterator()
      withExtendedLifetime(iterator) {
        let sent = Payload()
        payload = sent
        center.post(name: Self.name, object: nil, userInfo: ["payload": sent])
        #expect(payload != nil)
      }
    }
    #expect(payload == nil)
    center.post(name: Self.name, object: nil)
  }
}
