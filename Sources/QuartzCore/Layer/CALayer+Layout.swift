import Foundation

/// The position of a resizable length with margins inside a resized parent length.
enum Autoresizing {
  /// Distributes the change evenly over the flexible parts.
  static func place(
    start: CGFloat, length: CGFloat, change: CGFloat, flexible: (before: Bool, itself: Bool, after: Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let count = [flexible.before, flexible.itself, flexible.after].count { $0 }
    guard count > 0 else { return (start, length) }
    let share = change / CGFloat(count)
    return (start + (flexible.before ? share : 0), max(0, length + (flexible.itself ? share : 0)))
  }
}
