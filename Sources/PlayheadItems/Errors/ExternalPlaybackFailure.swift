/// Why a device that played an item in place of this computer no longer does.
package enum ExternalPlaybackFailure: Sendable, Equatable {
  /// It does not respond.
  case noResponse
  /// It responds, but its position does not advance.
  case noProgress
  /// It refused a command.
  case refused
  /// It does not play the item's format.
  case unsupportedFormat
  /// It cannot get the item: no readable file, or a resource that only the program may read.
  case unreachableItem
}
