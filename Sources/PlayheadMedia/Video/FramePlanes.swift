/// The memory of a frame's planes, of which there are at most four. Does not own the memory.
package struct FramePlanes: @unchecked Sendable {
  // Sendable: a value of addresses; access to the memory behind them is the owner's concern.
  /// The address of the first row of a plane; nil if the frame has no such plane.
  package typealias Address = UnsafeMutablePointer<UInt8>?

  /// The addresses in the order of the planes.
  private let addresses: (Address, Address, Address, Address)
  /// The bytes between the starts of adjacent rows, in the order of the planes.
  private let strides: (Int, Int, Int, Int)

  /// Creates a description from one address and one stride for each plane. The stride of a missing plane is 0, that of
  /// a plane whose last row is stored first is negative.
  package init(addresses: (Address, Address, Address, Address), strides: (Int, Int, Int, Int)) {
    self.addresses = addresses
    self.strides = strides
  }

  /// The address of the first row of a plane; nil if there is no such plane.
  package func address(ofPlane plane: Int) -> UnsafeMutablePointer<UInt8>? {
    switch plane {
    case 0: addresses.0
    case 1: addresses.1
    case 2: addresses.2
    case 3: addresses.3
    default: nil
    }
  }

  /// The bytes between the starts of adjacent rows of a plane; 0 if there is no such plane.
  package func stride(ofPlane plane: Int) -> Int {
    switch plane {
    case 0: strides.0
    case 1: strides.1
    case 2: strides.2
    case 3: strides.3
    default: 0
    }
  }
}
