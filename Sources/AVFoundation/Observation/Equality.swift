/// Whether two values of a type that may not be `Equatable` are equal; nil if they cannot be compared.
func areEqual<Value>(_ a: Value, _ b: Value) -> Bool? {
  func compare<Known: Equatable>(_ a: Known) -> Bool { (b as? Known) == a }
  if let a = a as? any Equatable { return compare(a) }
  // An optional of a type that cannot be compared, such as an error.
  guard let a = a as? any OptionalValue, let b = b as? any OptionalValue else { return nil }
  return a.isNil || b.isNil ? a.isNil == b.isNil : nil
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
