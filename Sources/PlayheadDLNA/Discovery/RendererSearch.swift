import Dispatch
import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Synchronization

/// A search for the renderers of the local networks. Nothing is sent except during a search.
package struct RendererSearch: Sendable {
  /// The interfaces through which the search is sent; by default, all that can send to multicast groups.
  package var interfaces: [IPv4Endpoint]
  /// The destination of the search; another one in tests.
  package var destination: IPv4Endpoint?

  /// The maximum number of renderers whose descriptions are requested: a hostile network may respond without end.
  package static let limit = 64
  /// The number of descriptions that are requested at the same time, each for at most `descriptionTimeout` seconds.
  private static let concurrency = 8
  private static let descriptionTimeout = 1.5
  /// The number of searches sent: multicast packets get lost.
  private static let repetitions = 3

  /// Creates a search.
  package init(
    interfaces: [IPv4Endpoint] = IPv4Endpoint.multicastInterfaces(), destination: IPv4Endpoint? = SSDPMessage.group
  ) {
    self.interfaces = interfaces
    self.destination = destination
  }

  /// Searches, and returns the renderers sorted by name. Blocks for about `seconds`, so it may not run on the main
  /// thread.
  package func run(seconds: Double) -> [DeviceDescription] {
    let deadline = Socket.now + seconds
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "playhead.routes", attributes: .concurrent)
    let found = Found()
    let descriptions = OperationQueue()
    descriptions.maxConcurrentOperationCount = Self.concurrency
    for interface in interfaces {
      queue.async(group: group) { search(through: interface, deadline: deadline, found, descriptions) }
    }
    group.wait()
    descriptions.waitUntilAllOperationsAreFinished()
    return found.sorted
  }

  private func search(
    through interface: IPv4Endpoint, deadline: Double, _ found: Found, _ descriptions: OperationQueue
  ) {
    guard let destination, let socket = Socket(.datagram) else { return }
    defer { socket.close() }
    guard socket.bind(to: interface.with(port: 0)), socket.sendMulticast(through: interface) else { return }
    // Half of the time remains for descriptions.
    let end = Socket.now + (deadline - Socket.now) / 2
    let interval = (end - Socket.now) / Double(2 * Self.repetitions)
    for count in 1...Self.repetitions {
      _ = socket.send(SSDPMessage.search(seconds: 1), to: destination)
      let next = count < Self.repetitions ? Socket.now + interval : end
      while let (bytes, sender) = socket.receive(deadline: next) {
        guard let message = SSDPMessage(response: bytes, sender: sender), found.isNew(message) else { continue }
        descriptions.addOperation {
          let response = HTTPExchange.get(
            message.location, limit: DeviceDescription.sizeLimit,
            deadline: min(deadline, Socket.now + Self.descriptionTimeout))
          guard let response, response.status == 200,
            let device = DeviceDescription(response.body, at: message.location)
          else { return }
          found.add(device)
        }
      }
    }
  }

  /// The results of a search, collected by its threads.
  private final class Found: Sendable {
    private let state = Mutex((messages: Set<String>(), devices: [String: DeviceDescription]()))

    /// Whether a device responds for the first time. False beyond the limit.
    func isNew(_ message: SSDPMessage) -> Bool {
      state.withLock { state in
        guard state.messages.count < RendererSearch.limit else { return false }
        return state.messages.insert("\(message.device) \(message.location.endpoint)\(message.location.path)").inserted
      }
    }

    func add(_ device: DeviceDescription) {
      state.withLock { $0.devices[device.route.id] = $0.devices[device.route.id] ?? device }
    }

    var sorted: [DeviceDescription] {
      state.withLock { Array($0.devices.values) }.sorted { ($0.route.name, $0.route.id) < ($1.route.name, $1.route.id) }
    }
  }
}
