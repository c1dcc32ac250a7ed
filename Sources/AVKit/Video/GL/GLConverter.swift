import CPlayheadGTK
import PlayheadMedia
import PlayheadPipeline

/// Uploads planes, or imports them from the memory of a device, and draws them, converted and scaled, into a texture of
/// the displayed size. Every call requires a current context and comes from one thread at a time; the owner ensures
/// both.
final class GLConverter {
  /// A texture that receives one plane.
  private struct Plane {
    /// The GL name of the texture.
    var texture: GLuint
    /// Whether the texture is filtered linearly.
    var isSmooth = true
    /// The format of its storage; nil before the first upload.
    var layout: PlayheadPlaneLayout?
    /// The width of its storage in samples.
    var width = 0
    /// The height of its storage in rows.
    var height = 0
  }

  /// The properties of a program.
  private struct Program: Hashable {
    var arrangement: PlaneLayout.Arrangement
    /// Whether colors come from a table.
    var isMapped: Bool
  }

  /// Whether the context is GLES instead of desktop GL.
  private let isES: Bool
  /// Whether the driver draws on the CPU, where linear filtering costs twice the time and an unscaled frame gains
  /// nothing from it.
  private let isSoftwareDriver: Bool
  /// GLES has no 16-bit textures without an extension.
  private var hasWordTextures: Bool { !isES }
  /// The framebuffer that draws into the target texture.
  private let framebuffer: GLuint
  /// The vertex array without attributes, which core profiles require for drawing.
  private let vertexArray: GLuint
  /// Imports the planes of frames in devices; nil if the driver cannot.
  private var importer: GLPlaneImporter?
  /// One texture for each plane, reused for all frames.
  private var planes: [Plane]
  /// The linked programs; 0 if linking failed, so that it is not attempted again.
  private var programs: [Program: GLuint] = [:]
  /// The table of the last frame with a high dynamic range or a wide gamut.
  private var table: GLColorTable?
  /// For pixel formats that the shader does not support.
  private let scaler = DisplayScaler()
  /// The adjustment of the frame that is drawn.
  private var color = ColorAdjustment.none
  /// The pixels of `scaler`, reused for all frames.
  private var packed: [UInt8] = []

  /// Creates the GL resources. Requires a current context.
  ///
  /// - Parameter importDisplay: The EGL display whose textures can show images of devices; nil if they cannot.
  init(isES: Bool, isSoftwareDriver: Bool, importDisplay: UnsafeMutableRawPointer? = nil) {
    self.isES = isES
    self.isSoftwareDriver = isSoftwareDriver
    importer = importDisplay.map { GLPlaneImporter(display: $0) }
    framebuffer = playhead_gl_make_framebuffer()
    vertexArray = playhead_gl_make_vertex_array()
    planes = (0..<4).map { _ in Plane(texture: playhead_gl_make_texture(GLenum(GL_LINEAR))) }
  }

  /// Releases the GL resources. Requires a current context, which a `deinit` could not guarantee.
  func close() {
    for plane in planes { playhead_gl_delete_texture(plane.texture) }
    table?.close()
    for program in programs.values { playhead_gl_delete_program(program) }
    playhead_gl_delete_targets(framebuffer, vertexArray)
  }

  /// Draws `frame`, upright, over the whole of `target`, which has storage of `width` × `height`. False if the driver
  /// failed.
  func draw(
    _ frame: VideoFrame, _ color: ColorAdjustment = .none, into target: GLuint, width: Int, height: Int
  ) -> Bool {
    self.color = color
    if let device = frame.device, let layout = importPlanes(of: frame, from: device) {
      // The texture is complete when this returns: the device may then reuse its buffer.
      return withExtendedLifetime(device) {
        draw(layout, table(for: frame), transform: frame.transform, into: target, width: width, height: height)
      }
    }
    if let layout = PlaneLayout(frame, hasWordTextures: hasWordTextures) {
      for (index, plane) in layout.planes.enumerated() {
        guard let pixels = frame.baseAddress(ofPlane: index) else { return false }
        let size = frame.size(ofPlane: index)
        let bytesPerRow = frame.bytesPerRow(ofPlane: index)
        // A bottom-up frame has a negative stride, which GL does not support.
        guard bytesPerRow > 0 else { return drawPacked(frame, into: target, width: width, height: height) }
        upload(index, plane, size: size, rowLength: bytesPerRow / plane.bytesPerSample, pixels: pixels)
      }
      return draw(
        layout, table(for: frame), transform: frame.transform, into: target, width: width, height: height)
    }
    return drawPacked(frame, into: target, width: width, height: height)
  }

  /// Makes the textures show the planes of a frame in a device.
  ///
  /// - Returns: The layout of the planes; nil if the driver cannot show them. The frame is then copied, and further
  ///   ones by their decoder.
  private func importPlanes(of frame: VideoFrame, from device: any DeviceFrame) -> PlaneLayout? {
    // Word textures without storage of their own need no extension.
    guard let importer, let layout = PlaneLayout(frame, hasWordTextures: true) else { return nil }
    for (index, plane) in layout.planes.enumerated() {
      let size = frame.size(ofPlane: index)
      planes[index].layout = nil
      guard importer.show(device.image, plane: index, plane, in: planes[index].texture, size: size) else {
        self.importer = nil
        return nil
      }
      (planes[index].width, planes[index].height) = size
    }
    return layout
  }

  /// Converts a frame on the CPU to the size of the target, and draws it from one RGBA texture.
  private func drawPacked(_ frame: VideoFrame, into target: GLuint, width: Int, height: Int) -> Bool {
    if packed.count < width * height * 4 { packed = [UInt8](repeating: 0, count: width * height * 4 + 64) }
    let isConverted = packed.withUnsafeMutableBytes { bytes -> Bool in
      guard let base = bytes.baseAddress else { return false }
      return scaler.draw(
        frame, into: base, bytesPerRow: width * 4, width: width, height: height, format: .rgba)
    }
    guard isConverted else { return false }
    // The scaler has applied the rotation already.
    packed.withUnsafeBytes {
      upload(0, PLAYHEAD_PLANE_RGBA8, size: (width, height), rowLength: width, pixels: $0.baseAddress)
    }
    return draw(.packed, nil, transform: .identity, into: target, width: width, height: height)
  }

  /// Uploads a plane. The storage is allocated again only if its size or format changed.
  ///
  /// - Parameter rowLength: The distance of rows in samples.
  private func upload(
    _ index: Int, _ layout: PlayheadPlaneLayout, size: (width: Int, height: Int), rowLength: Int,
    pixels: UnsafeRawPointer?
  ) {
    let plane = planes[index]
    let isNew = plane.layout != layout || plane.width != size.width || plane.height != size.height
    playhead_gl_upload(plane.texture, layout, Int32(size.width), Int32(size.height), Int32(rowLength), pixels, isNew)
    planes[index].layout = layout
    (planes[index].width, planes[index].height) = size
  }

  /// Selects linear or nearest filtering for some of the textures.
  private func smooth(_ indices: Range<Int>, _ isSmooth: Bool) {
    for index in indices where planes[index].isSmooth != isSmooth {
      playhead_gl_set_filter(planes[index].texture, GLenum(isSmooth ? GL_LINEAR : GL_NEAREST))
      planes[index].isSmooth = isSmooth
    }
  }

  /// The table for the colors of a frame; nil if a standard screen shows them as they are.
  private func table(for frame: VideoFrame) -> GLColorTable? {
    guard let source = ColorMapping.Source(frame.color) else { return nil }
    let key = ColorLookupTable.Key(
      source, frame.color, height: frame.height, bitDepth: frame.pixelFormat.bitDepth)
    if let table, table.key == key { return table }
    table?.close()
    table = GLColorTable(key)
    return table
  }

  /// Draws the uploaded planes. False if the program cannot be linked or the framebuffer is incomplete.
  private func draw(
    _ layout: PlaneLayout, _ table: GLColorTable?, transform: DisplayTransform, into target: GLuint, width: Int,
    height: Int
  ) -> Bool {
    guard let program = program(Program(arrangement: layout.arrangement, isMapped: table != nil)) else { return false }
    let shown = transform.swapsSides ? (width: height, height: width) : (width: width, height: height)
    let isScaled = shown != (planes[0].width, planes[0].height)
    smooth(layout.planes.indices, isScaled || !isSoftwareDriver)
    playhead_gl_use_program(program)
    playhead_gl_set_matrix3(program, "place", transform.textureRows)
    let own = table == nil ? layout.matrix : .identity
    let matrix = color.isNeutral ? own : own.followed(by: color.matrix)
    playhead_gl_set_matrix3(program, "matrix", matrix.rows)
    playhead_gl_set_vector3(program, "offset", matrix.offset)
    playhead_gl_set_vector3(program, "exponent", [Float](repeating: color.exponent, count: 3))
    playhead_gl_set_number(program, "alphaScale", layout.alphaScale)
    for index in layout.planes.indices {
      playhead_gl_bind(Int32(index), planes[index].texture)
      playhead_gl_set_sampler(program, "plane\(index)", Int32(index))
    }
    table?.use(program, unit: Int32(layout.planes.count), codeScale: layout.codeScale)
    return playhead_gl_draw(framebuffer, vertexArray, target, Int32(width), Int32(height))
  }

  /// A program with these properties, linked at first use; nil if that failed.
  private func program(_ properties: Program) -> GLuint? {
    if let program = programs[properties] { return program == 0 ? nil : program }
    let program = playhead_gl_make_program(
      FrameShader.vertex(isES: isES),
      FrameShader.fragment(properties.arrangement, isMapped: properties.isMapped, isES: isES))
    programs[properties] = program
    return program == 0 ? nil : program
  }
}

extension PlayheadPlaneLayout {
  /// Bytes per sample, or per pair of samples.
  fileprivate var bytesPerSample: Int {
    switch self {
    case PLAYHEAD_PLANE_R8: 1
    case PLAYHEAD_PLANE_RG8, PLAYHEAD_PLANE_R16: 2
    default: 4
    }
  }
}
