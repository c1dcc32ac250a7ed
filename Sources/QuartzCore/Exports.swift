// A program that imports QuartzCore expects rectangles, images and colours from it.
@_exported import CoreGraphics
