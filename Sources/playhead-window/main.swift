import AVKit
import Foundation
import PlayheadEngine

// The order is that of a quick start: nothing that the first picture needs waits for what it does not need. Opening and decoding
// run on the engine's threads while GTK starts on this one.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
  print(WindowOptions.usage)
  exit(0)
}

let options: WindowOptions
do {
  options = try WindowOptions(arguments: arguments)
} catch {
  StandardError.write("playhead-window: \(error.text)\n\(WindowOptions.usage)")
  exit(2)
}

// Environment variables and signals are settled while there is one thread.
RenderingEnvironment.prepare()
UnixSignal.unblock(UnixSignal.endings)
Translations.bind()
if !options.hasAudio { PlaybackEnvironment.current.audio = nil }

let program = WindowProgram(options)
exit(program.run())
