import Foundation

extension CALayer {
  /// Whether the sublayers need new places.
  public func needsLayout() -> Bool { isLayoutNeeded }

  /// Whether `display()` is to be called.
  public func needsDisplay() -> Bool { isDisplayNeeded }

}

/// How a length with a margin on each side follows the length it lies in.
enum Autoresizing {
  /// The change is shared evenly by what may change.
  static func place(
    start: CGFloat, length: CGFloat, change: CGFloat, flexible: (before: Bool, itself: Bool, after: Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let count = [flexible.before, flexible.itself, flexible.after].count { $0 }
    guard count > 0 else { return (start, length) }
    let share = change / CGFloat(count)
    return (start + (flexible.before ? share : 0), max(0, length + (flexible.itself ? share : 0)))
  }
}
