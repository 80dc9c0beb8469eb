/// Properties in the order they were written, with one value for each key.
///
/// ```swift
/// let properties: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971]
/// properties[Keys.year]                  // .int(1971)
/// properties.map(\.key.name)             // ["MyApp.Keys.albumName", "MyApp.Keys.year"]
/// properties + [Keys.year ~>> 1972]      // the right side wins
/// ```
///
/// If one literal, one builder or one sequence gives two values for a key, the later value replaces the earlier one, and the
/// call that tracks the properties reports an issue. With `+`, `merging` and the key subscript you
/// mean to replace, so nothing is reported.
///
/// Equality and hashing ignore the order.
///
/// Cost: none or one property takes no allocation, several take one. Access by position is O(1), look-up by key is
/// O(n).
public struct TrackedProperties: Sendable {
  // Visible to inlined code that makes and reads collections. Benchmarks: depth 4 (reading six properties takes 174
  // instructions instead of 1,723).
  @usableFromInline
  enum Storage: Sendable {
    case none
    case one(TrackedProperty)
    /// At least two, their keys distinct.
    case many([TrackedProperty])
    /// At least one key has traits. Kept apart, so that nobody else has to look for such keys.
    case special(SpecialProperties)
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
    self = keyed.takeProperties()
  }

  /// Properties that are known to have distinct keys without traits, and none of which is omitted.
  @inlinable
  init(unique properties: consuming [TrackedProperty]) {
    switch properties.count {
    case 0: storage = .none
    case 1: storage = .one(properties[0])
    default: storage = .many(properties)
    }
  }

  /// One property, or none if it is omitted.
  @inlinable
  init(_ property: consuming TrackedProperty) {
    storage =
      property.isOmitted ? .none : property.key.isSpecial ? .special(SpecialProperties([property])) : .one(property)
  }

  /// Properties that are known to have distinct keys, of which some have traits.
  init(special properties: [TrackedProperty]) {
    storage = .special(SpecialProperties(properties))
  }

  /// Properties that are known to have distinct keys.
  init(distinct properties: [TrackedProperty]) {
    if properties.contains(where: \.key.isSpecial) {
      self.init(special: properties)
    } else {
      self.init(unique: properties)
    }
  }

  // Visible to the inlined builder.
  /// These properties and then `next`, as if written in one collection.
  @usableFromInline
  consuming func followed(by next: consuming TrackedProperties) -> TrackedProperties {
    switch (storage, next.storage) {
    case (.none, _): return next
    case (_, .none): return self
    case (.one(let first), .one(let second)) where !first.key.denotesSame(as: second.key):
      return TrackedProperties(unique: [first, second])
    default:
      var keyed = KeyedProperties(capacity: count + next.count)
      keyed.set(self)
      keyed.set(next)
      return keyed.takeProperties()
    }
  }

  /// Calls `body` for each property in order, without copying the collection.
  @inline(__always)
  func forEachProperty(_ body: (TrackedProperty) -> Void) {
    switch storage {
    case .none: break
    case .one(let property): body(property)
    case .many(let properties): for property in properties { body(property) }
    case .special(let properties): for property in properties.list { body(property) }
    }
  }

  /// Whether any property has flaws.
  var hasFlaws: Bool {
    switch storage {
    case .none: false
    case .one(let property): !property.flaws.isEmpty
    case .many(let properties): properties.haveFlaws
    case .special(let properties): properties.list.haveFlaws
    }
  }

  /// The properties as an array.
  private var elements: [TrackedProperty] {
    switch storage {
    case .none: []
    case .one(let property): [property]
    case .many(let properties): properties
    case .special(let properties): properties.list
    }
  }

  /// Whether there are keys of entities.
  var haveEntityKeys: Bool {
    if case .special(let properties) = storage { properties.haveEntityKeys } else { false }
  }
}

/// Properties of which some have keys with traits.
// Visible to inlined code that reads collections. Benchmarks: depth 4.
@usableFromInline
final class SpecialProperties: Sendable {
  let list: [TrackedProperty]
  let haveEntityKeys: Bool

  @usableFromInline
  init(_ list: [TrackedProperty]) {
    self.list = list
    haveEntityKeys = list.contains { $0.key.identifyingKey != nil }
  }

  @usableFromInline var count: Int { @inline(never) get { list.count } }
}

extension [TrackedProperty] {
  /// Whether any of them has flaws.
  var haveFlaws: Bool {
    withUnsafeBufferPointer { properties in
      for position in properties.indices where !properties[position].flaws.isEmpty { return true }
      return false
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
    case .many(let properties): properties.count
    case .special(let properties): properties.count
    }
  }

  // Called for every source in a chain, so it copies nothing. Benchmarks: depth 4.
  /// Whether there are no properties.
  @inlinable public var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  /// The property at a position.
  @inlinable public subscript(position: Int) -> TrackedProperty {
    switch storage {
    case .one(let property) where position == 0: property
    case .many(let properties): properties[position]
    default: unusual(at: position)
    }
  }
}

extension TrackedProperties {
  // Not inlined: otherwise the loops over the other cases copy each property. Benchmarks: depth 4 (580 instructions).
  @usableFromInline @inline(never)
  func unusual(at position: Int) -> TrackedProperty {
    guard case .special(let properties) = storage else {
      preconditionFailure("TrackedProperties: position \(position) is not in 0..<\(endIndex)")
    }
    return properties.list[position]
  }

  /// The value for a key. Setting a value replaces or adds it; setting `nil` removes it.
  ///
  /// ```swift
  /// properties[Keys.year] = 1971
  /// properties[Keys.year]         // .int(1971)
  /// properties[Keys.year] = nil   // no longer there
  /// properties["plan"]            // plain strings are keys too
  /// ```
  public subscript(key: some Trackable.Key) -> TrackedValue? {
    get {
      position(of: key._propertyKey).map { self[$0].value }
    }
    set {
      let key = key._propertyKey
      var elements = elements
      switch (position(of: key), newValue) {
      case (let position?, let value?):
        elements[position] = TrackedProperty(key: elements[position].key, given: value)
      case (let position?, nil): elements.remove(at: position)
      case (nil, let value?): elements.append(TrackedProperty(key: key, given: value))
      case (nil, nil): return
      }
      self = TrackedProperties(distinct: elements)
    }
  }

  /// The position of a key: found by the name it was written with, or else by the one that a renaming gave it.
  private func position(of key: PropertyKey) -> Int? {
    firstIndex { $0.key.denotesSame(as: key) } ?? firstIndex { $0.key == key }
  }

  /// Adds `other`. For keys that both have, the values of `other` replace the old ones.
  mutating func merge(_ other: TrackedProperties) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    var keyed = KeyedProperties(capacity: count + other.count)
    forEachProperty { keyed.append($0) }
    other.forEachProperty { property in
      if let position = keyed.position(of: property.key) {
        // That one collection gave the key twice is still worth reporting, even though neither value is sent.
        let duplicate = keyed.elements[position].flaws.intersection(.duplicateKey)
        keyed.replace(at: position, with: property.flawed(duplicate))
      } else {
        keyed.append(property)
      }
    }
    self = keyed.takeProperties()
  }

  /// These properties and those of `other`. For keys that both have, the values of `other` win.
  public func merging(_ other: TrackedProperties) -> TrackedProperties {
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
  var cleared: TrackedProperties {
    hasFlaws ? TrackedProperties(distinct: elements.map(\.cleared)) : self
  }
}

extension TrackedProperties: Hashable {
  /// Whether both have the same keys with the same values, in whatever order.
  public static func == (left: TrackedProperties, right: TrackedProperties) -> Bool {
    guard left.count == right.count else { return false }
    if zip(left, right).allSatisfy({ $0 == $1 }) { return true }
    let values = Dictionary(left.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return right.allSatisfy { values[$0.key] == $0 }
  }

  /// Feeds a hash that does not depend on the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reduce(0) { $0 &+ $1.hashValue })
  }
}

extension TrackedProperties: CustomStringConvertible {
  /// `[name: value, name: value]`.
  public var description: String { "[" + map(\.description).joined(separator: ", ") + "]" }
}
