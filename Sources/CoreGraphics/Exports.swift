// Re-exports CGFloat, CGPoint, CGSize and CGRect, which Foundation declares on Linux.
@_exported import Foundation
