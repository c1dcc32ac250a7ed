// Whoever imports MediaToolbox gets times and buffers along with it.
@_exported import CoreMedia
