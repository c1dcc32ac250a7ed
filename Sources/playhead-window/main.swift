@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer
import PlayheadItems
import PlayheadNetworking

// Ordered for a fast start: nothing that the first frame needs waits for anything else. Opening and decoding run on the
// engine's threads while GTK starts on this one.

/// The arguments without the program's name.
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

// Environment variables and signals are set while there is a single thread.
RenderingEnvironment.prepare()
if !DesktopBus.isAvailable {
  // GTK would search the bus for screen readers and print warnings; GLib would start a bus, which takes longer than
  // opening the window.
  setenv("GTK_A11Y", "none", 0)
  setenv("DBUS_SESSION_BUS_ADDRESS", DesktopBus.none, 0)
  if !options.isPlain {
    StandardError.write("playhead-window: there is no session bus: media keys and screen readers cannot be reached")
  }
}
UnixSignal.unblock(UnixSignal.endings)
Translations.bind()
StyleSheetLoading.postpone()
// The C library has a heap for each busy thread and never releases one. Decoders allocate their large buffers once and
// reuse them, so a common heap costs them no contention and saves a dozen megabytes.
playhead_gtk_use_one_heap()
if !options.permissions.isEmpty {
  PlaybackEnvironment.current.sources = StandardByteSourceProvider(permissions: options.permissions)
}
UserKeys.load()
if !options.hasAudio { PlaybackEnvironment.current.audio = nil }

/// The device of the options, which is searched before anything plays on this computer.
var device: ExternalPlaybackDevice?
if let route = options.route {
  guard case .found(let found) = ExternalPlaybackDevice.find(route) else {
    StandardError.write("playhead-window: \(DeviceSearch.missingDevice(route))")
    exit(1)
  }
  device = found
}

let program = WindowProgram(options, device: device)
exit(program.run())
