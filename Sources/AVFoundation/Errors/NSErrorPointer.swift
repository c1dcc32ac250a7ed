import Foundation

/// The destination of an error that a function cannot throw: `&error` of a `var error: NSError?`, or nil.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
