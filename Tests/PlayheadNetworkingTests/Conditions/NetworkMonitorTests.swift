import Foundation
import Testing

@testable import PlayheadNetworking

/// The condition of the network, from a simulated NetworkManager on a private bus.
@Suite("Network conditions", .serialized) struct NetworkMonitorTests {
  /// NMMetered of NetworkManager's D-Bus interface: unknown, yes, no, guess yes, guess no.
  @Test(arguments: [
    (metered: UInt32(0), isExpensive: false, isConstrained: false), (1, true, true), (2, false, false),
    (3, true, false), (4, false, false), (99, false, false),
  ])
  func readsMeteredStateOfNetworkManager(metered: UInt32, isExpensive: Bool, isConstrained: Bool) throws {
    guard let manager = SimulatedNetworkManager() else { return print("skipped: there is no dbus-daemon") }
    manager.set(metered: metered)
    let condition = NetworkMonitor(address: manager.address).condition()
    #expect(condition.isExpensive == isExpensive && condition.isConstrained == isConstrained)
    #expect(!condition.isCellular && manager.queries == 1)
  }

  @Test(arguments: [("gsm", true), ("cdma", true), ("802-3-ethernet", false), ("", false)])
  func recognizesMobileModems(type: String, isCellular: Bool) throws {
    guard let manager = SimulatedNetworkManager() else { return print("skipped: there is no dbus-daemon") }
    manager.set(metered: 2, type: type)
    #expect(NetworkMonitor(address: manager.address).condition().isCellular == isCellular)
  }

  @Test func asksAgainOnlyAfterAnAnswerHasExpired() throws {
    guard let manager = SimulatedNetworkManager() else { return print("skipped: there is no dbus-daemon") }
    let lasting = NetworkMonitor(address: manager.address)
    let fresh = NetworkMonitor(address: manager.address, validity: .zero)
    manager.set(metered: 2)
    #expect(!lasting.condition().isExpensive && !fresh.condition().isExpensive)
    manager.set(metered: 1)
    #expect(!lasting.condition().isExpensive && fresh.condition().isExpensive)
    #expect(manager.queries == 3)
    // The network has no restrictions once the bus is gone.
    manager.stop()
    #expect(!fresh.condition().isExpensive)
  }

  @Test func assumesAFreeNetworkWithoutABus() {
    #expect(NetworkMonitor(address: "unix:path=/nonexistent/bus").condition() == NetworkCondition())
    #expect(NetworkMonitor(address: "no address").condition() == NetworkCondition())
  }

  @Test func refusesNetworksThatOptionsExclude() {
    var condition = NetworkCondition()
    var access = NetworkAccess()
    #expect(!access.isRestricted && access.refusal(in: condition) == nil)
    (access.allowsCellular, access.allowsExpensive, access.allowsConstrained) = (false, false, false)
    #expect(access.isRestricted && access.refusal(in: condition) == nil)
    condition.isExpensive = true
    #expect(access.refusal(in: condition) == .expensive)
    condition.isConstrained = true
    #expect(access.refusal(in: condition) == .constrained)
    condition.isCellular = true
    #expect(access.refusal(in: condition) == .cellular)
    #expect(NetworkAccess().refusal(in: condition) == nil)
  }

  /// A provider whose network is metered.
  private struct MeteredProvider: ByteSourceProvider {
    struct Source: NetworkConditionSource {
      func condition() -> NetworkCondition {
        var condition = NetworkCondition()
        condition.isExpensive = true
        return condition
      }
    }
    var network: any NetworkConditionSource { Source() }
    func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
      throw .unsupportedScheme("none")
    }
  }

  @Test func failsRequestsOnAnExcludedNetworkWithoutSendingThem() throws {
    var options = RequestOptions()
    options.access.allowsExpensive = false
    let url = try #require(URL(string: "http://127.0.0.1:1/film.mp4"))
    let load = MeteredProvider().load(ResourceRequest(url: url, options: options))
    #expect(throws: ByteSourceError.refused(.network(.expensive))) { try load.all() }
    // Local resources need no network.
    let data = try #require(URL(string: "data:text/plain,abc"))
    #expect(try MeteredProvider().load(ResourceRequest(url: data, options: options)).all() == Array("abc".utf8))
  }
}
