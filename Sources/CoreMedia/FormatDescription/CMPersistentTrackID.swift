/// The identifier of a track within an asset; above 0, and preserved when the asset is copied.
public typealias CMPersistentTrackID = Int32

/// The identifier of no track: 0.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
