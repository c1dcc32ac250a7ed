/// The filters that decoded frames pass before they are shown. The default value is none.
package struct VideoFilterSettings: Sendable, Equatable {
  /// What is done about interlaced frames. The raw value is that of the setting `deinterlace`.
  package enum Deinterlacing: String, Sendable, CaseIterable {
    /// Each becomes a whole picture.
    case automatic = "auto"
    /// Each becomes two whole pictures, one for each field, at the times of the fields.
    case doubleRate = "double"
    /// As `automatic`, and film in video with 29.97 frames a second is restored to 23.976 progressive frames.
    case inverseTelecine = "film"
    /// They are shown as they are.
    case off = "no"
  }

  /// What is done about interlaced frames. Whether telecine is reversed is determined when a decoder is opened.
  package var deinterlacing: Deinterlacing
  /// Whether bands in gradients are smoothed.
  package var debands: Bool

  /// Creates settings; by default no filter.
  package init(deinterlacing: Deinterlacing = .off, debands: Bool = false) {
    self.deinterlacing = deinterlacing
    self.debands = debands
  }

  /// No filter: frames are those of the decoder.
  package static let none = VideoFilterSettings()
}
