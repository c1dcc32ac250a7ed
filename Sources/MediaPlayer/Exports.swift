// A program that imports MediaPlayer alone sees AVFoundation too, as on Apple's systems.
@_exported import AVFoundation
