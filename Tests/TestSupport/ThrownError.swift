/// The error of type `type` that `body` throws, or nil if it throws none or another one.
///
/// `#expect(throws:)` returns the error since Swift 6.1 only.
public func thrownError<Failure: Error, Result>(_ type: Failure.Type, by body: () throws -> Result) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Failure
  }
}
