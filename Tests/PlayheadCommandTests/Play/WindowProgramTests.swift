import PlayheadSettings
import Testing

@testable import PlayheadCommand

@Suite struct WindowProgramTests {
  @Test(
    "finds window program in order",
    arguments: [
      (["/opt/bin/playhead-window", "/usr/bin/playhead-window"], "/opt/bin/playhead-window"),
      (
        ["/opt/bin/../libexec/playhead/playhead-window", "/usr/bin/playhead-window"],
        "/opt/bin/../libexec/playhead/playhead-window"
      ),
      (["/bin/playhead-window", "/usr/bin/playhead-window"], "/usr/bin/playhead-window"),
      ([], nil),
    ])
  func findsWindowProgramInOrder(existing: [String], found: String?) {
    let program = WindowProgram.find(
      command: "/opt/bin/playhead", environment: ["PATH": "/usr/bin:/bin"], isProgram: existing.contains)
    #expect(program?.path == found)
  }

  @Test("passes options in one spelling") func passesOptionsInOneSpelling() throws {
    var options = PlayOptions()
    #expect(
      WindowProgram.arguments(options, files: ["-a", "b c", "file:///x%20y"].map(MediaLocation.init))
        == ["--", "-a", "b c", "/x y"])
    options.start = 3723.5
    options.length = 1
    options.rate = 1.5
    options.volume = 40
    options.isMuted = true
    options.hasAudio = false
    options.loops = true
    options.isFullscreen = true
    options.geometry = "960x540"
    options.exitsAtEnd = true
    options.hardwareDecoding = .off
    options.passthrough = PassthroughCodecs("dts,ac3")
    options.deinterlacing = .off
    options.debands = true
    options.adaptsToDisplay = true
    let arguments = WindowProgram.arguments(options, files: [MediaLocation("x")])
    #expect(
      arguments == [
        "--start=3723.5", "--length=1.0", "--rate=1.5", "--volume=40.0", "--mute", "--no-audio", "--loop",
        "--fullscreen",
        "--geometry=960x540", "--exit-at-end", "--hwdec=no", "--passthrough=ac3,dts", "--deinterlace=no", "--deband",
        "--display-resample",
        "--",
        "x",
      ])
    // A parser like this command's reads the same options.
    #expect(try Invocation(arguments: arguments) == .play(options, files: ["x"]))
  }

  @Test(
    "probes expected sockets",
    arguments: [
      ([:], []), (["DISPLAY": ""], []), (["DISPLAY": ":7"], ["/tmp/.X11-unix/X7", "@/tmp/.X11-unix/X7"]),
      (["DISPLAY": "unix:7.1"], ["/tmp/.X11-unix/X7", "@/tmp/.X11-unix/X7"]),
      (["WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"], ["/run/user/1/wayland-0"]),
      (["WAYLAND_DISPLAY": "/run/w"], ["/run/w"]), (["WAYLAND_DISPLAY": "wayland-0"], []),
    ])
  func probesExpectedSockets(environment: [String: String], expected: [String]) {
    nonisolated(unsafe) var requested: [String] = []
    let isAvailable = DisplayServer.isAvailable(environment) { path in
      requested.append(path)
      return false
    }
    #expect(!isAvailable)
    #expect(requested == expected)
  }

  @Test("does not probe remote display") func doesNotProbeRemoteDisplay() {
    #expect(DisplayServer.isAvailable(["DISPLAY": "host:0"]) { _ in false })
    #expect(DisplayServer.isAvailable(["DISPLAY": ":0"]) { $0.hasPrefix("@") })
    #expect(!DisplayServer.isAvailable(["WAYLAND_DISPLAY": "/nowhere/at/all"]))
  }
}
