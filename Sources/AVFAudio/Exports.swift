// A program that imports AVFAudio alone sees Foundation too, as on Apple's systems.
@_exported import Foundation
