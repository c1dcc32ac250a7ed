// A program that imports AVKit alone finds the players too, as on Apple's systems.
@_exported import AVFoundation
