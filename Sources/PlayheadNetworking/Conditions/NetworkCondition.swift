/// The cost of the network that requests use.
package struct NetworkCondition: Sendable, Equatable {
  /// Whether transferred data may cost money: a metered connection.
  package var isExpensive = false
  /// Whether the user has marked the connection as metered, and asks programs to use little data.
  package var isConstrained = false
  /// Whether the connection is that of a mobile modem.
  package var isCellular = false
  /// A network without restrictions, which is also assumed if nothing is known.
  package init() {}
}

/// Reports the condition of the network. Tests inject a fixed one.
package protocol NetworkConditionSource: Sendable {
  /// The condition now. Any thread; waits for half a second at most.
  func condition() -> NetworkCondition
}

/// The networks that an asset may use: the program's options.
package struct NetworkAccess: Sendable, Equatable {
  package var allowsCellular = true
  package var allowsExpensive = true
  package var allowsConstrained = true
  /// Access to every network.
  package init() {}

  /// Whether any network is excluded; otherwise its condition is not determined.
  var isRestricted: Bool { self != NetworkAccess() }

  /// The reason why a network may not be used; nil if it may.
  package func refusal(in condition: NetworkCondition) -> NetworkRefusal? {
    if condition.isCellular, !allowsCellular { return .cellular }
    if condition.isConstrained, !allowsConstrained { return .constrained }
    if condition.isExpensive, !allowsExpensive { return .expensive }
    return nil
  }
}

/// The property of a network that an asset may not use.
package enum NetworkRefusal: Sendable, Equatable {
  case cellular, expensive, constrained
}
