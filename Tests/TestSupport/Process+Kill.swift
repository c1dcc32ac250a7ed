import Foundation

extension Process {
  /// Ends a started process and waits for it. An unstarted one has the identifier 0, which means the tests' own process
  /// group.
  public func killIfStarted() {
    guard processIdentifier > 0 else { return }
    kill(processIdentifier, SIGKILL)
    waitUntilExit()
  }
}
