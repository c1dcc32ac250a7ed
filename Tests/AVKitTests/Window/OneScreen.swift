import Testing

/// Suites that look at the screen: there is one, so they run one at a time.
@Suite(.serialized) enum OneScreen {}
