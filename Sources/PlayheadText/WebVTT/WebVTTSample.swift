import CoreMedia

/// A sample of WebVTT in MP4 (ISO/IEC 14496-30 §7): the cues shown during the sample. A longer cue is repeated in every
/// sample of its time range.
package enum WebVTTSample {
  /// A cue box of a sample.
  package struct Cue: Equatable, Sendable {
    /// The content of the `iden` box; empty if there is none.
    package var identifier = ""
    /// The content of the `sttg` box: the settings after a cue's times; empty if there is none.
    package var settings = ""
    /// The content of the `payl` box: cue text with markup.
    package var text = ""
    package init() {}
  }

  /// Empty for a sample without cues (`vtte`), or if it is damaged.
  package static func cues(_ bytes: [UInt8]) -> [Cue] {
    ISOBoxes.read(bytes[...]).filter { $0.type == "vttc" }.map { box in
      var cue = Cue()
      for part in ISOBoxes.read(box.content) {
        let text = String(decoding: part.content, as: UTF8.self)
        switch part.type {
        case "iden": cue.identifier = text
        case "sttg": cue.settings = text
        case "payl": cue.text = text
        default: break
        }
      }
      return cue
    }
  }

  /// Whether the bytes are a sample instead of a document.
  package static func isSample(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 8 && ["vttc", "vtte", "vtta"].contains(String(decoding: bytes[4..<8], as: UTF8.self))
  }
}
