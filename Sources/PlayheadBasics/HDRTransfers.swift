/// Transfer functions of HDR video.
package struct HDRTransfers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// SMPTE ST 2084.
  package static let pq = HDRTransfers(rawValue: 1)
  /// Hybrid log-gamma of Rec. ITU-R BT.2100.
  package static let hlg = HDRTransfers(rawValue: 2)
}
