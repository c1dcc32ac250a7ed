import CoreMedia

/// What is to be read at one moment: one layer for each file or track that is shown.
package struct CaptionScene: Sendable {
  package struct Layer: Sendable {
    /// Grows with every file and track: the same number means the same cues under the same numbers.
    package var identifier: Int
    /// Styles and sizes of an ASS file; nil for everything else.
    package var header: String?
    /// Fonts that came along with the film.
    package var fonts: [CaptionFont] = []
    package var regions: [CueRegion] = []
    /// The moment on the layer's own timeline.
    package var time: CMTime
    /// The cues that are shown, in their order, each under its number in the layer.
    package var cues: [(number: Int, cue: Cue)]
    package var look = CaptionLook()

    package init(identifier: Int, time: CMTime, cues: [(number: Int, cue: Cue)]) {
      self.identifier = identifier
      self.time = time
      self.cues = cues
    }
  }

  package var layers: [Layer] = []
  /// Grows whenever anything but the time changes: cues that come, looks, layers.
  package var revision = 0

  package init() {}

  package var isEmpty: Bool { layers.allSatisfy { $0.cues.isEmpty } }

  /// Whether the other scene shows the same cues in the same way, each of them standing still.
  package func shows(sameAs other: CaptionScene) -> Bool {
    guard layers.count == other.layers.count else { return false }
    return zip(layers, other.layers).allSatisfy { mine, theirs in
      mine.identifier == theirs.identifier && mine.look == theirs.look
        && mine.cues.map(\.number) == theirs.cues.map(\.number)
    }
  }

  /// Whether something in it may move or change while the cues stay the same.
  package var isMoving: Bool { layers.contains { $0.cues.contains { $0.cue.isMoving } } }
}

/// A font that a file brings along.
package struct CaptionFont: Sendable, Equatable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// How captions look where their file says nothing.
package struct CaptionLook: Sendable, Equatable {
  /// Times the usual size.
  package var scale = 1.0
  /// How far the captions are moved up, in parts of the picture's height.
  package var lift = 0.0
  /// Whether captions that stand at the bottom by themselves stand at the top instead: the second of two.
  package var isAtTop = false
  package var rules: [CaptionRule] = []

  package init() {}
}
