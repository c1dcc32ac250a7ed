import AVFoundation
import Testing

@Suite("Methods instead of selectors")
@MainActor struct SelectorTests {
  /// A class of the main actor.
  @MainActor private final class Model {
    var calls: [String] = []
    func changed(_ notification: Notification) { calls.append("\(notification.object ?? "nil")") }
    func ended() { calls.append("ended") }
  }

  /// A class without isolation, which is used on one thread.
  private class Plain: NSObject {
    var count = 0
    func changed(_ notification: Notification) { count += 1 }
    func ended() { count += 10 }
  }

  private let center = NotificationCenter()
  private let first = Notification.Name("first")
  private let second = Notification.Name("second")

  @Test func callsMethodsOfMainActor() {
    let model = Model()
    center.addObserver(model, selector: Model.changed(_:), name: first, object: nil)
    center.addObserver(model, selector: Model.ended, name: second, object: nil)
    center.post(name: first, object: "a")
    center.post(name: second, object: nil)
    #expect(model.calls == ["a", "ended"])
    center.removeObserver(model)
    center.post(name: first, object: "b")
    #expect(model.calls == ["a", "ended"])
  }

  @Test func removesByNameAndSender() {
    let (plain, sender, other) = (Plain(), NSObject(), NSObject())
    center.addObserver(plain, selector: Plain.changed(_:), name: first, object: sender)
    center.addObserver(plain, selector: Plain.changed(_:), name: first, object: other)
    center.addObserver(plain, selector: Plain.ended, name: second, object: nil)
    center.post(name: first, object: sender)
    center.post(name: first, object: nil)
    #expect(plain.count == 1)
    center.removeObserver(plain, name: first, object: sender)
    center.post(name: first, object: sender)
    center.post(name: first, object: other)
    center.post(name: second, object: nil)
    #expect(plain.count == 12)
    center.removeObserver(plain, name: second, object: nil)
    center.post(name: second, object: nil)
    center.post(name: first, object: other)
    #expect(plain.count == 13)
    center.removeObserver(plain)
    center.post(name: first, object: other)
    #expect(plain.count == 13)
  }

  @Test func doesNotRetainObservers() {
    weak var released: Plain?
    for _ in 0..<3 {
      let plain = Plain()
      released = plain
      center.addObserver(plain, selector: Plain.changed(_:), name: first, object: nil)
      center.post(name: first, object: nil)
      #expect(plain.count == 1)
    }
    #expect(released == nil)
    center.post(name: first, object: nil)
  }

  @Test func tokensAreRemovedAsBefore() {
    let plain = Plain()
    nonisolated(unsafe) let counted = plain
    let token = center.addObserver(forName: first, object: nil, queue: nil) { _ in counted.count += 1 }
    center.addObserver(plain, selector: Plain.changed(_:), name: first, object: nil)
    center.post(name: first, object: nil)
    #expect(plain.count == 2)
    center.removeObserver(token)
    center.post(name: first, object: nil)
    #expect(plain.count == 3)
    center.removeObserver(plain)
  }
}
