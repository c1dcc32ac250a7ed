import Glibc

/// Tells GTK, before it starts, how a program that mostly shows pictures is drawn at the least cost. For programs of this project;
/// a view inside somebody else's program takes the renderer it finds.
package enum RenderingEnvironment {
  /// Sets GTK's environment variables where nobody has set them. Call before GTK starts and before there are other threads.
  ///
  /// Without a graphics processor GTK would start a GL driver that draws on the CPU: 45 ms at the start and several times the
  /// work for every picture. `PLAYHEAD_RENDERER` (`gl`, `software` or `composited`) and `GSK_RENDERER` decide otherwise.
  package static func prepare() {
    let wanted = variable("PLAYHEAD_RENDERER")
    if wanted == "gl" {
      set("GSK_RENDERER", "gl")
    } else if wanted == "software" || wanted == "composited" || !hasGraphicsProcessor {
      set("GSK_RENDERER", "cairo")
    }
    guard variable("GSK_RENDERER") == "cairo" else { return }
    // Nothing will draw with GL: it need not be loaded to choose a visual.
    let flags = variable("GDK_DEBUG").map { $0 + "," } ?? ""
    setenv("GDK_DEBUG", flags + "gl-disable", 1)
  }

  /// Whether a driver offers a device to draw with; a look into two folders, no library is loaded.
  private static var hasGraphicsProcessor: Bool {
    for node in 128..<136 where access("/dev/dri/renderD\(node)", F_OK) == 0 { return true }
    return access("/dev/nvidia0", F_OK) == 0
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func set(_ name: String, _ value: String) {
    if variable(name) == nil { setenv(name, value, 1) }
  }
}
