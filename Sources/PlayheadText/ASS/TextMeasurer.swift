/// Measures drawn text.
package protocol TextMeasurer: AnyObject {
  /// The width of ASS text with its codes on one line, in pixels of the frame; nil if nothing can be drawn.
  func width(_ text: String) -> Double?
}
