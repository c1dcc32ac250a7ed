/// Identifies a track within its asset or file; greater than zero.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
