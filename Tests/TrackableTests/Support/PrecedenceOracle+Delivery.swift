import Trackable

extension PrecedenceOracle {
  /// A value, and who gave it.
  struct Saying {
    let value: TrackedValue
    let rank: Int
    /// How far the object is that gave it; 0 for none, `nil` for a context's.
    let distance: Int?
  }

  struct Delivery {
    /// The first one of each won.
    var properties: [(name: String, said: [Saying])] = []
    /// The properties of another thing than that of the event.
    var leftOut: [(name: String, said: Saying)] = []
    /// The trackers it goes to, in order. The system's is 0.
    var trackers: [Int] = []
    /// The names of doubled keys with an issue, "cycle" and "ancestorGone".
    var issues: Set<String> = []
    /// How far the ancestors are that could not be read.
    var unread: [Int] = []
  }

  /// Where an event begins.
  enum Start { case object(Int), context(Int) }

  /// One place of an event. `said` is `nil` if it could not be read.
  typealias Place = (said: Said?, rank: Int, distance: Int?)

  func track(
    _ start: Start, site: Said, event: Said, scopes: [(said: Said, tracker: Int?)] = []
  ) -> Delivery {
    var places: [Place] = [(site, 1, 0), (event, 2, 0)]
    var trackers: [Trackers] = []
    var context: Context?
    var distance = 0
    var issues: Set<String> = []
    var unread: [Int] = []
    var passed: [Int] = []
    switch start {
    case .object(let object):
      let lineage = lineage(of: object)
      if lineage.cycle != nil { issues.insert("cycle") }
      for ancestor in lineage.objects {
        guard let state = objects[ancestor] else { continue }
        if let link = state.link {
          places.append((link.said, distance == 0 ? 3 : 5, distance))
          trackers.append(state.trackers)
        }
        if state.isAlive {
          places.append((state.computed, distance == 0 ? 4 : 5, distance))
        } else {
          places.append((nil, 0, nil))
          unread.append(distance)
        }
        distance += 1
      }
      context = lineage.context
      passed = lineage.objects
    case .context(let number):
      context = contexts[number]
    }
    for step in context?.steps ?? [] {
      places.append((step.said, distance == 0 ? 3 : 5, nil))
      trackers.append(step.trackers)
      distance += 1
    }
    unread += context?.unread(from: passed.count) ?? []
    // The innermost is the last.
    for scope in scopes.reversed() {
      places.append((scope.said, 6, nil))
      trackers.append(Trackers(base: scope.tracker))
    }
    if let root, !passed.contains(root) {
      let lineage = lineage(of: root)
      if lineage.cycle != nil { issues.insert("cycle") }
      for (distance, ancestor) in lineage.objects.enumerated() {
        guard let state = objects[ancestor] else { continue }
        if let link = state.link { places.append((link.said, 7, distance)) }
        if state.isAlive {
          places.append((state.computed, 7, distance))
        } else {
          places.append((nil, 0, nil))
          unread.append(distance)
        }
      }
      for step in lineage.context?.steps ?? [] { places.append((step.said, 7, nil)) }
      unread += lineage.context?.unread(from: lineage.objects.count) ?? []
    }
    if !unread.isEmpty { issues.insert("ancestorGone") }
    places.append((defaults.reported, 7, 0))
    var delivery = Self.merge(places)
    delivery.issues.formUnion(issues)
    delivery.unread = unread
    delivery.trackers = Self.receivers(trackers)
    return delivery
  }

  /// What the chain of an object says now, and to whom it leads, as steps of a context. The root and what is above it say
  /// nothing there, because every event has what they say then. What cannot be had comes with the object that is missing.
  func snapshot(of object: Int) -> (context: Context, missing: [(issue: String, object: Int)]) {
    let lineage = lineage(of: object)
    var context = Context()
    var missing = lineage.cycle.map { [(issue: "cycle", object: $0)] } ?? []
    var isBeyondRoot = false
    for ancestor in lineage.objects {
      guard let state = objects[ancestor] else { continue }
      if ancestor == root { isBeyondRoot = true }
      if let link = state.link { context.steps.append((isBeyondRoot ? Said() : link.said, state.trackers, false)) }
      if isBeyondRoot { continue }
      if state.isAlive {
        context.steps.append((state.computed, Trackers(), false))
      } else {
        context.steps.append((nil, Trackers(), false))
        missing.append(("ancestorGone", ancestor))
      }
    }
    context.steps += (lineage.context?.steps ?? []).map { isBeyondRoot ? (Said(), $0.trackers, false) : $0 }
    return (context, missing)
  }

  private static func merge(_ places: [Place]) -> Delivery {
    var delivery = Delivery()
    var known: [String: Int] = [:]
    for (number, (said, rank, distance)) in places.enumerated() {
      delivery.issues.formUnion(said?.doubled ?? [])
      for (name, entity, value) in said?.values ?? [] {
        let saying = Saying(value: value, rank: rank, distance: distance)
        // An ID of another thing is one also under a plain key. An event whose thing has none yet carries no ID.
        if let entity = entity ?? (hasNoID(name, in: places.map(\.said)) ? name : nil),
          !mayCarry(entity, of: number, in: places.map(\.said))
        {
          delivery.leftOut.append((name, saying))
        } else if let index = known[name] {
          delivery.properties[index].said.append(saying)
        } else {
          known[name] = delivery.properties.count
          delivery.properties.append((name, [saying]))
        }
      }
    }
    return delivery
  }

  private enum Identity: Equatable { case id(TrackedValue), noneYet(place: Int) }

  /// The identity that a place says.
  private static func identity(_ identifyingName: String, _ place: Int, _ places: [Said?]) -> Identity? {
    guard let said = places[place] else { return nil }
    if let id = said.values.first(where: { $0.name == identifyingName }) { return .id(id.value) }
    return said.withoutID.contains(identifyingName) ? .noneYet(place: place) : nil
  }

  /// Whether the event is about a thing that has no ID yet.
  private static func hasNoID(_ identifyingName: String, in places: [Said?]) -> Bool {
    for place in places.indices {
      guard places[place] != nil else { return false }
      if let nearest = identity(identifyingName, place, places) { return nearest == .noneYet(place: place) }
    }
    return false
  }

  /// Whether an event may carry one place's properties of an entity.
  private static func mayCarry(_ identifyingName: String, of number: Int, in places: [Said?]) -> Bool {
    func identity(_ place: Int) -> Identity? { Self.identity(identifyingName, place, places) }
    let nearest = places.indices.first { identity($0) != nil }
    let firstUnread = places.indices.first { places[$0] == nil }
    if let firstUnread, nearest.map({ firstUnread < $0 }) ?? true {
      // No place nearer than the unread one gives an identity: beyond it, everything is left out.
      return number < firstUnread
    }
    // No place gives one: the entity merges like everything else.
    guard let nearest else { return true }
    // It says the nearest identity, or does not say any, and that is the first one farther away.
    if number <= nearest { return true }
    // It belongs to the one said in its own place, or in the first farther place that says one; to none if there is no
    // such place, or if one before it could not be read, which may have said another.
    for place in number..<places.count {
      if places[place] == nil { return false }
      if let own = identity(place) { return own == identity(nearest) }
    }
    return false
  }

  private static func receivers(_ trackers: [Trackers]) -> [Int] {
    var (added, places): ([Int], Set<Int>) = ([], [])
    for place in trackers {
      // A tracker that was added in one place gets the event once.
      if let tracker = place.added, place.place.map({ places.insert($0).inserted }) ?? true { added.append(tracker) }
      if let base = place.base { return [base] + added.reversed() }
    }
    return [0] + added.reversed()
  }
}
