import CoreMedia

/// The captions at one moment: one layer for each file or track.
package struct CaptionScene: Sendable {
  /// The captions of one file or track.
  package struct Layer: Sendable {
    /// Unique for each file and track: the same identifier means the same cues with the same numbers.
    package var identifier: Int
    /// The header of an ASS file with styles and sizes; nil for other formats.
    package var header: String?
    /// The fonts of the container.
    package var fonts: [CaptionFont] = []
    /// The regions that the cues of the layer reference.
    package var regions: [CueRegion] = []
    /// The time on the layer's own timeline.
    package var time: CMTime
    /// The visible cues in order, with their numbers in the layer.
    package var cues: [(number: Int, cue: Cue)]
    /// The viewer's settings and the application's rules for this layer.
    package var appearance = CaptionAppearance()

    /// Creates a layer of a format without header, fonts and regions.
    package init(identifier: Int, time: CMTime, cues: [(number: Int, cue: Cue)]) {
      self.identifier = identifier
      self.time = time
      self.cues = cues
    }
  }

  /// The layers from the bottom to the top.
  package var layers: [Layer] = []
  /// Increases whenever anything but the time changes: cues, looks, layers.
  package var revision = 0

  /// Creates a scene without layers.
  package init() {}

  /// Whether no cue is visible.
  package var isEmpty: Bool { layers.allSatisfy { $0.cues.isEmpty } }

  /// Whether the other scene shows the same static cues.
  package func shows(sameAs other: CaptionScene) -> Bool {
    guard layers.count == other.layers.count else { return false }
    return zip(layers, other.layers).allSatisfy { mine, theirs in
      mine.identifier == theirs.identifier && mine.appearance == theirs.appearance
        && mine.cues.map(\.number) == theirs.cues.map(\.number)
    }
  }

  /// Whether anything may change while the cues stay the same.
  package var isMoving: Bool { layers.contains { $0.cues.contains { $0.cue.isMoving } } }
}

/// A font of a container or file.
package struct CaptionFont: Sendable, Equatable {
  /// The file name in the container. libass reads the family name from the font data.
  package var name: String
  /// The whole font file, such as TrueType or OpenType.
  package var bytes: [UInt8]

  /// Creates a font from its file.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The default look of captions whose file does not declare it.
package struct CaptionAppearance: Sendable, Equatable {
  /// A factor of the default size.
  package var scale = 1.0
  /// The distance by which captions are moved up, as a fraction of the frame height.
  package var lift = 0.0
  /// Whether captions that default to the bottom are at the top instead: the second of two tracks.
  package var isAtTop = false
  /// The application's style rules, in ascending priority.
  package var rules: [CaptionRule] = []

  /// Creates the default look: normal size, at the bottom, without rules.
  package init() {}
}
