import Testing

/// Suites that look at the screen: there is one, so they take turns.
@Suite(.serialized) enum OneScreen {}
