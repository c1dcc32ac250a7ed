/// The filters that decoded frames pass before they are shown. The default value is none.
package struct VideoFilterSettings: Sendable, Equatable {
  /// Whether interlaced frames are deinterlaced.
  package var deinterlaces: Bool
  /// Whether bands in gradients are smoothed.
  package var debands: Bool

  /// Creates settings; by default no filter.
  package init(deinterlaces: Bool = false, debands: Bool = false) {
    self.deinterlaces = deinterlaces
    self.debands = debands
  }

  /// No filter: frames are those of the decoder.
  package static let none = VideoFilterSettings()
}
