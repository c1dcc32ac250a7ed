import PlayheadRoutes
import Synchronization
import Testing

@testable import PlayheadCommand

/// The output of `playhead routes`.
@Suite struct RoutesCommandTests {
  /// Collects the output.
  private final class Printed: Console {
    private let text = Mutex((output: "", errors: ""))
    var output: String { text.withLock { $0.output } }
    var errors: String { text.withLock { $0.errors } }
    func write(_ text: String) { self.text.withLock { $0.output += text } }
    func writeError(_ text: String) { self.text.withLock { $0.errors += text } }
  }

  private let routes = [
    PlaybackRoute(id: "uuid:1", name: "Living \u{1B}[2JRoom", model: "Box \"3\"", kind: .dlna),
    PlaybackRoute(id: "uuid:2", name: "テレビ", model: nil, kind: .dlna),
  ]

  @Test func textHasNamesAndModelsInColumns() {
    #expect(RoutesCommand.text(routes) == "Living [2JRoom  Box \"3\"\nテレビ\n")
  }

  @Test func jsonHasNameKindModelAndIdentifier() {
    let line = RoutesCommand.json(routes).line
    #expect(
      line == #"{"routes":[{"name":"Living [2JRoom","kind":"dlna","model":"Box \"3\"","id":"uuid:1"},"#
        + #"{"name":"テレビ","kind":"dlna","model":null,"id":"uuid:2"}]}"#)
  }

  @Test func emptyNetworkIsNoFailure() {
    for (asJSON, output) in [
      (false, "No device that can play was found on the local network.\n"), (true, "{\n  \"routes\": []\n}\n"),
    ] {
      let console = Printed()
      let command = RoutesCommand(
        asJSON: asJSON, console: console, search: { _ in [] }, seconds: 0.1)
      #expect(command.run() == 0)
      #expect(console.output == output && console.errors.isEmpty)
    }
  }
}
