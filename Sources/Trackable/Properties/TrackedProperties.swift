/// An ordered list of properties, with one value for each key.
///
/// ```swift
/// let properties: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971]
/// properties[Keys.year]                  // .int(1971)
/// properties.map(\.key.name)             // ["MyApp.Keys.albumName", "MyApp.Keys.year"]
/// properties + [Keys.year ~>> 1972]      // the right side wins
/// ```
///
/// If one literal, one builder or one sequence gives two values for a key, the later value replaces the earlier one,
/// and the call that tracks the properties reports an issue. A replacement by `+`, `merging` or the key subscript is
/// intended, so the library reports no issue.
///
/// Equality ignores the order.
///
/// Cost: a list of at most one property takes no allocation, and a longer list takes one. Access by position is O(1).
/// Look-up, setting and adding by key are O(n). So create a list of thousands from a sequence or a dictionary, and do
/// not add its properties one by one.
public struct TrackedProperties: Sendable {
  // The enum is visible to inlined code that makes and reads collections. The benchmark `depth 4` shows the difference
  // (reading six properties takes 174 instructions instead of 1,723).
  @usableFromInline enum Storage: Sendable {
    case none
    case one(TrackedProperty)
    /// At least two properties with distinct keys, or a single special property. `isSpecial` says whether any property
    /// is special, so that most arrays need no search.
    // Without this case, a search would cost 800 instructions. The benchmark `depth 4` shows the difference.
    case many([TrackedProperty], isSpecial: Bool)
  }

  // Most objects and most call sites have at most one property, for which this storage needs no array.
  @usableFromInline var storage: Storage

  /// Creates an empty list.
  @inlinable public init() { storage = .none }

  /// Creates a list from a sequence. If two properties have the same key, the later value wins, and the call that
  /// tracks the properties reports an issue.
  public init(_ properties: some Sequence<TrackedProperty>) {
    var keyed = KeyedProperties(capacity: properties.underestimatedCount)
    // The sequence becomes an array first, because other modules call this code, which is not specialized for their
    // sequences.
    for property in Array(properties) { keyed.set(property) }
    self = keyed.take()
  }

  /// Creates a list from properties with distinct keys, none of which is omitted.
  ///
  /// - Parameter isSpecial: Whether any of the properties is special.
  @inlinable init(distinct properties: consuming [TrackedProperty], isSpecial: Bool) {
    switch properties.count {
    case 0: storage = .none
    case 1 where !isSpecial: storage = .one(properties[0])
    default: storage = .many(properties, isSpecial: isSpecial)
    }
  }

  /// Creates a list from properties of another list, whose keys are distinct.
  package init(again properties: [TrackedProperty]) {
    self.init(distinct: properties, isSpecial: properties.contains { $0.kind != .ordinary })
  }

  /// Creates a list of one property, or an empty list if the property is omitted.
  @inlinable init(_ property: consuming TrackedProperty) {
    switch property.kind {
    case .ordinary: storage = .one(property)
    case .omitted: storage = .none
    case .special, .open: storage = Self.storage(ofStatement: property)
    }
  }

  // Two inlined initializers call this method, because their code is in each body and each literal.
  @usableFromInline @inline(never) static func storage(ofStatement property: TrackedProperty) -> Storage {
    property.isOmitted && !property.key.mayIdentify ? .none : .many([property], isSpecial: true)
  }

  /// Whether any of the properties is special.
  var isSpecial: Bool { if case .many(_, isSpecial: true) = storage { true } else { false } }

  /// Whether any property has flaws.
  var hasFlaws: Bool { isSpecial && !flawed.isEmpty }

  /// The properties with flaws. The library reports an issue for them when a call takes the properties.
  var flawed: [TrackedProperty] { isSpecial ? elements.filter { !$0.flaws.isEmpty } : [] }

  /// Whether any property has a ``SensitiveKey``, at any depth.
  @inline(never) package var holdsSensitive: Bool {
    isSpecial && elements.contains { $0.key.isSensitive || $0.value.holdsSensitive }
  }

  /// All properties as an array.
  // The getter is not inlined, because a loop over the array takes less code than a loop over the collection.
  @usableFromInline @inline(never) package var elements: [TrackedProperty] {
    switch storage {
    case .none: []
    case .one(let property): [property]
    case .many(let properties, _): properties
    }
  }
}

extension TrackedProperties: RandomAccessCollection {
  /// The position of the first property.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last property.
  @inlinable public var endIndex: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .many(let properties, _): properties.count
    }
  }

  /// Whether there are no properties.
  @inlinable public var isEmpty: Bool { if case .none = storage { true } else { false } }

  /// The property at a position.
  @inlinable public subscript(position: Int) -> TrackedProperty {
    switch storage {
    case .one(let property) where position == 0: property
    case .many(let properties, _) where position < properties.count:
      properties[position]
    default: preconditionFailure("TrackedProperties: position \(position) is not in 0..<\(endIndex)")
    }
  }
}

extension TrackedProperties: Equatable {
  /// Whether both lists have the same keys with the same values, in any order.
  public static func == (left: TrackedProperties, right: TrackedProperties) -> Bool {
    if left.count != right.count { return false }
    if left.elements.elementsEqual(right.elements) { return true }
    let keyed = KeyedProperties(of: left)
    return right.elements.allSatisfy { property in
      keyed.position(of: property.key).map { keyed.elements[$0] } == property
    }
  }
}

// MARK: - Literals

extension TrackedProperties: ExpressibleByArrayLiteral {
  // The initializer is inlined, and its argument array does not escape, so the compiler never allocates that array. One
  // property takes no allocation, and several properties take only the allocation of the result. The benchmark
  // `depth 4` shows the difference (173 instructions for `[key ~>> value]` instead of 631).
  /// Creates a list from a literal: `[Keys.a ~>> 1, Keys.b ~>> 2]`.
  @inlinable @inline(__always) public init(arrayLiteral properties: TrackedProperty...) {
    switch properties.count {
    case 0: storage = .none
    case 1: self = TrackedProperties(properties[0])
    default:
      var keyed = KeyedProperties(capacity: properties.count)
      for property in properties { keyed.set(property) }
      self = keyed.take()
    }
  }
}

extension TrackedProperties {
  /// The value for a key. Setting a value adds or replaces it; setting `nil` removes it.
  ///
  /// ```swift
  /// properties[Keys.year] = 1971
  /// properties[Keys.year]         // .int(1971)
  /// properties[Keys.year] = nil   // no longer there
  /// properties["plan"]            // plain strings are keys too
  /// ```
  public subscript(key: some Trackable.Key) -> TrackedValue? {
    get { value(for: PropertyKey(key)) }
    set {
      let key = PropertyKey(key)
      guard let newValue else { return self = keeping { $0.key != key } }
      // A plain string keeps the existing key of that name, with the traits of its type.
      put(TrackedProperty(key: key, given: newValue), keepsKey: !key.hasTraits)
    }
  }

  /// The value for a key.
  @inline(never) func value(for key: PropertyKey) -> TrackedValue? {
    switch storage {
    case .none: nil
    case .one(let property): property.key == key ? property.value : nil
    case .many(let properties, _): properties.position(of: key).map { properties[$0].value }
    }
  }

  /// Adds or replaces a property in place, so that adding takes no longer for a long list.
  mutating func put(_ new: TrackedProperty, keepsKey: Bool = false) {
    var (list, property, wasSpecial) = (elements, new, isSpecial)
    // From here on, `storage` does not share the array, so that a change does not copy the array.
    storage = .none
    if let position = list.position(of: property.key) {
      let old = list[position]
      if keepsKey { property = property.copied(as: old.key) }
      if old.flaws.contains(.duplicateKey) { property = property.copied(flaws: property.flaws.union(.duplicateKey)) }
      list[position] = property
    } else {
      list.append(property)
    }
    if property.kind != .ordinary { wasSpecial = true }
    self = TrackedProperties(distinct: list, isSpecial: wasSpecial)
  }

  /// Adds the properties of `other`, which replace properties with the same key.
  mutating func merge(_ other: TrackedProperties) {
    if other.isEmpty { return }
    if isEmpty { return self = other }
    // A single property is added in place: see ``put(_:keepsKey:)``.
    if other.count == 1 { return put(other.elements[0]) }
    var keyed = KeyedProperties(capacity: count + Swift.max(other.count, KeyedProperties.usualCount))
    keyed.appendMissing(of: self)
    for property in other.elements { keyed.set(property, isReplacement: true) }
    self = keyed.take()
  }

  /// Applies the changes that lead from `before` to `after` to these properties.
  func changed(from before: TrackedProperties, to after: TrackedProperties) -> TrackedProperties {
    if self == before { return after }
    return keeping { before.value(for: $0.key) == nil || after.value(for: $0.key) != nil }
      .merging(after.keeping { before.value(for: $0.key) != $0.value })
  }

  /// The properties that satisfy a condition.
  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure.
  @inline(never) func keeping(_ condition: ((TrackedProperty) -> Bool)?) -> TrackedProperties {
    TrackedProperties(elements.filter { condition?($0) == true })
  }

  /// The properties of both lists. If both lists have a key, the value in `other` wins.
  public func merging(_ other: TrackedProperties) -> TrackedProperties {
    var result = self
    result.merge(other)
    return result
  }

  /// The properties of both sides. If both sides have a key, the value on the right side wins.
  public static func + (left: TrackedProperties, right: TrackedProperties) -> TrackedProperties {
    left.merging(right)
  }

  /// Adds the properties of the right side, which replace properties with the same key.
  public static func += (left: inout TrackedProperties, right: TrackedProperties) {
    left.merge(right)
  }

  /// The same properties without flaws, for use after the flaws were reported.
  var cleared: TrackedProperties {
    hasFlaws
      ? TrackedProperties(distinct: elements.map { $0.copied(flaws: TrackedValueFlaws.none) }, isSpecial: true) : self
  }
}
