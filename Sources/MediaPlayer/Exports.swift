// A program that imports MediaPlayer alone finds the players too, as on Apple's systems.
@_exported import AVFoundation
