/// The shaders that convert planes to RGB, for desktop GL 3.2 and GLES 3.0.
enum FrameShader {
  /// A quad over the whole target. The first row of a texture is the top of the frame on both sides, so nothing is
  /// flipped.
  static func vertex(isES: Bool) -> String {
    header(isES) + """
      uniform mat3 place;
      out vec2 position;
      void main() {
        vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
        position = (place * vec3(corner, 1.0)).xy;
        gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
      }
      """
  }

  /// The fragment shader for an arrangement of planes. `isMapped`: colors come from a table instead of a matrix; the
  /// matrix and the exponent then only adjust them.
  static func fragment(_ arrangement: PlaneLayout.Arrangement, isMapped: Bool, isES: Bool) -> String {
    let sample =
      switch arrangement {
      case .threePlanes, .threePlanesAndAlpha:
        "vec3(texture(plane0, position).r, texture(plane1, position).r, texture(plane2, position).r)"
      case .lumaAndPairs: "vec3(texture(plane0, position).r, texture(plane1, position).rg)"
      case .packed: "texture(plane0, position).rgb"
      }
    let alpha =
      switch arrangement {
      case .threePlanes, .lumaAndPairs: "1.0"
      case .threePlanesAndAlpha: "clamp(texture(plane3, position).r * alphaScale, 0.0, 1.0)"
      case .packed: "texture(plane0, position).a"
      }
    // Packed colors are multiplied by alpha already.
    let result = arrangement == .packed ? "min(adjusted, vec3(alpha))" : "clamp(adjusted, 0.0, 1.0) * alpha"
    let color = isMapped ? "texture(table, \(sample) * tableScale + tableOffset).rgb" : sample
    let table =
      isMapped ? "uniform sampler3D table;\nuniform vec3 tableScale;\nuniform vec3 tableOffset;\n" : ""
    return header(isES) + table + """
      uniform sampler2D plane0;
      uniform sampler2D plane1;
      uniform sampler2D plane2;
      uniform sampler2D plane3;
      uniform float alphaScale;
      uniform mat3 matrix;
      uniform vec3 offset;
      uniform vec3 exponent;
      in vec2 position;
      out vec4 color;
      void main() {
        vec3 linear = matrix * \(color) + offset;
        vec3 adjusted = exponent.x == 1.0 ? linear : pow(clamp(linear, 0.0, 1.0), exponent);
        float alpha = \(alpha);
        color = vec4(\(result), alpha);
      }
      """
  }

  /// The version line, and the precision that GLES requires.
  private static func header(_ isES: Bool) -> String {
    isES
      ? "#version 300 es\nprecision highp float;\nprecision highp sampler2D;\nprecision highp sampler3D;\n"
      : "#version 150\n"
  }
}
