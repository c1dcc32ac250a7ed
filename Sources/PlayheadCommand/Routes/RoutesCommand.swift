@_spi(Playhead) import AVFoundation
import PlayheadBasics
import PlayheadRoutes

/// `playhead routes`: lists the devices of the local network that can play.
struct RoutesCommand {
  /// Whether the output is JSON instead of text.
  var asJSON: Bool
  /// The destination of the list.
  var console: any Console
  /// The search for a duration in seconds. Tests have results of their own.
  var search: (Double) -> [PlaybackRoute] = { ExternalPlaybackDevice.searchNow(seconds: $0).map(\.route) }
  /// The duration of the search in seconds: devices respond within one second, and have another one for descriptions.
  var seconds = 3.0

  /// Runs the command on the calling thread, which blocks during the search. Returns the exit status, which is 0 even
  /// if no device has responded.
  func run() -> Int32 {
    let routes = search(seconds)
    if asJSON {
      console.writeLine(Self.json(routes).text())
    } else {
      console.write(Self.text(routes))
    }
    return 0
  }

  /// The list as JSON: an object with the array `routes`.
  static func json(_ routes: [PlaybackRoute]) -> JSONValue {
    .object([
      (
        "routes",
        .array(
          routes.map { route in
            .object([
              ("name", .string(route.name)), ("kind", .string(route.kind.rawValue)),
              ("model", .optional(route.model)), ("id", .string(route.id)),
            ])
          })
      )
    ])
  }

  /// The list as text: the names, with the models in a second column.
  static func text(_ routes: [PlaybackRoute]) -> String {
    if routes.isEmpty { return "No device that can play was found on the local network.\n" }
    let rows = routes.map { (name: CellText.printable($0.name), model: CellText.printable($0.model ?? "")) }
    let width = rows.map { CellText.width($0.name) }.max() ?? 0
    return rows.map { row in
      row.model.isEmpty ? row.name + "\n" : CellText.padded(row.name, to: width) + "  " + row.model + "\n"
    }.joined()
  }
}
