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
    /// Their keys are distinct. At least two, or one that is special. That any is special is noted beside the array, so that
    /// most need not be looked through.
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
    self = keyed.properties
  }

  /// Properties that are known to have distinct keys, none of which is omitted.
  ///
  /// - Parameter isSpecial: Whether any of them is.
  @inlinable
  init(distinct properties: consuming [TrackedProperty], isSpecial: Bool) {
    switch properties.count {
    case 0: storage = .none
    case 1 where !isSpecial: storage = .one(properties[0])
    default: storage = .many(properties, isSpecial: isSpecial)
    }
  }

  /// The same where it is not known.
  init(distinct properties: [TrackedProperty]) {
    self.init(distinct: properties, isSpecial: properties.contains { $0.kind == .special })
  }

  /// One property, or none if it is omitted.
  @inlinable
  init(_ property: consuming TrackedProperty) {
    storage =
      switch property.kind {
      case .ordinary: .one(property)
      case .omitted: .none
      case .special: Self.storage(ofSpecial: property)
      }
  }

  // Called from the inlined initializer above, which is in the code of each literal.
  @usableFromInline @inline(never)
  static func storage(ofSpecial property: TrackedProperty) -> Storage { .many([property], isSpecial: true) }

  // Visible to the inlined builder.
  /// These properties and then `next`, as if written in one collection.
  @usableFromInline
  consuming func followed(by next: consuming TrackedProperties) -> TrackedProperties {
    switch (storage, next.storage) {
    case (.none, _): return next
    case (_, .none): return self
    case (.one(let first), .one(let second)) where first.key != second.key:
      return TrackedProperties(distinct: [first, second], isSpecial: false)
    default:
      var keyed = KeyedProperties(capacity: count + next.count)
      keyed.set(self)
      keyed.set(next)
      return keyed.properties
    }
  }

  /// Whether any property has flaws.
  var hasFlaws: Bool {
    guard case .many(let properties, isSpecial: true) = storage else { return false }
    return properties.contains { !$0.flaws.isEmpty }
  }

  /// All properties as an array.
  var elements: [TrackedProperty] {
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

extension TrackedProperties: Hashable {
  /// Whether both have the same keys with the same values, in whatever order.
  public static func == (left: TrackedProperties, right: TrackedProperties) -> Bool {
    let (left, right) = (left.elements, right.elements)
    if left.count != right.count { return false }
    if left.elementsEqual(right) { return true }
    let values = Dictionary(left.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return right.allSatisfy { values[$0.key] == $0 }
  }

  /// Feeds a hash that does not depend on the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements.reduce(0) { $0 &+ $1.hashValue })
  }
}

extension TrackedProperties {
  /// Whether anything in it has a ``SensitiveKey``, also nested.
  package var holdsSensitive: Bool {
    guard case .many(let properties, isSpecial: true) = storage else { return false }
    return properties.contains { $0.key.isSensitive || $0.value.holdsSensitive }
  }

  /// Whether none of the properties is special.
  @inline(__always)
  var isPlain: Bool {
    if case .many(_, isSpecial: true) = storage { false } else { true }
  }
}
