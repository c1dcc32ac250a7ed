import Foundation
import Synchronization

/// A block of memory that block buffers share. It is allocated with its first use, and freed with the last reference.
///
/// `@unchecked Sendable`: the address is behind a mutex, and the functions are called once each. The bytes are shared
/// memory: a program that writes ensures that nothing reads them at the same time.
final class BlockMemory: @unchecked Sendable {
  /// The size in bytes.
  let length: Int
  /// Allocates the memory; nil where it cannot be.
  private let allocate: (Int) -> UnsafeMutableRawPointer?
  /// Frees the memory.
  private let free: (UnsafeMutableRawPointer, Int) -> Void
  /// The address as a number; 0 before the allocation.
  private let address: Mutex<UInt>

  /// Takes over existing memory.
  init(_ memory: UnsafeMutableRawPointer, length: Int, free: @escaping (UnsafeMutableRawPointer, Int) -> Void) {
    self.length = length
    self.free = free
    allocate = { _ in nil }
    address = Mutex(UInt(bitPattern: memory))
  }

  /// Describes memory that is allocated with its first use.
  init(
    length: Int, allocate: @escaping (Int) -> UnsafeMutableRawPointer? = { malloc(max(1, $0)) },
    free: @escaping (UnsafeMutableRawPointer, Int) -> Void = { memory, _ in Glibc.free(memory) }
  ) {
    self.length = length
    self.allocate = allocate
    self.free = free
    address = Mutex(0)
  }

  deinit {
    if let memory { free(memory, length) }
  }

  /// The memory; nil before the allocation.
  var memory: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address.withLock { $0 }) }

  /// The memory, allocated now if it is not yet.
  func assureMemory() throws -> UnsafeMutableRawPointer {
    if let memory { return memory }
    guard let made = allocate(length) else { throw CMBlockBuffer.Error.blockAllocationFailed }
    let number = UInt(bitPattern: made)
    let isFirst = address.withLock { address in
      guard address == 0 else { return false }
      address = number
      return true
    }
    // Another thread was faster.
    if !isFirst { free(made, length) }
    return memory ?? made
  }
}
