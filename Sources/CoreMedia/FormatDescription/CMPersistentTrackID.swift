/// Tells the tracks of an asset apart; above 0, and kept when the asset is copied.
public typealias CMPersistentTrackID = Int32

/// The identifier of no track: 0.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
