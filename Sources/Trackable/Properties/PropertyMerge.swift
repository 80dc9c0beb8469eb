/// The law of precedence: of several places that speak of one key, the first one added wins.
///
/// Whoever delivers an event adds the places in rank order, highest first (call site, event, link, computed, then
/// the ancestors, nearest first, then the defaults). The result is in rank order, and inside a rank in the order
/// written. There is no second merge anywhere: lookup, delivery and explanation all read this one's result.
///
/// Cost: nothing is allocated while one place speaks; the second makes the array that becomes the result.
struct PropertyMerge: PropertySink {
  /// The only place that has spoken so far: its properties are distinct, so it is a result as it is.
  private var first = TrackedProperties()
  /// What won, since a second place spoke; `first` is then empty.
  private var winners = KeyedProperties()
  private var reportable: [TrackedProperty]?
  private let capacity: Int

  /// - Parameter capacity: How many properties are expected. More cost another allocation.
  init(capacity: Int = 16) {
    self.capacity = capacity
  }

  /// The properties whose flaws are still to be reported, whether they won or not.
  var flawed: [TrackedProperty] { reportable ?? [] }

  /// Whether ``flawed`` has any.
  var hasFlaws: Bool { reportable != nil }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    add(properties)
  }

  // What is given is taken apart and moved on, so that nothing of it is copied: see below.
  /// Adds one place. What is already said stays; what says nothing changes nothing.
  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties) {
    switch (consume properties).storage {
    case .none: break
    case .one(let property): add(one: property)
    case .many(let list): add(list)
    }
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
    winners = KeyedProperties(capacity: max(capacity, first.count + count))
    let place = first
    first = TrackedProperties()
    switch (consume place).storage {
    case .none: break
    case .one(let property): winners.append(property)
    case .many(let list): winners.appendMissing(of: list)
    }
  }

  @inline(never)
  private mutating func takingFlaws(of property: TrackedProperty) -> TrackedProperty {
    if property.flaws.isEmpty { return property }
    reportable = flawed + CollectionOfOne(property)
    return property.cleared
  }

  /// Everything that won, in order.
  var result: TrackedProperties { winners.isEmpty ? first : TrackedProperties(unique: winners.elements) }

  /// Everything that won, moved out: the merge is empty afterwards. Cheaper than ``result``, which copies the array's
  /// reference and lets go of it again.
  @inline(__always)
  mutating func takeResult() -> TrackedProperties {
    if !winners.isEmpty { return winners.takeProperties() }
    let only = first
    first = TrackedProperties()
    return only
  }
}

extension TrackedProperties {
  /// These properties, and those of `lower` of whose keys they do not speak.
  func completed(by lower: TrackedProperties) -> TrackedProperties {
    if lower.isEmpty { return self }
    var merge = PropertyMerge(capacity: count + lower.count)
    merge.add(self)
    merge.add(lower)
    return merge.takeResult()
  }
}
