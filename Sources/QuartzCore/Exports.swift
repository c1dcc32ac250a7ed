// A program that imports QuartzCore expects rectangles, images and colors from it.
@_exported import CoreGraphics
