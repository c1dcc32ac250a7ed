import CPlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// An open device of an interface, shared by all decoders of the process.
final class HardwareDevice: @unchecked Sendable {
  // Sendable: the reference is never changed, and libavutil counts references atomically.
  /// libavutil's reference to the device, owned by this object.
  let raw: UnsafeMutablePointer<AVBufferRef>

  /// Opens the default device, which takes up to some hundred milliseconds.
  private init(type: String) throws(HardwareDecodingFailure) {
    var device: UnsafeMutablePointer<AVBufferRef>?
    let code = av_hwdevice_ctx_create(&device, av_hwdevice_find_type_by_name(type), nil, nil, 0)
    guard code >= 0, let device else { throw .noDevice(FFmpegError(.openDecoder, code: code).text) }
    raw = device
  }

  deinit {
    var reference: UnsafeMutablePointer<AVBufferRef>? = raw
    av_buffer_unref(&reference)
  }

  // MARK: The devices of the process

  /// What is known about the device of an interface.
  private struct Record: Sendable {
    /// The open device; nil before its first use, and after a failure.
    var device: HardwareDevice?
    /// The reason for which it cannot be opened.
    var failure: HardwareDecodingFailure?
    /// The failures of its decoders.
    var health = HardwareDeviceHealth()
  }

  /// The devices, by interface. Locked for moments only, and not while a device is opened.
  private static let records = Mutex<[HardwareInterface: Record]>([:])

  /// The device of an interface, opened on its first use; nil for an interface whose decoders open their device
  /// themselves. A failure is remembered: later calls fail at once.
  static func shared(_ interface: HardwareInterface) throws(HardwareDecodingFailure) -> HardwareDevice? {
    let record = records.withLock { $0[interface, default: Record()] }
    guard record.health.isUsable else { throw .unreliableDevice }
    if let failure = record.failure { throw failure }
    guard let type = interface.deviceType else { return nil }
    if let device = record.device { return device }
    do throws(HardwareDecodingFailure) {
      let device = try HardwareDevice(type: type)
      return records.withLock { records in
        // Another thread may have been faster.
        let first = records[interface]?.device ?? device
        records[interface, default: Record()].device = first
        return first
      }
    } catch {
      records.withLock { $0[interface, default: Record()].failure = error }
      throw error
    }
  }

  /// Counts the failure of a decoder. The next decoder opens the device again, which may have been lost.
  static func note(_ failure: HardwareDecodingFailure, of interface: HardwareInterface) {
    let former = records.withLock { records -> HardwareDevice? in
      records[interface, default: Record()].health.note(failure)
      guard failure.concernsDevice else { return nil }
      defer { records[interface]?.device = nil }
      return records[interface]?.device
    }
    // Released with no lock held.
    _ = former
  }
}
