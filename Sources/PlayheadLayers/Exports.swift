// Whoever draws layers has layers.
@_exported import QuartzCore
