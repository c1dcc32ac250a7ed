// CGFloat, CGPoint, CGSize and CGRect live in Foundation here; a program that imports CoreGraphics expects them from it.
@_exported import Foundation
