import Foundation
import PlayheadRoutes
import PlayheadText

/// A renderer as its device description describes it (UPnP Device Architecture 1.0 §2).
package struct DeviceDescription: Sendable, Hashable {
  /// The renderer for users.
  package let route: PlaybackRoute
  /// The control address of AVTransport, which loads and plays.
  package let transport: RendererURL
  /// The control address of RenderingControl, which has the volume; nil if the renderer has none.
  package let rendering: RendererURL?
  /// The control address of ConnectionManager, which lists the formats; nil if the renderer has none.
  package let connections: RendererURL?

  /// The limits of a description's size in bytes and of the devices in it.
  package static let sizeLimit = 1 << 18
  private static let deviceLimit = 32

  /// Parses a description; nil if it is broken, describes no renderer, or leads to another host.
  package init?(_ bytes: [UInt8], at location: RendererURL) {
    guard bytes.count <= Self.sizeLimit, let root = XMLNode.document(bytes), root.name == "root" else { return nil }
    let base = root.first("URLBase").map(\.text).flatMap { $0.isEmpty ? nil : location.resolving($0) } ?? location
    guard let device = Self.renderer(in: root), let id = device.first("UDN")?.text, id.hasPrefix("uuid:") else {
      return nil
    }
    var controls: [String: RendererURL] = [:]
    for service in (device.first("serviceList")?.elements ?? []).prefix(Self.deviceLimit) {
      guard let type = service.first("serviceType")?.text, let reference = service.first("controlURL")?.text,
        let url = base.resolving(reference)
      else { continue }
      // The version follows the last colon: all versions have the actions that are used.
      let name = type.split(separator: ":").dropLast().last.map(String.init) ?? ""
      if controls[name] == nil { controls[name] = url }
    }
    guard let transport = controls["AVTransport"] else { return nil }
    self.transport = transport
    rendering = controls["RenderingControl"]
    connections = controls["ConnectionManager"]
    route = PlaybackRoute(
      id: id, name: device.first("friendlyName")?.text ?? "", model: device.first("modelName")?.text, kind: .dlna)
  }

  /// The first renderer among the root device and those embedded in it, in breadth-first order.
  private static func renderer(in root: XMLNode) -> XMLNode? {
    var queue = root.elements.filter { $0.name == "device" }
    var index = 0
    while index < queue.count, index < deviceLimit {
      let device = queue[index]
      if device.first("deviceType")?.text.hasPrefix("urn:schemas-upnp-org:device:MediaRenderer:") == true {
        return device
      }
      queue += (device.first("deviceList")?.elements ?? []).filter { $0.name == "device" }
      index += 1
    }
    return nil
  }
}

extension XMLNode {
  /// The text directly in the element, without surrounding whitespace.
  var text: String {
    children.map { if case .text(let text) = $0 { text } else { "" } }.joined()
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The first element with a name in document order, at any depth.
  func descendant(_ name: String) -> XMLNode? {
    for element in elements {
      if element.name == name { return element }
      if let found = element.descendant(name) { return found }
    }
    return nil
  }
}
