// Re-exports the names that programs expect from AVFoundation, which most programs import alone.
@_exported import AVFAudio
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Dispatch
@_exported import Foundation
@_exported import QuartzCore
