import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The hardware decoders of a machine. Tests substitute simulated ones.
package struct HardwareDecoderProvider: HardwareDecoderProviding {
  /// Whether the machine may have a device of an interface.
  let isPresent: @Sendable (HardwareInterface) -> Bool
  /// Opens a decoder of an interface, with a pool of frame buffers for its copies.
  let open:
    @Sendable (HardwareInterface, StreamParameters, FrameBufferPool?) -> Result<
      any HardwareVideoDecoder, HardwareDecodingFailure
    >
  /// Records the failure of a decoder of an interface.
  let note: @Sendable (HardwareDecodingFailure, HardwareInterface) -> Void

  /// The decoders of this machine.
  package static let system = HardwareDecoderProvider(
    isPresent: { interface in interface.deviceFiles.contains { Self.hasFile($0.folder, prefix: $0.prefix) } },
    open: { interface, parameters, memory in
      do throws(HardwareDecodingFailure) {
        return .success(try HardwareDecoderContext(interface, parameters, memory: memory))
      } catch {
        return .failure(error)
      }
    },
    note: { HardwareDevice.note($0, of: $1) })

  package func mayHaveDevice(_ interface: HardwareInterface) -> Bool { isPresent(interface) }

  /// Whether a folder has a file whose name begins with `prefix`.
  private static func hasFile(_ folder: String, prefix: String) -> Bool {
    guard let directory = opendir(folder) else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let isFound = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: prefix.utf8.count + 1) {
          strncmp($0, prefix, prefix.utf8.count) == 0
        }
      }
      if isFound { return true }
    }
    return false
  }
}

/// The hardware decoding of one item: opens decoders while that works, and reports which decoder is in use. After a
/// failure the item is decoded in software to its end. Belongs to the thread of the decoder.
package final class HardwareDecoderSource {
  /// The decoders of the machine.
  private let provider: HardwareDecoderProvider
  /// The user's choice, for decoders opened from now on.
  private let choice: @Sendable () -> HardwareDecoding
  /// Reports which decoder is in use.
  private let report: (VideoDecoderEvent) -> Void
  /// Whether a decoder has failed.
  private var hasFailed = false
  /// The event that was reported last.
  private var reported: VideoDecoderEvent?

  /// Creates a source for one item. `report` is called on the thread of the decoder, once for each change.
  package init(
    _ provider: HardwareDecoderProvider, choice: @escaping @Sendable () -> HardwareDecoding,
    report: @escaping (VideoDecoderEvent) -> Void
  ) {
    (self.provider, self.choice, self.report) = (provider, choice, report)
  }

  /// Opens a decoder of the first interface that works.
  ///
  /// - Returns: nil if software has to decode the track.
  func open(
    _ parameters: StreamParameters, _ memory: FrameBufferPool?
  ) -> (decoder: any HardwareVideoDecoder, interface: HardwareInterface)? {
    guard !hasFailed else { return nil }
    let interfaces = HardwareDecodingPolicy.interfaces(
      choice(), for: parameters.track, hasAlpha: parameters.pixelFormat?.hasAlpha == true,
      isPresent: provider.mayHaveDevice)
    var first: VideoDecoderEvent?
    for interface in interfaces {
      switch provider.open(interface, parameters, memory) {
      case .success(let decoder):
        announce(.hardware(interface))
        return (decoder, interface)
      case .failure(let failure):
        provider.note(failure, interface)
        first = first ?? .software(interface, failure)
      }
    }
    if let first { announce(first) }
    return nil
  }

  /// Records that software has taken over from a decoder.
  func note(_ failure: HardwareDecodingFailure, of interface: HardwareInterface) {
    hasFailed = true
    provider.note(failure, interface)
    announce(.software(interface, failure))
  }

  /// Reports an event, unless it was reported last.
  private func announce(_ event: VideoDecoderEvent) {
    guard event != reported else { return }
    reported = event
    report(event)
  }
}
