/// The law of precedence: if several sources give a value for the same key, the first source that was added wins.
///
/// To deliver an event, sources are added in rank order, highest first: call site, event, link, computed properties,
/// then the ancestors (nearest first), the task's scopes and the defaults. The result is in rank order, and within a
/// rank in the order written. There is no other merge: look-up, delivery and explanation all read the result of this
/// one.
///
/// Cost: one source with properties allocates nothing; a second one allocates the array that becomes the result.
struct PropertyMerge: PropertySink {
  /// The properties of the only source so far. Their keys are distinct, so they can be the result as they are.
  private var first = TrackedProperties()
  /// The properties that won, once there is a second source; `first` is then empty.
  private var winners = KeyedProperties()
  private var reportable: [TrackedProperty]?
  private let capacity: Int

  /// - Parameter capacity: How many properties are expected. If there are more, that costs another allocation.
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

  // Consuming, so that the properties are moved on without a copy: see below.
  /// Adds the properties of one source. Keys that are already there keep their values.
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
    let only = first
    first = TrackedProperties()
    switch (consume only).storage {
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

  /// Moves out everything that won; the merge is empty afterwards. Cheaper than ``result``, which has to retain the
  /// array.
  @inline(__always)
  mutating func takeResult() -> TrackedProperties {
    if !winners.isEmpty { return winners.takeProperties() }
    let only = first
    first = TrackedProperties()
    return only
  }
}

extension TrackedProperties {
  /// These properties, and those of `lower` whose keys are not among them.
  func completed(by lower: TrackedProperties) -> TrackedProperties {
    if lower.isEmpty { return self }
    var merge = PropertyMerge(capacity: count + lower.count)
    merge.add(self)
    merge.add(lower)
    return merge.takeResult()
  }
}
