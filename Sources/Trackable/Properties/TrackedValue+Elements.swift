extension TrackedValue {
  /// The values of a ``TrackedValue/array(_:)-enum.case``. Use it like an array.
  ///
  /// ```swift
  /// if case .array(let values) = property.value {
  ///   print(values.count)                 // 2
  ///   print(values.map(\.description))    // ["vinyl", "mono"]
  /// }
  /// ```
  ///
  /// However deep arrays are nested by hand, they are copied, compared, hashed and released without recursion. A
  /// plain Swift array would use up a thread's stack when it is released.
  ///
  /// Cost: one allocation more than a Swift array.
  public struct Elements: Sendable {
    // A class, because only a class has a `deinit`.
    private let storage: Storage

    /// The values of a sequence, in order.
    public init(_ values: some Sequence<TrackedValue>) { storage = Storage(Array(values)) }

    /// The same values as an array: faster to iterate over.
    var values: [TrackedValue] { storage.values }
  }
}

extension TrackedValue.Elements {
  private final class Storage: Sendable {
    // Invariant: changed only in `deinit`, and there only where this is the last reference, so that nobody can be
    // reading it. `DeepValueConcurrencyTests` break without the check.
    nonisolated(unsafe) fileprivate private(set) var values: [TrackedValue]

    init(_ values: [TrackedValue]) { self.values = values }

    /// Releases what is nested one level after the other. To release the values of the values and so on is what Swift
    /// does by itself, with two or three stack frames for each level.
    deinit {
      if !values.contains(where: \.isArray) { return }
      var waiting = takeNested()
      while !waiting.isEmpty {
        let last = waiting.count - 1
        // If somebody else holds it, it is theirs to release.
        let nested = isKnownUniquelyReferenced(&waiting[last]) ? waiting[last].takeNested() : []
        waiting.remove(at: last)
        waiting += nested
      }
    }

    /// Removes all values, and returns the storage of the arrays among them.
    private func takeNested() -> [Storage] {
      var nested: [Storage] = []
      for case .array(let elements) in values { nested.append(elements.storage) }
      values = []
      return nested
    }
  }
}

extension TrackedValue.Elements: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The values as they are written.
  public init(arrayLiteral values: TrackedValue...) { self.init(values) }
  /// The position of the first value.
  public var startIndex: Int { 0 }
  /// The position after the last value.
  public var endIndex: Int { values.count }
  /// The value at a position.
  public subscript(position: Int) -> TrackedValue { values[position] }
}

extension TrackedValue.Elements: Hashable {
  // Both keep a list of the arrays that they still have to visit. Nothing else is nested without a limit: the values
  // of properties are at most 32 levels deep.

  /// Whether both have equal values in the same order.
  public static func == (left: Self, right: Self) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      if left.storage === right.storage { continue }
      if left.count != right.count { return false }
      for pair in zip(left.values, right.values) {
        if case (.array(let left), .array(let right)) = pair {
          pairs.append((left, right))
        } else if pair.0 != pair.1 {
          return false
        }
      }
    }
    return true
  }

  /// Feeds the number of the values and the values.
  public func hash(into hasher: inout Hasher) {
    var waiting = [self]
    while let elements = waiting.popLast() {
      hasher.combine(elements.count)
      for value in elements.values {
        if case .array(let nested) = value {
          hasher.combine(5)  // As `TrackedValue.hash(into:)` does for an array.
          waiting.append(nested)
        } else {
          hasher.combine(value)
        }
      }
    }
  }
}

extension TrackedValue.Elements: CustomStringConvertible {
  /// The values as JSON.
  public var description: String { TrackedValue.array(self).printedJSON }
}

extension TrackedValue {
  fileprivate var isArray: Bool { if case .array = self { true } else { false } }

  /// Several values in order: ``array(_:)-enum.case`` made from an array.
  public static func array(_ values: [TrackedValue]) -> TrackedValue { .array(Elements(values)) }
}
