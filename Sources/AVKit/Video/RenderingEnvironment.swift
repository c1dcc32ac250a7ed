import Glibc

/// Configures GTK's renderer for a video player before GTK starts. For programs of this project; a view inside another
/// program uses the renderer that the program has.
package enum RenderingEnvironment {
  /// Sets GTK's environment variables that are not set yet. Call it before GTK starts and before other threads exist.
  ///
  /// Without a GPU GTK would load a GL driver that draws on the CPU: 45 ms at startup, and several times the work for
  /// every frame. `PLAYHEAD_RENDERER` (`gl`, `software`, `composited` or `immediate`) and `GSK_RENDERER` override
  /// this.
  package static func prepare() {
    let setting = setting
    if setting == "gl" {
      set("GSK_RENDERER", "gl")
    } else if ["software", "composited", "immediate"].contains(setting) || !hasGraphicsProcessor {
      set("GSK_RENDERER", "cairo")
    }
    guard variable("GSK_RENDERER") == "cairo" else { return }
    // GL is not used, so it need not be loaded to select a visual.
    let flags = variable("GDK_DEBUG").map { $0 + "," } ?? ""
    setenv("GDK_DEBUG", flags + "gl-disable", 1)
  }

  /// The user's choice in `PLAYHEAD_RENDERER`; nil if there is none.
  static var setting: String? { variable("PLAYHEAD_RENDERER") }

  /// Whether GTK passes all textures of graphics offload to the compositor, as memory if it must: for tests.
  static var forcesOffload: Bool { variable("GDK_DEBUG")?.contains("force-offload") ?? false }

  /// Whether a GPU device node exists; checks two folders and loads no library.
  private static var hasGraphicsProcessor: Bool {
    for node in 128..<136 where access("/dev/dri/renderD\(node)", F_OK) == 0 { return true }
    return access("/dev/nvidia0", F_OK) == 0
  }

  /// The value of an environment variable; nil if it is empty or not set.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Sets an environment variable, unless the user has set it.
  private static func set(_ name: String, _ value: String) {
    if variable(name) == nil { setenv(name, value, 1) }
  }
}
