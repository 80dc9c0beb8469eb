/// The law of precedence: if several sources give a value for the same key, the first source that was added wins.
///
/// To deliver an event, sources are added in rank order, highest first: call site, event, link, computed properties,
/// then the ancestors (nearest first), the task's scopes and the defaults. The result is in rank order, and within a
/// rank in the order written. There is no other merge: look-up and delivery read the result of this one, and the
/// explanation what it tells of each property.
///
/// Which properties of entities count is decided when all sources are known: see ``EntityRule``.
///
/// Cost: the first source with properties allocates the array that becomes the result.
struct PropertyMerge: Sendable {
  /// The properties that won.
  private var winners = KeyedProperties()
  /// The sources that wait until all sources are known: from the first source on that has a key of an entity, or that
  /// could not be read. The first element is the merge of the sources before. An element is `nil` for an unread source;
  /// the array is `nil` while no source waits.
  private var places: [TrackedProperties?]?
  /// The properties whose flaws are still to be reported, whether they won or not.
  var flawed: [TrackedProperty] = []

  /// What became of a property: it won; it was overridden by the winner at a position; or it is left out, since it
  /// belongs to another thing, whose identity is `nil` if it is not known.
  enum Fate { case won, overridden(Int), leftOut(key: PropertyKey, identity: TrackedValue?) }

  // Consuming, so that the properties are moved on without a copy. Benchmarks: depth 4.
  /// Adds the properties of one source: a call site, the event's own properties, a link, what an object computes, a
  /// step of a context, a scope or the defaults. Keys that are already there keep their values.
  @inline(__always) mutating func add(_ properties: consuming TrackedProperties) {
    if properties.isEmpty { return }
    if places == nil, !properties.isSpecial { winners.appendMissing(of: properties) } else { addWithCare(properties) }
  }

  /// Adds a source that could not be read.
  mutating func addUnreadPlace() {
    startPlaces()
    places?.append(nil)
  }

  /// Adds properties if some of them are special, or if a source waits already.
  @inline(never) private mutating func addWithCare(_ properties: TrackedProperties) {
    flawed += properties.flawed
    let properties = properties.cleared
    if properties.elements.contains(where: { $0.key.identifyingKey != nil }) { startPlaces() }
    if places?.append(properties) == nil { winners.appendMissing(of: properties) }
  }

  private mutating func startPlaces() {
    if places == nil { places = [takeResult()] }
  }

  /// Moves out everything that won, in order; the merge is empty afterwards.
  @inline(__always) mutating func takeResult() -> TrackedProperties {
    if places != nil { mergePlaces() }
    return winners.take(isWhole: true)
  }

  /// How many bytes the properties take, roughly.
  var size: Int { (places ?? []).reduce(winners.elements.size) { $0 + ($1?.size ?? 0) } }

  /// The merge of all places at once, which tells what became of each property of each of them.
  static func result(
    of places: [TrackedProperties?], tell: @escaping (Int, TrackedProperty, Fate) -> Void
  ) -> TrackedProperties {
    var merge = PropertyMerge()
    merge.places = places.map { $0?.cleared }
    merge.mergePlaces(tell)
    return merge.winners.take()
  }

  // Optional, because the compiler would make a copy of this for each closure.
  @inline(never) private mutating func mergePlaces(_ tell: ((Int, TrackedProperty, Fate) -> Void)? = nil) {
    let places = places.take() ?? []
    let rule = EntityRule(places: places)
    for (number, place) in places.enumerated() {
      for var property in place?.elements ?? [] {
        var fate = Fate.won
        if let key = rule.identifyingKey(of: property), !rule.counts(key, inPlace: number) {
          fate = .leftOut(key: key, identity: rule.identity(key, from: number))
        } else if let position = winners.position(of: property.key) {
          fate = .overridden(position)
        } else {
          if property.key.identifyingKey.map(rule.open.contains) == true { property.kind = .open }
          winners.set(property)
        }
        tell?(number, property, fate)
      }
    }
  }
}

/// The law of entities: which of an entity's properties may stand on one event.
///
/// A property belongs to the identity that its own place gives, or else to that of the first farther place with an
/// identity. It counts if it belongs to the nearest identity of the event. So the properties of another thing do not
/// count. Where no place gives an identity, every property counts.
///
/// A place that gives the ID as `nil`, beside another property of the entity, has an identity of its own: that of a thing
/// whose ID is not known yet. The property is open then, and stays so on the merged event.
///
/// An unread place may have given an identity, and the rule takes it as different from every known one. Beyond it, a
/// property counts only if it belongs to an identity that a nearer place gave.
struct EntityRule {
  /// All sources of an event, nearest first; `nil` for one that could not be read.
  let places: [TrackedProperties?]
  /// The identifying keys of what the event is about without an ID.
  private(set) var open: [PropertyKey] = []

  init(places: [TrackedProperties?]) {
    self.places = places
    for property in places.flatMap({ $0?.elements ?? [] }) where property.kind == .open {
      guard let key = property.key.identifyingKey, let nearest = placeOfIdentity(key, from: 0) else { continue }
      if identity(key, from: 0) == nil, places[nearest]?.isOpen(key) == true { open.append(key) }
    }
  }

  /// The identifying key of the entity that a property is of. Where the ID is not known, a plain key with the name of
  /// the identifying key belongs to the entity as well.
  func identifyingKey(of property: TrackedProperty) -> PropertyKey? {
    property.key.identifyingKey ?? (open.contains(property.key) ? property.key : nil)
  }

  /// Whether the properties of an entity that a place gives stand on the event.
  func counts(_ key: PropertyKey, inPlace number: Int) -> Bool {
    if placeOfIdentity(key, from: number) == placeOfIdentity(key, from: 0) { return true }
    let identity = identity(key, from: number)
    return identity != nil && identity == self.identity(key, from: 0)
  }

  /// What the properties of a place belong to; `nil` if that is not known.
  @inline(never) func identity(_ key: PropertyKey, from number: Int) -> TrackedValue? {
    placeOfIdentity(key, from: number).flatMap { places[$0]?.value(for: key) }
  }

  /// The nearest place, from a given place on, that gives an identity or may have given an identity; `nil` if there is
  /// none.
  @inline(never) private func placeOfIdentity(_ key: PropertyKey, from number: Int) -> Int? {
    (number..<places.count).first { places[$0].map { $0.value(for: key) != nil || $0.isOpen(key) } ?? true }
  }
}

extension TrackedProperties {
  /// Whether the ID of what the properties of an entity describe is not known yet.
  fileprivate func isOpen(_ identifyingKey: PropertyKey) -> Bool {
    isSpecial && elements.contains { $0.kind == .open && $0.key.identifyingKey == identifyingKey }
  }
}
