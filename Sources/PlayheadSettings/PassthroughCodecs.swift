/// The audio codecs that pass through to a device that decodes them: in text their names, separated by commas, or `no`.
package struct PassthroughCodecs: Equatable, Sendable {
  /// The names in the order of `known`.
  package private(set) var names: [String] = []

  /// The names of all codecs.
  package static let known = ["ac3", "eac3", "dts", "truehd"]

  /// No codec.
  package init() {}

  /// Parses a text; nil if it is neither `no` nor a list of known names.
  package init?(_ text: String) {
    guard text != "no" else { return }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(Self.known.contains) else { return nil }
    names = Self.known.filter(parts.contains)
  }

  /// Whether a codec is among them.
  package func contains(_ name: String) -> Bool { names.contains(name) }

  /// Adds a codec, or removes it. An unknown name has no effect.
  package mutating func set(_ name: String, isPermitted: Bool) {
    names = Self.known.filter { $0 == name ? isPermitted : contains($0) }
  }

  /// The text that `init(_:)` parses.
  package var text: String { names.isEmpty ? "no" : names.joined(separator: ",") }
}
