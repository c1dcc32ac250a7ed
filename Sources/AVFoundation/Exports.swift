// A program that imports AVFoundation expects these names from it: most programs import nothing else.
@_exported import AVFAudio
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Dispatch
@_exported import Foundation
@_exported import QuartzCore

/// Nanoseconds in a second, as `CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))` wants it.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
