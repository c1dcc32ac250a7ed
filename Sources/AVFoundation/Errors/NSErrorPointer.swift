import Foundation

/// Where a function puts an error that it cannot throw: `&error` of a `var error: NSError?`, or nil.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
