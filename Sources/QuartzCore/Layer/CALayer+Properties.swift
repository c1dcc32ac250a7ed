import Foundation

// The properties of a layer's presentation. Each change looks up its action first, and runs it afterwards.
extension CALayer {
  /// Changes a value with its action. The value itself changes at once; the action animates the presentation.
  ///
  /// - Parameter key: The name by which delegates and actions know the property.
  func change<Value>(_ key: String, _ path: WritableKeyPath<LayerValues, Value>, to value: Value) {
    guard modelLayer == nil else {
      values[keyPath: path] = value
      return
    }
    let action = CATransaction.disableActions() ? nil : action(forKey: key)
    values[keyPath: path] = value
    action?.run(forKey: key, object: self, arguments: nil)
    if type(of: self).needsDisplay(forKey: key) { isDisplayNeeded = true }
    treeChanged()
  }

  /// Whether the numbers are finite. Others are reported with a warning and ignored.
  func accept(_ numbers: CGFloat..., for key: String) -> Bool {
    guard numbers.allSatisfy(\.isFinite) else {
      LayerTreeWarnings.warn("\(key) of a layer cannot be \(numbers); it stays what it was.")
      return false
    }
    return true
  }

  // MARK: Geometry

  /// Marks layout and display after a change of the size. A change of the origin alone has no effect.
  func boundsDidChange(from old: CGRect) {
    guard old.size != values.bounds.size, modelLayer == nil else { return }
    if needsDisplayOnBoundsChange { isDisplayNeeded = true }
    resizeSublayers(withOldSize: old.size)
    setNeedsLayout()
  }

  // MARK: Appearance

  // MARK: Contents
}
