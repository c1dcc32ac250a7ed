// The module exports the layers that it draws.
@_exported import QuartzCore
