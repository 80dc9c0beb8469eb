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
  /// Each of them can be delivered: what does not fit has become text when the array was made, and so has what would be
  /// nested deeper than `TrackedValue.maximumDepth`. So everything that visits values may do so by recursion.
  public struct Elements: Sendable {
    /// The same values as an array.
    let values: [TrackedValue]
    /// How deep the array is nested: 1 for one of scalars.
    let depth: UInt8
    /// Why the values are not exactly what was given.
    let flaws: TrackedValueFlaws
    /// Whether anything in them is sensitive.
    let holdsSensitive: Bool

    /// The values of a sequence, in order.
    public init(_ values: some Sequence<TrackedValue>) { self.init(array: Array(values)) }

    fileprivate init(array values: [TrackedValue]) {
      var (mended, flaws, depth): ([TrackedValue], TrackedValueFlaws, Int) = ([], .none, 0)
      mended.reserveCapacity(values.count)
      for value in values {
        let (value, found) = value.mended(depthLimit: TrackedValue.maximumDepth - 1)
        flaws.formUnion(found)
        depth = Swift.max(depth, value.depth)
        mended.append(value)
      }
      self.values = mended
      self.flaws = flaws
      self.depth = UInt8(depth + 1)
      holdsSensitive = mended.contains(where: \.holdsSensitive)
    }

    /// The same number of values that can be delivered, in place of those of another array.
    init(_ values: [TrackedValue], inPlaceOf other: Elements) {
      self.values = values
      self.depth = other.depth
      self.flaws = other.flaws
      holdsSensitive = values.contains(where: \.holdsSensitive)
    }
  }

  /// Several values in order: ``array(_:)-enum.case`` made from an array.
  public static func array(_ values: [TrackedValue]) -> TrackedValue { .array(Elements(array: values)) }
}

extension TrackedValue.Elements: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The values as they are written.
  public init(arrayLiteral values: TrackedValue...) { self.init(array: values) }
  /// The position of the first value.
  public var startIndex: Int { 0 }
  /// The position after the last value.
  public var endIndex: Int { values.count }
  /// The value at a position.
  public subscript(position: Int) -> TrackedValue { values[position] }
}

extension TrackedValue.Elements: Hashable {
  /// Whether both have equal values in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.values == right.values }

  /// Feeds the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension TrackedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `.int`.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `.array`.
  public init(arrayLiteral elements: TrackedValue...) { self = .array(elements) }
}
