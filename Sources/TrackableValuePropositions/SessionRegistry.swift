import Trackable

/// The means to find a session without a handle: the name and the attributes of its proposition.
struct PropositionIdentity: Sendable, Hashable {
  let name: String
  let attributes: TrackedProperties

  init(of proposition: some ValueProposition, at site: CodeLocation) {
    name = proposition.name
    attributes = TrackedProperties(encodingOrReporting: proposition.attributes, at: site)
  }
}

extension TrackedProperties {
  /// The attributes of an action.
  init(ofAction action: ValuePropositionAction, at site: CodeLocation) {
    self = action.attributes.map { TrackedProperties(encodingOrReporting: $0, at: site) } ?? []
  }

  fileprivate init(encodingOrReporting attributes: some AnalyticsEventAttributes, at site: CodeLocation) {
    do {
      try self.init(encoding: attributes)
    } catch {
      TrackableSystem.issueHandler(.notEncoded(type(of: attributes), error, at: site))
      self.init()
    }
  }
}

/// The sessions of an app that are live, and those that will be followed by new ones when the app comes back.
final class SessionRegistry: Sendable {
  /// How many sessions without a handle may be open: nothing tells when such a session is forgotten.
  static let mostWithoutHandle = 1_000

  private struct State: Sendable {
    var lastNumber = 0
    var sessions: [ObjectIdentifier: (number: Int, core: SessionCore)] = [:]
    /// In the order in which they were opened.
    var byIdentity: [PropositionIdentity: [SessionCore]] = [:]
    var withoutHandle: [SessionCore] = []

    mutating func insert(_ core: SessionCore) {
      lastNumber += 1
      sessions[ObjectIdentifier(core)] = (lastNumber, core)
      byIdentity[core.identity, default: []].append(core)
      if !core.hasHandle { withoutHandle.append(core) }
    }

    mutating func remove(_ core: SessionCore) {
      guard sessions.removeValue(forKey: ObjectIdentifier(core)) != nil else { return }
      byIdentity[core.identity]?.removeAll { $0 === core }
      if byIdentity[core.identity]?.isEmpty == true { byIdentity[core.identity] = nil }
      if !core.hasHandle { withoutHandle.removeAll { $0 === core } }
    }
  }

  private let state = Lock(State())

  /// All sessions, in the order in which they were opened.
  var sessions: [SessionCore] {
    state.withLock { $0.sessions.values.map { $0 } }.sorted { $0.number < $1.number }.map(\.core)
  }

  /// The live session that was opened last for this name and these attributes.
  func live(_ identity: PropositionIdentity) -> SessionCore? {
    // A session never asks for this lock while it holds its own.
    state.withLock { $0.byIdentity[identity]?.last(where: \.isLive) }
  }

  func insert(_ core: SessionCore) {
    state.withLock { $0.insert(core) }
  }

  /// Adds a session without a handle, unless its proposition has a live one already; then returns that.
  func insertUnlessLive(_ core: SessionCore) -> SessionCore? {
    let (found, replaced, oldest) = state.withLock { state -> (SessionCore?, [SessionCore], SessionCore?) in
      let equal = state.byIdentity[core.identity] ?? []
      if let live = equal.last(where: \.isLive) { return (live, [], nil) }
      // It takes the place of one that would have followed when the app comes back.
      let replaced = equal.filter { !$0.hasHandle }
      for core in replaced {
        if !core.stopAwaitingForeground() { return (core, [], nil) }
        state.remove(core)
      }
      state.insert(core)
      return (nil, replaced, state.withoutHandle.count > Self.mostWithoutHandle ? state.withoutHandle.first : nil)
    }
    withExtendedLifetime(replaced) {}
    oldest?.drop(because: TrackableIssue.crowded)
    return found
  }

  /// The session is about to be opened anew: now it is the one that was opened last.
  func moveToEnd(_ core: SessionCore) {
    state.withLock { state in
      guard state.sessions[ObjectIdentifier(core)] != nil else { return }
      state.remove(core)
      state.insert(core)
    }
  }

  func remove(_ core: SessionCore) {
    state.withLock { $0.remove(core) }
  }
}

extension TrackableIssue {
  fileprivate static func crowded(_ name: String, _ record: SessionRecord, isCanceled: Bool, at location: CodeLocation)
    -> Self
  {
    TrackableIssue(
      kind: .sessionDropped,
      message:
        "\(name), session \(record.id): more than \(SessionRegistry.mostWithoutHandle) sessions without a handle "
        + "are open. The oldest is \(isCanceled ? "canceled" : "forgotten").",
      remedy: "complete or cancel sessions, with the same name and attributes that opened them.", location: location)
  }
}
