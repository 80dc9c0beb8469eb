import Trackable

/// The law's side of a program.
struct ProgramModel {
  let places: [PropertyPlace]
  private var oracle = PrecedenceOracle()
  /// The ancestors missing from contexts.
  private var reported: Set<String> = []
  /// What each tracker should have received so far.
  private(set) var expected: [[PrecedenceOracle.Delivery]] = Array(repeating: [], count: 5)

  init(places: [PropertyPlace]) { self.places = places }

  /// Whether the step means anything: an object that is not there does nothing.
  func allows(_ step: ChainProgram.Step) -> Bool {
    switch step {
    case .create, .defaults, .root(nil): true
    case .compute(let object, _), .computeParent(let object, _), .link(let object, _, _, _), .release(let object),
      .snapshot(_, let object), .root(let object?):
      alive(object) != nil
    case .linkToContext(let object, let context, _, _):
      alive(object) != nil && oracle.contexts[context] != nil
    case .context(_, let above, _, _, _): above.map { oracle.contexts[$0] != nil } ?? true
    case .track(.object(let object), _, _, _): alive(object) != nil
    case .track(.context(let context), _, _, _): oracle.contexts[context] != nil
    }
  }

  /// The objects that the program has released, and that nothing keeps.
  var released: [Int] { oracle.objects.filter { !$0.value.isAlive }.map(\.key) }

  /// Answers the issues that the step should report.
  mutating func perform(_ step: ChainProgram.Step) -> Set<String> {
    switch step {
    case .create(let object, let place):
      oracle.objects[object] = PrecedenceOracle.Object(computed: places[place].said)
    case .compute(let object, let place): oracle.objects[object]?.computed = places[place].said
    case .computeParent(let object, let parent):
      let living = alive(parent)
      oracle.objects[object]?.computedParent = living
    case .release(let object): oracle.release(object)
    case .defaults(let place):
      oracle.defaults = places[place].said
      return unreported(places[place].said.doubled, at: "defaults")
    case .root(let object):
      oracle.setRoot(object)
      return ["bootstrappedTwice"]
    case .link(let child, let parent, let place, let trackers):
      let said = places[place].said
      let refused = oracle.link(child, to: alive(parent), saying: said, trackers: trackers)
      return unreported(said.doubled, at: "link").union(refused ? ["cycle"] : [])
    case .linkToContext(let child, let context, let place, let trackers):
      let said = places[place].said
      _ = oracle.link(child, to: nil, context: oracle.contexts[context], saying: said, trackers: trackers)
      return unreported(said.doubled, at: "link to context")
    case .context(let number, let above, let place, let isLive, let trackers):
      let base = above.flatMap { oracle.contexts[$0] } ?? PrecedenceOracle.Context()
      oracle.contexts[number] = base.appending(places[place].said, isLive: isLive)
        .appending(PrecedenceOracle.Said(), oracle.placed(trackers))
    case .snapshot(let number, let object):
      let (context, missing) = oracle.snapshot(of: object)
      oracle.contexts[number] = context
      // Once for each of the two types.
      return Set(missing.filter { reported.insert("\($0.issue) \($0.object % 2)").inserted }.map(\.issue))
    case .track(let start, let site, let event, let scopes):
      let delivery = delivery(start, site: site, event: event, scopes: scopes)
      for tracker in delivery.trackers { expected[tracker].append(delivery) }
      let kinds: Set = ["cycle", "ancestorGone"]
      return unreported(delivery.issues.subtracting(kinds), at: start.isContext ? "context" : "object")
        .union(delivery.issues.intersection(kinds))
    }
    return []
  }

  /// Of the keys that are doubled, those that are new at a place, which is a line of the program that runs.
  private mutating func unreported(_ keys: Set<String>, at place: String) -> Set<String> {
    keys.filter { reported.insert("\($0) at \(place)").inserted }
  }

  /// What an event would carry.
  func delivery(
    _ start: ChainProgram.Start, site: Int, event: Int, scopes: [ChainProgram.Scope]
  ) -> PrecedenceOracle.Delivery {
    let scopes = scopes.map { (said: places[$0.place].said, tracker: $0.tracker) }
    let oracleStart: PrecedenceOracle.Start =
      switch start {
      case .object(let object): .object(object)
      case .context(let context): .context(context)
      }
    return oracle.track(oracleStart, site: places[site].said, event: places[event].said, scopes: scopes)
  }

  private func alive(_ object: Int?) -> Int? { object.flatMap { oracle.objects[$0]?.isOwned == true ? $0 : nil } }

  /// How the trackers' calls differ from the expected ones, or `nil`.
  func difference(_ recorders: [RecordingTracker]) -> String? {
    for (tracker, recorder) in recorders.enumerated() {
      let events = recorder.events
      if events.count != expected[tracker].count {
        return "tracker \(tracker): \(events.count) events, expected \(expected[tracker].count)"
      }
      for (event, delivery) in zip(events, expected[tracker])
      where !delivery.matches(event.properties) || event.unread.map(\.distance) != delivery.unread {
        let wanted = delivery.properties.map { "\($0.name): \($0.said[0].value)" }.joined(separator: ", ")
        return
          "tracker \(tracker):\n  \(event.properties), unread \(event.unread), expected\n  [\(wanted)], \(delivery.unread)"
      }
    }
    return nil
  }
}

extension PrecedenceOracle.Delivery {
  func matches(_ properties: TrackedProperties) -> Bool {
    guard properties.count == self.properties.count else { return false }
    var index = 0
    for property in properties {
      let wanted = self.properties[index]
      if property.key.name != wanted.name || property.value != wanted.said[0].value { return false }
      index += 1
    }
    return true
  }

  /// The same, and who gave each value and whom it overrode.
  func matches(_ explanation: TrackedPropertiesExplanation, isOfContext: Bool) -> Bool {
    let entries = explanation.entries
    let leftOut = explanation.leftOut
    guard entries.count == properties.count, leftOut.count == self.leftOut.count else { return false }
    for (found, wanted) in zip(leftOut, self.leftOut)
    where found.entry.key.name != wanted.name || !wanted.said.matches(found.entry, isOfContext: isOfContext) {
      return false
    }
    for (entry, wanted) in zip(entries, properties) {
      if entry.key.name != wanted.name || entry.overridden.count != wanted.said.count - 1 { return false }
      if !wanted.said[0].matches(entry, isOfContext: isOfContext) { return false }
      for (said, wanted) in zip(entry.overridden, wanted.said.dropFirst())
      where !wanted.matches(said, isOfContext: isOfContext) { return false }
    }
    return true
  }
}

extension PrecedenceOracle.Saying {
  /// On a context the ranks 3 and 5 tell steps apart that the law does not.
  func matches(_ said: TrackedPropertiesExplanation.Entry, isOfContext: Bool) -> Bool {
    if said.value != value || distance.map({ $0 != said.source.distance }) ?? false { return false }
    return said.source.rank == rank || isOfContext && (rank == 3 || rank == 5)
  }
}

extension TrackableIssue {
  /// The keys that issues about doubled keys name, and the kinds of all others.
  static func names(_ issues: [TrackableIssue]) -> Set<String> {
    // Objects of all tests are linked outside of actors, and one of the keys is empty.
    let issues = issues.filter { $0.kind != .manyUnattendedLinks && $0.kind != .emptyName }
    if issues.isEmpty { return [] }
    return Set(issues.map { $0.kind == .duplicateKey ? $0.quotedName : $0.kind.description })
  }

  /// The first words between quotation marks. Bytes, since characters take long in a debug build.
  private var quotedName: String {
    let rest = message.utf8.drop { $0 != UInt8(ascii: "'") }.dropFirst()
    return String(Substring(rest.prefix { $0 != UInt8(ascii: "'") }))
  }
}
