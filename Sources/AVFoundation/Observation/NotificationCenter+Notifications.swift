import Foundation

extension NotificationCenter {
  /// Returns the notifications of one name for `for await`.
  ///
  /// Observation begins when the iterator is made, that is with the loop, and ends with the loop or its task. Of
  /// notifications that the loop has not taken yet, the newest 1,000 are retained.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The sender; nil for any.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(self, name, object)
  }

  /// An asynchronous sequence of notifications. It ends only when its task is cancelled.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    // Sendable: all properties are constants; the center may be used from any thread, and the object is only compared.
    /// A notification, as it was posted.
    public typealias Element = Notification
    /// The sequence does not fail.
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Starts observing. Each iterator gets all notifications.
    public func makeAsyncIterator() -> Iterator { Iterator(center, name, object) }

    /// Observes as long as it exists.
    public final class Iterator: AsyncIteratorProtocol {
      private let center: NotificationCenter
      private let token: any NSObjectProtocol
      private var iterator: AsyncStream<Carrier>.Iterator

      /// A notification between the thread that posts it and the one that awaits it.
      private struct Carrier: @unchecked Sendable {
        // Sendable: the poster hands the notification on, and one task takes it.
        let notification: Notification
      }

      fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
        let (stream, continuation) = AsyncStream.makeStream(of: Carrier.self, bufferingPolicy: .bufferingNewest(1000))
        self.center = center
        token = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Carrier(notification: $0))
        }
        iterator = stream.makeAsyncIterator()
      }

      deinit { center.removeObserver(token) }

      /// Waits for the next notification; nil if the task is cancelled.
      public func next() async -> Notification? { await next(isolation: nil) }

      /// Waits for the next notification without leaving the caller's actor; nil if the task is cancelled.
      public func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await iterator.next(isolation: actor)?.notification
      }
    }
  }
}
