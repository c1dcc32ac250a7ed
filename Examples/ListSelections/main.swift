// Prints the selectable options of a file: audio, subtitles, angles, with the names for a menu.
//
//     swift run ListSelections FILE
import AVFoundation

guard CommandLine.arguments.count == 2 else {
  print("usage: ListSelections FILE")
  exit(2)
}
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
do {
  for characteristic in try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) {
    print(characteristic.rawValue)
    guard let group = try await asset.loadMediaSelectionGroup(for: characteristic) else { continue }
    // Forced subtitles are shown automatically: a menu omits them.
    let options = AVMediaSelectionGroup.mediaSelectionOptions(
      from: group.options, withoutMediaCharacteristics: [.containsOnlyForcedSubtitles])
    for option in options {
      print("  \(option.displayName)\(option == group.defaultOption ? " (default)" : "")")
    }
    if group.allowsEmptySelection { print("  Off") }
  }
} catch {
  print(error.localizedDescription)
  exit(1)
}
