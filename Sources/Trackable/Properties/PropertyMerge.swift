/// The law of precedence: if several sources give a value for the same key, the first source that was added wins.
///
/// To deliver an event, sources are added in rank order, highest first: call site, event, link, computed properties,
/// then the ancestors (nearest first), the task's scopes and the defaults. The result is in rank order, and within a
/// rank in the order written. There is no other merge: look-up, delivery and explanation all read the result of this
/// one.
///
/// Which properties of entities count is decided when all sources are known: see ``EntityRule``.
///
/// Cost: one source with properties allocates nothing; a second one allocates the array that becomes the result.
struct PropertyMerge: Sendable {
  /// The only source so far. Its keys are distinct, so it may be the result as it is.
  private var first = TrackedProperties()
  /// The properties that won, once there is a second source.
  private var winners = KeyedProperties(capacity: 0)
  /// The sources that cannot be merged before all are known: those from the first one on that has a key of an entity,
  /// or could not be read, which is `nil`. What was merged before is the first of them. `nil` as long as there is none.
  private var places: [TrackedProperties?]?
  /// The properties whose flaws are still to be reported, whether they won or not.
  private(set) var flawed: [TrackedProperty] = []

  // Consuming, so that the properties are moved on without a copy. Benchmarks: depth 4.
  /// Adds the properties of one source: a call site, the event's own properties, a link, what an object computes, a step of a
  /// context, a scope or the defaults. Keys that are already there keep their values.
  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties) {
    if properties.isEmpty { return }
    if places == nil, !properties.isSpecial { addWinners(properties) } else { addWithCare(properties) }
  }

  // Not inlined: a walk adds properties in many places.
  @inline(never)
  private mutating func addWinners(_ properties: consuming TrackedProperties) {
    if winners.elements.isEmpty {
      if first.isEmpty { return first = properties }
      let earlier = first
      first = TrackedProperties()
      winners.appendMissing(of: earlier)
    }
    winners.appendMissing(of: properties)
  }

  /// Adds a source that could not be read.
  mutating func addUnreadPlace() {
    startPlaces()
    places?.append(nil)
  }

  /// Adds properties of which some are special, or that come after such a source.
  @inline(never)
  private mutating func addWithCare(_ properties: TrackedProperties) {
    flawed += properties.flawed
    let properties = properties.cleared
    if properties.elements.contains(where: { $0.key.identifyingKey != nil }) { startPlaces() }
    if places?.append(properties) == nil { addWinners(properties) }
  }

  private mutating func startPlaces() {
    if places == nil { places = [takeResult()] }
  }

  /// Moves out everything that won, in order; the merge is empty afterwards.
  @inline(__always)
  mutating func takeResult() -> TrackedProperties {
    if places != nil { mergePlaces() }
    if first.isEmpty { return winners.take() }
    let result = first
    first = TrackedProperties()
    return result
  }

  /// Moves out the properties that have flaws.
  mutating func takeFlawed() -> [TrackedProperty] {
    defer { flawed = [] }
    return flawed
  }

  @inline(never)
  private mutating func mergePlaces() {
    let places = places.take() ?? []
    let rule = EntityRule(places: places)
    for (number, place) in places.enumerated() {
      let counting = (place?.elements ?? []).filter { rule.counts($0, inPlace: number) }
      addWinners(TrackedProperties(distinct: counting))
    }
  }
}
