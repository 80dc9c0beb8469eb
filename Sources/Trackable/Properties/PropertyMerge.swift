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
  /// What one source gives: a call site, the event's own properties, a link, what an object computes, a step of a context, a scope
  /// or the defaults.
  enum Place: Sendable {
    case properties(TrackedProperties)
    /// What it would have given is not known.
    case unread
  }

  /// The properties of the only source so far. Their keys are distinct, so they can be the result as they are.
  private var first = TrackedProperties()
  /// The properties that won, once there is a second source; `first` is then empty.
  private var winners = KeyedProperties()
  private var reportable: [TrackedProperty]?
  /// The sources that cannot be merged before all are known: those from the first one on that has a key of an entity,
  /// or could not be read. What was merged before is the first of them. `nil` as long as there is none; otherwise
  /// `first` and `winners` are empty.
  private(set) var places: [Place]?
  // Comparing copies nothing. Benchmarks: depth 4.
  @inline(__always)
  var hasPlaces: Bool { places != nil }
  private let capacity: Int

  /// - Parameter capacity: How many properties are expected. If there are more, that costs another allocation.
  init(capacity: Int = 16) {
    self.capacity = capacity
  }

  /// The properties whose flaws are still to be reported, whether they won or not.
  var flawed: [TrackedProperty] { reportable ?? [] }

  /// Whether ``flawed`` has any.
  var hasFlaws: Bool { reportable != nil }

  // Consuming, so that the properties are moved on without a copy: see below.
  /// Adds the properties of one source. Keys that are already there keep their values.
  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties) {
    switch (consume properties).storage {
    case .none: break
    case .one(let property): add(one: property)
    case .many(let list, let special): special.isEmpty ? add(list) : add(special: list, special)
    }
  }

  mutating func addUnreadPlace() {
    startPlaces()
    places?.append(.unread)
  }

  @inline(never)
  private mutating func add(special list: consuming [TrackedProperty], _ special: TrackedProperties.Special) {
    if list.haveFlaws { list = list.map { takingFlaws(of: $0) } }
    if places != nil || special.contains(.entities) {
      startPlaces()
      places?.append(.properties(TrackedProperties(special: list)))
    } else if winners.isEmpty, first.isEmpty {
      first = TrackedProperties(special: list)
    } else {
      if winners.isEmpty { startMerging(with: list.count) }
      winners.appendMissing(of: list)
    }
  }

  private mutating func startPlaces() {
    if places != nil { return }
    let merged = takeResult()
    places = merged.isEmpty ? [] : [.properties(merged)]
  }

  @inline(never)
  private mutating func add(one property: consuming TrackedProperty) {
    if property.flaws.isEmpty, !winners.isEmpty {
      winners.appendIfMissing(property)
    } else {
      addFirst(property)
    }
  }

  @inline(never)
  private mutating func addFirst(_ property: consuming TrackedProperty) {
    if !property.flaws.isEmpty { property = takingFlaws(of: property) }
    if winners.isEmpty {
      if places != nil {
        places?.append(.properties(TrackedProperties(property)))
        return
      }
      if first.isEmpty {
        first = TrackedProperties(property)
        return
      }
      startMerging(with: 1)
    }
    winners.appendIfMissing(property)
  }

  @inline(never)
  private mutating func add(_ list: consuming [TrackedProperty]) {
    if list.haveFlaws { list = list.map { takingFlaws(of: $0) } }
    if winners.isEmpty {
      if places != nil {
        places?.append(.properties(TrackedProperties(unique: list)))
        return
      }
      if first.isEmpty {
        first = TrackedProperties(unique: list)
        return
      }
      startMerging(with: list.count)
    }
    winners.appendMissing(of: list)
  }

  @inline(never)
  private mutating func startMerging(with count: Int) {
    winners.reserve(max(capacity, first.count + count))
    let only = first
    first = TrackedProperties()
    switch (consume only).storage {
    case .none: break
    case .one(let property): winners.append(property)
    case .many(let list, _): winners.appendMissing(of: list)
    }
  }

  @inline(never)
  private mutating func takingFlaws(of property: TrackedProperty) -> TrackedProperty {
    if property.flaws.isEmpty { return property }
    if reportable?.append(property) == nil { reportable = [property] }
    return property.cleared
  }

  /// Everything that won, in order.
  var result: TrackedProperties {
    if !winners.isEmpty { return winners.properties }
    return places.map(Self.merged) ?? first
  }

  /// Moves out everything that won; the merge is empty afterwards. Cheaper than ``result``, which has to retain the
  /// array.
  @inline(__always)
  mutating func takeResult() -> TrackedProperties {
    if !winners.isEmpty { return winners.takeProperties() }
    if places != nil { return takeFromPlaces() }
    let only = first
    first = TrackedProperties()
    return only
  }

  @inline(never)
  private mutating func takeFromPlaces() -> TrackedProperties {
    let result = result
    places = nil
    return result
  }

  private static func merged(_ places: [Place]) -> TrackedProperties {
    var rule = EntityRule(places)
    var winners = KeyedProperties(capacity: 16)
    for (number, place) in places.enumerated() {
      guard case .properties(let properties) = place else { continue }
      properties.forEach { property in
        if rule.counts(property, inPlace: number) { winners.appendIfMissing(property) }
      }
    }
    return winners.properties
  }
}
