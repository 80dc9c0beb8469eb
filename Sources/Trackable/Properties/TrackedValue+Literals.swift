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
