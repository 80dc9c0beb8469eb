/// The law of precedence: if several sources give a value for the same key, the first source that was added wins.
///
/// To deliver an event, sources are added in rank order, highest first: call site, event, link, computed properties,
/// then the ancestors (nearest first), the task's scopes and the defaults. The result is in rank order, and within a
/// rank in the order written. There is no other merge: look-up, delivery and explanation all read the result of this
/// one.
///
/// Which properties of entities count is decided when all sources are known: see ``EntityRule``.
///
/// Cost: the first source with properties allocates the array that becomes the result.
struct PropertyMerge: Sendable {
  /// The properties that won.
  private var winners = KeyedProperties()
  /// The sources that wait for all others: from the first one on that has a key of an entity, or that could not be
  /// read. `nil` stands for an unread source. The first element is the merge of the sources before. `nil` while none
  /// waits.
  private var places: [TrackedProperties?]?
  /// The properties whose flaws are still to be reported, whether they won or not.
  private(set) var flawed: [TrackedProperty] = []

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

  /// Adds properties of which some are special, or that come after such a source.
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
    return winners.take()
  }

  /// How many bytes the properties take, roughly.
  var size: Int { (places ?? []).reduce(winners.elements.size) { $0 + ($1?.size ?? 0) } }

  /// Moves out the properties that have flaws.
  mutating func takeFlawed() -> [TrackedProperty] {
    defer { flawed = [] }
    return flawed
  }

  @inline(never) private mutating func mergePlaces() {
    let places = places.take() ?? []
    let rule = EntityRule(places: places)
    for (number, place) in places.enumerated() {
      if let place { winners.appendMissing(of: place.keeping { rule.counts($0, inPlace: number) }) }
    }
  }
}

/// The law of entities: which of an entity's properties may stand on one event.
///
/// A property belongs to the identity that its own place gives, or else to that of the first farther place with an
/// identity. It counts if it belongs to the nearest identity of the event. So the properties of another thing do not
/// count. Where no place gives an identity, every property counts.
///
/// An unread place may have given an identity, and the rule takes it as different from every known one. Beyond it, a
/// property counts only if it belongs to an identity that a nearer place gave.
struct EntityRule {
  /// All sources of an event, nearest first; `nil` for one that could not be read.
  let places: [TrackedProperties?]

  /// Whether a property that a place gives stands on the event.
  func counts(_ property: TrackedProperty, inPlace number: Int) -> Bool {
    guard let key = property.key.identifyingKey else { return true }
    let (own, nearest) = (placeOfIdentity(key, from: number), placeOfIdentity(key, from: 0))
    if own == nearest { return true }
    guard let identity = identity(key, from: number) else { return false }
    return identity == self.identity(key, from: 0)
  }

  /// What the properties of a place belong to; `nil` if that is not known.
  @inline(never) func identity(_ key: PropertyKey, from number: Int) -> TrackedValue? {
    placeOfIdentity(key, from: number).flatMap { places[$0]?.value(for: key) }
  }

  /// The nearest place from one on that says an identity, or may have said one; `nil` if none does.
  @inline(never) private func placeOfIdentity(_ key: PropertyKey, from number: Int) -> Int? {
    (number..<places.count).first { places[$0].map { $0.value(for: key) != nil } ?? true }
  }
}
