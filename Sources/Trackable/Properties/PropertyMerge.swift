/// The law of precedence: if several sources give a value for the same key, the value of the source that was added
/// first wins.
///
/// For an event, the sources are added in rank order, highest first: call site, event, link, computed properties, then
/// the ancestors (nearest first), the task's scopes and the defaults. The result is in rank order, and each rank keeps
/// the order of its source. The library has only this merge: look-up and delivery read its result, and an explanation
/// reads the fate of each property.
///
/// The law of entities applies when all sources are known: see ``EntityRule``.
///
/// Cost: the first source with properties allocates the array that becomes the result.
struct PropertyMerge: Sendable {
  /// The winning properties.
  private var winners = KeyedProperties()
  /// The sources that have to be kept apart until all sources are known. The first element is the merge of all sources
  /// before the first one that has a key of an entity or could not be read. Each further source is one element; `nil`
  /// for a source that could not be read. The array is `nil` until there is such a source.
  private var places: [TrackedProperties?]?
  /// The properties with flaws to report, whether they have won or not.
  var flawed: [TrackedProperty] = []

  /// The fate of a property: it has won; or the winner at a position overrides it; or the event leaves it out, because
  /// it belongs to another entity, whose identity is `nil` if it is not known.
  enum Fate { case won, overridden(Int), leftOut(key: PropertyKey, identity: TrackedValue?) }

  // The parameter is consuming, so that the properties are moved without a copy. The benchmark `depth 4` shows the
  // difference.
  /// Adds the properties of one source: a call site, the event itself, a link, an object, a step of a context, a scope
  /// or the defaults. Earlier values win.
  mutating func add(_ properties: consuming TrackedProperties) {
    if properties.isEmpty { return }
    if places == nil, !properties.isSpecial { winners.appendMissing(of: properties) } else { addWithCare(properties) }
  }

  /// Adds a place for a source that could not be read.
  mutating func addUnreadPlace() {
    startPlaces()
    places?.append(nil)
  }

  /// Adds the properties of a source if one of them is special, such as the ID of an entity, or if the merge already
  /// keeps its sources apart for the law of entities.
  @inline(never) private mutating func addWithCare(_ properties: TrackedProperties) {
    flawed += properties.flawed
    let properties = properties.cleared
    if properties.elements.contains(where: { $0.key.identifyingKey != nil }) { startPlaces() }
    if places?.append(properties) == nil { winners.appendMissing(of: properties) }
  }

  private mutating func startPlaces() {
    if places == nil { places = [takeResult()] }
  }

  /// Moves the winning properties out, nearest first, and leaves the merge empty.
  mutating func takeResult() -> TrackedProperties {
    if places != nil { mergePlaces() }
    return winners.take(isWhole: true)
  }

  /// The size of the properties in bytes, roughly.
  var size: Int { (places ?? []).reduce(winners.elements.size) { $0 + ($1?.size ?? 0) } }

  /// Merges all places in one pass, and passes the fate of each property in each place to `tell`.
  static func result(
    of places: [TrackedProperties?], tell: @escaping (Int, TrackedProperty, Fate) -> Void
  ) -> TrackedProperties {
    var merge = PropertyMerge()
    merge.places = places.map { $0?.cleared }
    merge.mergePlaces(tell)
    return merge.winners.take()
  }

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure.
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

/// The law of entities: it decides which properties of an entity an event carries.
///
/// A *place* is one source of properties, such as a link or an object. An *identity* is the ID that a place gives for
/// an entity. A property belongs to the identity that its own place gives. If its own place gives no identity, the
/// property belongs to the identity of the next farther place that gives one. The event carries a property if the
/// property belongs to the nearest identity, so the event carries no properties of other things of that kind. If no
/// place gives an identity, the event carries every property.
///
/// If a place gives `nil` as the ID, and also another property of the entity, the place has an identity of its own:
/// that of a thing whose ID is not known yet. A property of such a place is open, and stays open on the merged event.
///
/// A place that could not be read may have an identity, and the rule treats that identity as different from every known
/// one. The event carries a property from beyond such a place only if the property belongs to an identity from a nearer
/// place.
struct EntityRule {
  /// All sources of an event, nearest first; `nil` for a source that could not be read.
  let places: [TrackedProperties?]
  /// The identifying keys of the entities without a known ID.
  private(set) var open: [PropertyKey] = []

  init(places: [TrackedProperties?]) {
    self.places = places
    for property in places.flatMap({ $0?.elements ?? [] }) where property.kind == .open {
      guard let key = property.key.identifyingKey, let nearest = placeOfIdentity(key, from: 0) else { continue }
      if identity(key, from: 0) == nil, places[nearest]?.isOpen(key) == true { open.append(key) }
    }
  }

  /// The identifying key of a property's entity. If the entity's ID is not known, a plain key with the name of the
  /// identifying key belongs to the entity as well.
  func identifyingKey(of property: TrackedProperty) -> PropertyKey? {
    property.key.identifyingKey ?? (open.contains(property.key) ? property.key : nil)
  }

  /// Whether the event carries an entity's properties from a place.
  func counts(_ key: PropertyKey, inPlace number: Int) -> Bool {
    if placeOfIdentity(key, from: number) == placeOfIdentity(key, from: 0) { return true }
    let identity = identity(key, from: number)
    return identity != nil && identity == self.identity(key, from: 0)
  }

  /// The identity to which the properties of a place belong; `nil` if it is not known.
  @inline(never) func identity(_ key: PropertyKey, from number: Int) -> TrackedValue? {
    placeOfIdentity(key, from: number).flatMap { places[$0]?.value(for: key) }
  }

  /// The nearest place with an identity, or with a possible identity, from a given place on; `nil` if there is none.
  @inline(never) private func placeOfIdentity(_ key: PropertyKey, from number: Int) -> Int? {
    (number..<places.count).first { places[$0].map { $0.value(for: key) != nil || $0.isOpen(key) } ?? true }
  }
}

extension TrackedProperties {
  /// Whether the ID of an entity is not known yet.
  fileprivate func isOpen(_ identifyingKey: PropertyKey) -> Bool {
    isSpecial && elements.contains { $0.kind == .open && $0.key.identifyingKey == identifyingKey }
  }
}
