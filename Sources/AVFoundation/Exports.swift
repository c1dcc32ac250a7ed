// A program that imports AVFoundation expects these names from it: most programs import nothing else.
@_exported import AVFAudio
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Dispatch
@_exported import Foundation
@_exported import QuartzCore
