/// An interface to video decoders in hardware, as FFmpeg supports them. The raw value is its name in settings.
package enum HardwareInterface: String, CaseIterable, Sendable {
  /// Video Acceleration API: the drivers of Intel and AMD.
  case vaapi
  /// Nvidia's decoder, by CUDA.
  case nvdec
  /// Vulkan Video.
  case vulkan
  /// The kernel's stateless decoders, by DRM: many ARM boards.
  case drm
  /// The kernel's stateful decoders, by V4L2 memory-to-memory devices: Raspberry Pi and other ARM boards.
  case v4l2m2m

  /// libavutil's name of the type of device; nil if the decoders open their device themselves.
  package var deviceType: String? {
    switch self {
    case .vaapi, .vulkan, .drm: rawValue
    case .nvdec: "cuda"
    case .v4l2m2m: nil
    }
  }

  /// Whether frames remain in the device after decoding, in memory that other devices may share (DMA-BUF). CUDA exports
  /// none, and FFmpeg maps the buffers of V4L2 devices into memory.
  package var sharesImages: Bool {
    switch self {
    case .vaapi, .vulkan, .drm: true
    case .nvdec, .v4l2m2m: false
    }
  }

  /// The name for users.
  package var title: String {
    switch self {
    case .vaapi: "VA-API"
    case .nvdec: "NVDEC"
    case .vulkan: "Vulkan Video"
    case .drm: "DRM"
    case .v4l2m2m: "V4L2"
    }
  }

  /// The device files of the interface: a folder, and the beginning of the name. A machine without any of them has no
  /// such device.
  package var deviceFiles: [(folder: String, prefix: String)] {
    switch self {
    case .vaapi: [("/dev/dri", "renderD")]
    // The last one is that of Windows Subsystem for Linux.
    case .nvdec: [("/dev", "nvidiactl"), ("/dev", "dxg")]
    case .vulkan: [("/dev/dri", "renderD"), ("/dev", "nvidiactl")]
    case .drm: [("/dev", "media")]
    case .v4l2m2m: [("/dev", "video")]
    }
  }
}

/// The user's choice of decoders. The raw value is its name in settings.
package enum HardwareDecoding: String, CaseIterable, Sendable {
  /// The first interface that works, for video that needs much processor time.
  case automatic = "auto"
  /// Software decoders only.
  case off = "no"
  /// One interface, for all video that it decodes.
  case vaapi, nvdec, vulkan, drm, v4l2m2m

  /// The interface of the choice; nil for `automatic` and `off`.
  package var interface: HardwareInterface? { HardwareInterface(rawValue: rawValue) }
}
