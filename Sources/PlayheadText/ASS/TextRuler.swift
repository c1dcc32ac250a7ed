/// Measures text as it will be drawn.
package protocol TextRuler: AnyObject {
  /// How far text of ASS, with its codes, reaches on one line, in pixels of the picture; nil where nothing can be drawn.
  func width(_ text: String) -> Double?
}
