// The names of CoreFoundation and MacTypes that appear in signatures of the media frameworks.
//
// Foundation on Linux exports none of them and has no toll-free bridging, so they stand for the Swift types that such
// values are bridged to by the programs that use them: `kCVPixelBufferWidthKey as String`, `[…] as CFDictionary` and
// `value as? String` then compile unchanged.

import Foundation

/// A string, as CoreFoundation-styled functions name it.
public typealias CFString = String

/// A dictionary with string keys, as CoreFoundation-styled functions name it.
public typealias CFDictionary = [String: Any]

/// A Boolean value, as CoreFoundation-styled functions name it.
public typealias CFBoolean = Bool

/// Any value that may be stored as an attachment or an attribute.
///
/// - Note: Difference from Apple: there it is `AnyObject`; here strings and numbers are Swift values.
public typealias CFTypeRef = Any

/// A length of time in seconds.
public typealias CFTimeInterval = Double

/// A result code: 0 is success.
public typealias OSStatus = Int32

/// Four ASCII characters packed into 32 bits, the first in the most significant byte.
public typealias FourCharCode = UInt32

/// A four-character code that names a type, for instance a pixel format.
public typealias OSType = FourCharCode

/// The result code of success.
public let noErr: OSStatus = 0

/// A memory allocator of CoreFoundation. No value of it exists: the only argument that can be written is `nil`.
///
/// The parameters stay in the signatures because programs pass `nil` or `kCFAllocatorDefault`.
public enum CFAllocator: Sendable {}

/// The default allocator: `nil`.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// True, as attribute dictionaries of older programs spell it.
public var kCFBooleanTrue: CFBoolean! { true }

/// False, as attribute dictionaries of older programs spell it.
public var kCFBooleanFalse: CFBoolean! { false }

/// A list of values, as CoreFoundation-styled functions name it.
public typealias CFArray = [Any]

/// Bytes behind a pointer that stays valid as long as the object, as CoreFoundation-styled functions name them.
public typealias CFData = NSData

/// Bytes that can be changed, as CoreFoundation-styled functions name them.
public typealias CFMutableData = NSMutableData

/// An address, as CoreFoundation-styled functions name it.
public typealias CFURL = URL

/// The bytes of a data object, valid as long as the object lives.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// The number of bytes in a data object; 0 for none.
public func CFDataGetLength(_ theData: CFData!) -> Int {
  theData?.length ?? 0
}
