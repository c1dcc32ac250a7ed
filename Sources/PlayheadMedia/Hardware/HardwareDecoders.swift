/// The hardware decoders that players use.
package enum HardwareDecoders: Sendable {
  /// None: software only, as for dumps and tests that compare frames with a decoder's.
  case none
  /// Those of the machine.
  case system
  /// Others, such as simulated ones.
  case provided(any HardwareDecoderProviding)
}

/// Opens hardware decoders. The module with the decoders implements it; others only pass it on.
package protocol HardwareDecoderProviding: Sendable {
  /// Whether the machine may have a device of an interface. Called often: it must not open a device.
  func mayHaveDevice(_ interface: HardwareInterface) -> Bool
}
