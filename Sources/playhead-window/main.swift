import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer
import PlayheadEngine
import PlayheadNetworking

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
if !DesktopBus.isThere {
  // GTK would look for screen readers on it, and complain; GLib would start one, which takes longer than to open the window.
  setenv("GTK_A11Y", "none", 0)
  setenv("DBUS_SESSION_BUS_ADDRESS", DesktopBus.none, 0)
  if !options.isPlain {
    StandardError.write("playhead-window: there is no session bus: media keys and screen readers cannot be reached")
  }
}
UnixSignal.unblock(UnixSignal.endings)
Translations.bind()
StyleSheetStart.postpone()
// The C library keeps a heap for each busy thread, and gives none of them back. Decoders take their large pieces once and keep
// them, so that a common heap costs them no waiting and saves a dozen megabytes.
playhead_gtk_use_one_heap()
if !options.permissions.isEmpty {
  PlaybackEnvironment.current.sources = StandardSources(permissions: options.permissions)
}
if !options.hasAudio { PlaybackEnvironment.current.audio = nil }

let program = WindowProgram(options)
exit(program.run())
