/// The failures of a device in this process.
package struct HardwareDeviceHealth: Equatable, Sendable {
  /// The decoders that have failed.
  private var failures = 0

  /// A driver that fails in three streams is more likely broken than the streams are.
  private static let limit = 3

  /// A device that has not failed.
  package init() {}

  /// Counts the failure of a decoder.
  package mutating func note(_ failure: HardwareDecodingFailure) {
    if failure.concernsDevice { failures += 1 }
  }

  /// Whether the device is used for further streams.
  package var isUsable: Bool { failures < Self.limit }
}
