import CPlayheadCubeb
import PlayheadNetworking

/// The functions of libcubeb, loaded with the first audio: the library loads PulseAudio, ALSA and JACK.
package final class CubebLibrary: Sendable {
  /// libcubeb's `cubeb_stream *`.
  package typealias Stream = OpaquePointer
  /// `cubeb_init`: opens a connection. The last argument names a backend; nil for libcubeb's choice.
  let initialize:
    @convention(c) (UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32
  /// `cubeb_destroy`: closes a connection that has no streams.
  let destroy: @convention(c) (OpaquePointer) -> Void
  /// `cubeb_get_max_channel_count`: the channels of the default device.
  let maxChannels: @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt32>) -> Int32
  /// `cubeb_get_min_latency`: the lowest latency for a format, in frames.
  let minLatency:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<cubeb_stream_params>, UnsafeMutablePointer<UInt32>) -> Int32
  /// `cubeb_stream_init`: opens a stream, here for output only, without starting it.
  let initStream:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<Stream?>, UnsafePointer<CChar>, UnsafeRawPointer?,
      UnsafeMutablePointer<cubeb_stream_params>?, UnsafeRawPointer?, UnsafeMutablePointer<cubeb_stream_params>?, UInt32,
      cubeb_data_callback?, cubeb_state_callback?, UnsafeMutableRawPointer?
    ) -> Int32
  /// `cubeb_stream_destroy`: requires a stream that was stopped.
  let destroyStream: @convention(c) (Stream) -> Void
  /// `cubeb_enumerate_devices`: the list has to be released with `destroyCollection`.
  let enumerate:
    @convention(c) (OpaquePointer, cubeb_device_type, UnsafeMutablePointer<cubeb_device_collection>) -> Int32
  /// `cubeb_device_collection_destroy`: the device numbers in the list become invalid.
  let destroyCollection: @convention(c) (OpaquePointer, UnsafeMutablePointer<cubeb_device_collection>) -> Int32
  /// `cubeb_register_device_collection_changed`: a nil callback ends the registration.
  package let watch:
    @convention(c) (
      OpaquePointer, cubeb_device_type, cubeb_device_collection_changed_callback?, UnsafeMutableRawPointer?
    ) -> Int32
  /// `cubeb_stream_start`: calls for data begin, on a thread of libcubeb.
  package let start: @convention(c) (Stream) -> Int32
  /// `cubeb_stream_stop`: calls for data end.
  package let stop: @convention(c) (Stream) -> Int32
  /// `cubeb_stream_get_latency`: the latency in frames.
  package let latency: @convention(c) (Stream, UnsafeMutablePointer<UInt32>) -> Int32
  /// `cubeb_stream_get_position`: the number of frames played.
  package let position: @convention(c) (Stream, UnsafeMutablePointer<UInt64>) -> Int32

  /// nil if libcubeb is not installed.
  package static let shared = CubebLibrary(DynamicLibrary("cubeb", version: 0))

  /// Nil if the library lacks any of the functions.
  private init?(_ library: DynamicLibrary?) {
    guard let library,
      let initialize = library.function(
        "cubeb_init",
        as: (@convention(c) (UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32)
          .self),
      let destroy = library.function("cubeb_destroy", as: (@convention(c) (OpaquePointer) -> Void).self),
      let maxChannels = library.function(
        "cubeb_get_max_channel_count", as: (@convention(c) (OpaquePointer, UnsafeMutablePointer<UInt32>) -> Int32).self),
      let minLatency = library.function(
        "cubeb_get_min_latency",
        as: (@convention(c) (OpaquePointer, UnsafeMutablePointer<cubeb_stream_params>, UnsafeMutablePointer<UInt32>) ->
          Int32).self),
      let initStream = library.function(
        "cubeb_stream_init",
        as: (@convention(c) (
          OpaquePointer, UnsafeMutablePointer<Stream?>, UnsafePointer<CChar>, UnsafeRawPointer?,
          UnsafeMutablePointer<cubeb_stream_params>?, UnsafeRawPointer?, UnsafeMutablePointer<cubeb_stream_params>?,
          UInt32,
          cubeb_data_callback?, cubeb_state_callback?, UnsafeMutableRawPointer?
        ) -> Int32).self),
      let destroyStream = library.function("cubeb_stream_destroy", as: (@convention(c) (Stream) -> Void).self),
      let enumerate = library.function(
        "cubeb_enumerate_devices",
        as: (@convention(c) (OpaquePointer, cubeb_device_type, UnsafeMutablePointer<cubeb_device_collection>) -> Int32)
          .self),
      let destroyCollection = library.function(
        "cubeb_device_collection_destroy",
        as: (@convention(c) (OpaquePointer, UnsafeMutablePointer<cubeb_device_collection>) -> Int32).self),
      let watch = library.function(
        "cubeb_register_device_collection_changed",
        as: (@convention(c) (
          OpaquePointer, cubeb_device_type, cubeb_device_collection_changed_callback?, UnsafeMutableRawPointer?
        ) -> Int32).self),
      let start = library.function("cubeb_stream_start", as: (@convention(c) (Stream) -> Int32).self),
      let stop = library.function("cubeb_stream_stop", as: (@convention(c) (Stream) -> Int32).self),
      let latency = library.function(
        "cubeb_stream_get_latency", as: (@convention(c) (Stream, UnsafeMutablePointer<UInt32>) -> Int32).self),
      let position = library.function(
        "cubeb_stream_get_position", as: (@convention(c) (Stream, UnsafeMutablePointer<UInt64>) -> Int32).self)
    else { return nil }
    self.initialize = initialize
    self.destroy = destroy
    self.maxChannels = maxChannels
    self.minLatency = minLatency
    self.initStream = initStream
    self.destroyStream = destroyStream
    self.enumerate = enumerate
    self.destroyCollection = destroyCollection
    self.watch = watch
    self.start = start
    self.stop = stop
    self.latency = latency
    self.position = position
  }
}
