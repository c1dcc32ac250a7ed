import PlayheadEngine
import PlayheadItems
import PlayheadMedia

/// The state machine of an asset's loader: known information, requested properties and waiters. It has no side effects.
struct AssetLoaderState {
  /// A request that waits for the outcome.
  private struct Wait {
    /// Whether it waits for details that playback does not read.
    var needsDetails: Bool
    /// Receives the outcome once.
    var waiter: AssetLoader.Waiter
  }

  /// The cancellation of the running probe; nil while none is running. Identifies the probe too.
  private(set) var running: MediaProbe.Cancellation?
  /// The known information; nil until the first success.
  private var info: MediaInfo?
  /// The error; nil unless loading has failed.
  private var failure: MediaError?
  /// The properties that the running probe loads.
  private var requested: Set<String> = []
  /// The properties whose loading was cancelled and not requested again.
  private var cancelled: Set<String> = []
  /// The waiting requests by ticket.
  private var waits: [Int: Wait] = [:]
  /// The ticket of the last request.
  private var ticket = 0
  /// The number of items of the asset that players have.
  private var itemsInPlayers = 0
  /// Whether the running probe waits for the player's information and opens nothing itself.
  private(set) var isWaitingForPlayer = false

  /// The keys whose values require reading the container's own structures.
  private static let detailKeys: Set<String> = [
    "metadata", "commonMetadata", "availableMetadataFormats", "availableChapterLocales", "chapterMetadataGroups",
    "creationDate", "lyrics", "segments", "availableTrackAssociationTypes", "associatedTracks", "extendedLanguageTag",
    "totalSampleDataLength", "formatDescriptions", "requiresFrameReordering", "estimatedDataRate",
  ]

  /// Whether some of the keys require details.
  static func needsDetails(_ keys: some Collection<String>) -> Bool { !detailKeys.isDisjoint(with: keys) }

  /// The known outcome; nil until loading has ended.
  ///
  /// - Parameter needsDetails: Whether information without details is insufficient.
  func outcome(needsDetails: Bool) -> AssetLoader.Outcome? {
    if let info, !needsDetails || info.details != nil { return .loaded(info) }
    return failure.map { .failed($0) }
  }

  /// The status of a property, derived from the outcome and the requests.
  func status(of key: String) -> AVKeyValueStatus {
    switch outcome(needsDetails: Self.detailKeys.contains(key)) {
    case .loaded: .loaded
    case .failed: .failed
    default: requested.contains(key) ? .loading : cancelled.contains(key) ? .cancelled : .unknown
    }
  }

  /// Registers a request, unless the outcome is known.
  ///
  /// - Returns: The ticket of the request, and the next step for its caller.
  mutating func request(_ keys: [String], _ waiter: @escaping AssetLoader.Waiter) -> (Int, AssetLoader.Step) {
    ticket += 1
    let needsDetails = Self.needsDetails(keys)
    if let outcome = outcome(needsDetails: needsDetails) { return (ticket, .done(outcome)) }
    requested.formUnion(keys)
    cancelled.subtract(keys)
    waits[ticket] = Wait(needsDetails: needsDetails, waiter: waiter)
    guard running == nil else { return (ticket, .wait) }
    let cancellation = MediaProbe.Cancellation()
    running = cancellation
    return (ticket, .probe(cancellation))
  }

  /// Whether players have items of the asset.
  var hasPlayers: Bool { itemsInPlayers > 0 }

  /// Registers that a player has received an item of the asset.
  mutating func addPlayer() { itemsInPlayers += 1 }

  /// Whether a probe has to leave the resource to the player.
  mutating func waitForPlayer(_ probe: MediaProbe.Cancellation) -> Bool {
    guard hasPlayers, running === probe else { return false }
    isWaitingForPlayer = true
    return true
  }

  /// Registers that a player has released an item. Returns the probe that must now open the resource itself.
  mutating func removePlayer() -> MediaProbe.Cancellation? {
    itemsInPlayers -= 1
    guard !hasPlayers else { return nil }
    defer { isWaitingForPlayer = false }
    return isWaitingForPlayer ? running : nil
  }

  /// Ends loading. Returns the waiters to call and their outcomes.
  mutating func end(_ outcome: AssetLoader.Outcome) -> [(AssetLoader.Waiter, AssetLoader.Outcome)] {
    running = nil
    isWaitingForPlayer = false
    switch outcome {
    case .loaded(let found):
      // Known values do not change: an asset is immutable.
      var known = info ?? found
      known.details = found.details
      info = known
    case .failed(let error): failure = error
    case .cancelled, .abandoned: cancelled = requested
    }
    requested = []
    return takeWaits { _ in true }.map { wait in
      (wait.waiter, self.outcome(needsDetails: wait.needsDetails) ?? outcome)
    }
  }

  /// Adopts a player's information if none is known. Waiters for details continue to wait if it has none.
  ///
  /// - Returns: The waiters to call and their outcomes.
  mutating func adopt(_ found: MediaInfo) -> [(AssetLoader.Waiter, AssetLoader.Outcome)] {
    guard info == nil, failure == nil else { return [] }
    info = found
    let hasDetails = found.details != nil
    let calls = takeWaits { hasDetails || !$0.needsDetails }.map { ($0.waiter, AssetLoader.Outcome.loaded(found)) }
    requested = hasDetails ? [] : requested.intersection(Self.detailKeys)
    if waits.isEmpty {
      running?.cancel()
      running = nil
      isWaitingForPlayer = false
      requested = []
    }
    return calls
  }

  /// Replaces all information. Nothing waits for that of a composition.
  mutating func replace(_ info: MediaInfo) { self.info = info }

  /// Adopts closed captions that a player has found in the video. Returns false if none are new.
  mutating func adoptClosedCaptions(_ found: MediaInfo) -> Bool {
    info?.add(found.closedCaptions.compactMap(\.closedCaptions)) ?? false
  }

  /// Removes one waiter, and cancels the probe with the last one.
  ///
  /// - Returns: The waiter to call; nil if it has received its outcome.
  mutating func abandon(_ ticket: Int) -> AssetLoader.Waiter? {
    guard let wait = waits.removeValue(forKey: ticket) else { return nil }
    if waits.isEmpty {
      running?.cancel()
      running = nil
      isWaitingForPlayer = false
      requested = []
    }
    return wait.waiter
  }

  /// Removes waiters and returns them in the order of their requests.
  private mutating func takeWaits(_ isTaken: (Wait) -> Bool) -> [Wait] {
    let taken = waits.filter { isTaken($0.value) }
    for number in taken.keys { waits[number] = nil }
    return taken.sorted { $0.key < $1.key }.map(\.value)
  }
}
