/// Properties in the order they were written, with one value for each key.
///
/// ```swift
/// let properties: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971]
/// properties[Keys.year]                  // .int(1971)
/// properties.map(\.key.name)             // ["MyApp.Keys.albumName", "MyApp.Keys.year"]
/// properties + [Keys.year ~>> 1972]      // the right side wins
/// ```
///
/// If one literal, one builder or one sequence gives two values for a key, the later value replaces the earlier one,
/// and the call that tracks the properties reports an issue. With `+`, `merging` and the key subscript you mean to
/// replace, so nothing is reported.
///
/// Equality ignores the order.
///
/// Cost: none or one property takes no allocation, several take one. Access by position is O(1), look-up by key is
/// O(n), and so is to set or add one. Make a list of thousands from a sequence or a dictionary, not one by one.
public struct TrackedProperties: Sendable {
  // Visible to inlined code that makes and reads collections. Benchmarks: depth 4 (reading six properties takes 174
  // instructions instead of 1,723).
  @usableFromInline enum Storage: Sendable {
    case none
    case one(TrackedProperty)
    /// At least two properties with distinct keys, or a single special property. `isSpecial` tells whether any property
    /// is special, so that most arrays need not be searched.
    // A case of its own costs 800 instructions. Benchmarks: depth 4.
    case many([TrackedProperty], isSpecial: Bool)
  }

  // Most objects and most call sites have no property or one; neither case should cost an array.
  @usableFromInline var storage: Storage

  /// No properties.
  @inlinable public init() { storage = .none }

  /// The properties of a sequence. Of two values for one key the later wins, and the call that tracks them reports an
  /// issue.
  public init(_ properties: some Sequence<TrackedProperty>) {
    var keyed = KeyedProperties(capacity: properties.underestimatedCount)
    for property in properties { keyed.set(property) }
    self = keyed.take()
  }

  /// Properties that are known to have distinct keys, none of which is omitted.
  ///
  /// - Parameter isSpecial: Whether any of them is.
  @inlinable init(distinct properties: consuming [TrackedProperty], isSpecial: Bool) {
    switch properties.count {
    case 0: storage = .none
    case 1 where !isSpecial: storage = .one(properties[0])
    default: storage = .many(properties, isSpecial: isSpecial)
    }
  }

  /// One property, or none if it is omitted.
  @inlinable init(_ property: consuming TrackedProperty) {
    switch property.kind {
    case .ordinary: storage = .one(property)
    case .omitted: storage = .none
    case .special, .open: storage = Self.storage(ofStatement: property)
    }
  }

  // Called from two inlined initializers, which are in the code of each body and literal.
  @usableFromInline @inline(never) static func storage(ofStatement property: TrackedProperty) -> Storage {
    property.isOmitted && !property.key.mayIdentify ? .none : .many([property], isSpecial: true)
  }

  /// Whether any of the properties is special.
  @inline(__always) var isSpecial: Bool { if case .many(_, isSpecial: true) = storage { true } else { false } }

  /// Whether any property has flaws.
  var hasFlaws: Bool { isSpecial && !flawed.isEmpty }

  /// The properties that have flaws.
  @inline(never) var flawed: [TrackedProperty] { isSpecial ? elements.filter { !$0.flaws.isEmpty } : [] }

  /// Whether anything in it has a ``SensitiveKey``, also nested.
  @inline(never) package var holdsSensitive: Bool {
    isSpecial && elements.contains { $0.key.isSensitive || $0.value.holdsSensitive }
  }

  /// All properties as an array.
  // Not inlined: to go through this takes less code than to go through the collection.
  @inline(never) var elements: [TrackedProperty] {
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
  /// Whether both have the same keys with the same values, in any order.
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
  // Inlined, and the argument array does not escape. So the compiler never allocates it: one property takes no
  // allocation, several take only that of the result. Benchmarks: depth 4 (173 instructions for `[key ~>> value]`
  // instead of 631).
  /// Properties as they are written: `[Keys.a ~>> 1, Keys.b ~>> 2]`.
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
  /// The value for a key. Setting a value replaces or adds it; setting `nil` removes it.
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
      // A plain string means the key that is there, with what its type says of it.
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

  /// Adds a property in place, or replaces one, so that a list does not take longer with each.
  mutating func put(_ new: TrackedProperty, keepsKey: Bool = false) {
    var (list, property, wasSpecial) = (elements, new, isSpecial)
    // Now the array is not shared, unless it was before.
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

  /// Adds `other`. For keys that both have, the values of `other` replace the old ones.
  mutating func merge(_ other: TrackedProperties) {
    if other.isEmpty { return }
    if isEmpty { return self = other }
    // A list that grows one by one does not take longer with each.
    if other.count == 1 { return put(other.elements[0]) }
    var keyed = KeyedProperties(capacity: count + Swift.max(other.count, KeyedProperties.usualCount))
    keyed.appendMissing(of: self)
    for property in other.elements { keyed.set(property, isReplacement: true) }
    self = keyed.take()
  }

  /// These properties after the changes that lead from `before` to `after`.
  func changed(from before: TrackedProperties, to after: TrackedProperties) -> TrackedProperties {
    if self == before { return after }
    return keeping { before.value(for: $0.key) == nil || after.value(for: $0.key) != nil }
      .merging(after.keeping { before.value(for: $0.key) != $0.value })
  }

  /// The properties for which a condition holds.
  // Optional, because the compiler would make a copy of this for each closure.
  @inline(never) func keeping(_ condition: ((TrackedProperty) -> Bool)?) -> TrackedProperties {
    TrackedProperties(elements.filter { condition?($0) == true })
  }

  /// These properties and those of `other`. For keys that both have, the values of `other` win.
  @inline(never) public func merging(_ other: TrackedProperties) -> TrackedProperties {
    var result = self
    result.merge(other)
    return result
  }

  /// The properties of both sides. For keys that both have, the right side wins.
  public static func + (left: TrackedProperties, right: TrackedProperties) -> TrackedProperties {
    left.merging(right)
  }

  /// Adds the properties of the right side. For keys that both have, the right side wins.
  public static func += (left: inout TrackedProperties, right: TrackedProperties) {
    left.merge(right)
  }

  /// The same properties without flaws, for after these were reported.
  @inline(never) var cleared: TrackedProperties {
    hasFlaws
      ? TrackedProperties(distinct: elements.map { $0.copied(flaws: TrackedValueFlaws.none) }, isSpecial: true) : self
  }
}
