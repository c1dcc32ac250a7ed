/// A device that can play an item instead of this computer.
package struct PlaybackRoute: Sendable, Hashable {
  /// The protocol by which a route is controlled.
  package enum Kind: String, Sendable, CaseIterable {
    /// A UPnP AV media renderer, as the DLNA guidelines describe it.
    case dlna
    /// The Cast protocol, version 2, of a Chromecast.
    case chromecast
  }

  /// The identifier that the device keeps over restarts and changes of its address. External text of at most 128
  /// characters, without control characters.
  package let id: String
  /// The name for users. External text of at most 80 characters, without control characters.
  package let name: String
  /// The model for users; nil if the device does not name one. External text, limited as the name.
  package let model: String?
  /// The protocol of the device.
  package let kind: Kind

  /// Creates a route. Texts are limited and cleaned, since they come from the network.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The name; the model or a generic name replaces an empty one.
  ///   - model: The model.
  ///   - kind: The protocol.
  package init(id: String, name: String, model: String?, kind: Kind) {
    self.id = RouteText.cleaned(id, limit: 128)
    let model = model.map { RouteText.cleaned($0, limit: 80) }.flatMap { $0.isEmpty ? nil : $0 }
    let name = RouteText.cleaned(name, limit: 80)
    self.name = name.isEmpty ? model ?? "Unnamed device" : name
    self.model = model
    self.kind = kind
  }
}

/// Text that devices of the network send about themselves.
package enum RouteText {
  /// Returns a text without control, formatting and line-separating characters, without surrounding spaces, and of at
  /// most `limit` characters. A character has at most four scalars, so that combining marks cannot cover other lines.
  package static func cleaned(_ text: String, limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    // A character may need several scalars; the rest of a huge text is not examined.
    for scalar in text.unicodeScalars.prefix(16 * limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        if scalars.last != " " { scalars.append(" ") }
      case .spaceSeparator:
        if scalars.last != " " { scalars.append(" ") }
      default: scalars.append(scalar)
      }
    }
    var characters: [Character] = []
    for character in String(scalars).drop(while: { $0 == " " }) {
      guard characters.count < limit else { break }
      characters += String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }
}
