// The names of CoreFoundation and MacTypes in signatures of the media frameworks.
//
// Foundation on Linux exports none of them and has no toll-free bridging, so they are aliases of the Swift types to
// which programs bridge such values: `kCVPixelBufferWidthKey as String`, `[…] as CFDictionary` and `value as? String`
// then compile unchanged.

import Foundation

/// A string, under its CoreFoundation name.
public typealias CFString = String

/// A dictionary with string keys, under its CoreFoundation name.
public typealias CFDictionary = [String: Any]

/// A Boolean value, under its CoreFoundation name.
public typealias CFBoolean = Bool

/// Any value that can be stored as an attachment or an attribute.
///
/// - Note: Difference from Apple: not `AnyObject`; strings and numbers are Swift values.
public typealias CFTypeRef = Any

/// A time interval in seconds.
public typealias CFTimeInterval = Double

/// A result code: 0 is success.
public typealias OSStatus = Int32

/// Four ASCII characters packed into 32 bits, the first in the most significant byte.
public typealias FourCharCode = UInt32

/// A four-character code that identifies a type, for instance a pixel format.
public typealias OSType = FourCharCode

/// The result code of success.
public let noErr: OSStatus = 0

/// A memory allocator of CoreFoundation: the default one is `nil`, the others are constants.
///
/// Objects are always allocated by Swift. The allocator of a block of memory that a program passes determines only how
/// the block is freed.
public struct CFAllocator: Hashable, Sendable {
  /// Whether the allocator frees memory.
  package let frees: Bool
}

/// The default allocator: `nil`. It frees memory with `free`.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// The allocator of `malloc` and `free`.
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator(frees: true)

/// The allocator that frees nothing, for memory that the program owns.
public let kCFAllocatorNull: CFAllocator! = CFAllocator(frees: false)

/// True, under the name that attribute dictionaries of older programs use.
public var kCFBooleanTrue: CFBoolean! { true }

/// False, under the name that attribute dictionaries of older programs use.
public var kCFBooleanFalse: CFBoolean! { false }

/// An array, under its CoreFoundation name.
public typealias CFArray = [Any]

/// A byte buffer, under its CoreFoundation name. Its pointer is valid as long as the object.
public typealias CFData = NSData

/// A mutable byte buffer, under its CoreFoundation name.
public typealias CFMutableData = NSMutableData

/// An address, under its CoreFoundation name.
public typealias CFURL = URL

/// The bytes of a data object, valid during the object's lifetime.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// The number of bytes in a data object; 0 for none.
public func CFDataGetLength(_ theData: CFData!) -> Int {
  theData?.length ?? 0
}
