/// Whether two values of a type that may not be `Equatable` are the same; nil where nobody can say.
func areEqual<Value>(_ a: Value, _ b: Value) -> Bool? {
  func compare<Known: Equatable>(_ a: Known) -> Bool { (b as? Known) == a }
  if let a = a as? any Equatable { return compare(a) }
  // An optional of something that cannot be compared, such as an error.
  guard let a = a as? any OptionalValue, let b = b as? any OptionalValue else { return nil }
  return a.isNil || b.isNil ? a.isNil == b.isNil : nil
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
