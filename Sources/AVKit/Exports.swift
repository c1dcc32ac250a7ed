// A program that imports AVKit alone sees AVFoundation too, as on Apple's systems.
@_exported import AVFoundation
