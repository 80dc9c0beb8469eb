// A vendor's method takes anything, so it would take a `TrackedValue` without a warning. Where code asks for `Any`, the
// compiler prefers these properties to the core's `value`; everywhere else it prefers the core's `value`.

/// What has a value that vendors take as it is.
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
  /// The value, as a vendor takes it; `nil` if there is none.
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
