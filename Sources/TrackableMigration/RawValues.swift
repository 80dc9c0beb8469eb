// A vendor's method accepts `Any`, so it would accept a `TrackedValue` without a warning. If a parameter has the type
// `Any`, the compiler prefers these properties to the core's `value`; for every other parameter, it prefers the core's
// `value`.

/// A property whose value can be converted to a plain value for a vendor.
public protocol _WithValue {
  /// The type of the value.
  associatedtype SentValue
  /// The value.
  var value: SentValue { get }
}

extension _WithValue where SentValue == TrackedValue {
  /// The value, as a vendor takes it.
  @available(*, deprecated, message: "Write 'value.plain' for a vendor, as is sent here: 'value' is a TrackedValue.")
  public var value: Any { withNSNull((value as SentValue).plain) }
}

extension _WithValue where SentValue == TrackedValue? {
  /// The value, as a vendor takes it; `nil` if the property has no value.
  @available(*, deprecated, message: "Write 'value?.plain' for a vendor, as is sent here: 'value' is a TrackedValue.")
  public var value: Any? { (value as SentValue).flatMap { $0 == .null ? nil : withNSNull($0.plain) } }
}

extension _WithValue where Self == TrackedProperty {
  /// The name of the key, as the earlier closure gets it.
  @available(*, deprecated, message: "Write 'key.name', which has the prefix that the earlier closure does not get.")
  public var key: String { Trackable.spelling.key((key as PropertyKey).name) }
}

extension TrackedProperty: _WithValue {}
extension TrackedUserProperty: _WithValue {}
