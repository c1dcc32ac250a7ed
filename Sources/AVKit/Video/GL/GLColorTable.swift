import CPlayheadGTK
import PlayheadMedia

/// A `ColorLookupTable` in a texture with three dimensions. Every call requires the current context of its converter.
final class GLColorTable {
  /// The colors of the table.
  let key: ColorLookupTable.Key
  /// The GL name of the texture.
  private let texture: GLuint

  /// Computes and uploads a table; nil if the matrix has no luma and two color differences.
  init?(_ key: ColorLookupTable.Key) {
    guard let table = ColorLookupTable.shared(key) else { return nil }
    self.key = key
    texture = table.points.withUnsafeBytes { bytes in
      playhead_gl_make_color_table(
        Int32(ColorLookupTable.side), bytes.bindMemory(to: Float.self).baseAddress)
    }
  }

  /// Releases the texture, which a `deinit` could not because it may run without the context.
  func close() { playhead_gl_delete_texture(texture) }

  /// Sets the table of the current program, in a texture unit, for samples with a scale.
  ///
  /// - Parameter codeScale: The code value that a texture value of 1 represents.
  func use(_ program: GLuint, unit: Int32, codeScale: Double) {
    playhead_gl_bind_color_table(unit, texture)
    playhead_gl_set_sampler(program, "table", unit)
    let side = Double(ColorLookupTable.side)
    // The driver's coordinates reach from the edge of the first point to that of the last one.
    let scale = Float(codeScale / Double(1 << key.bitDepth) * (side - 1) / side)
    playhead_gl_set_vector3(program, "tableScale", [Float](repeating: scale, count: 3))
    playhead_gl_set_vector3(program, "tableOffset", [Float](repeating: Float(0.5 / side), count: 3))
  }
}
