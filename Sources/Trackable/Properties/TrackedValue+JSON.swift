#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackedValue {
  /// The value as compact JSON, properties nested in the order they were written, dates in ISO 8601 to the
  /// millisecond.
  ///
  /// ```swift
  /// TrackedValue.array([1, "a", .null]).json   // [1,"a",null]
  /// ```
  ///
  /// Always valid JSON: a number that JSON cannot write becomes a string.
  public var json: String { json(conceals: false) }

  /// The same, as it may be printed.
  var printedJSON: String { json(conceals: true) }

  private func json(conceals: Bool) -> String {
    var writer = JSONWriter(conceals: conceals)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension TrackedValue: CustomStringConvertible {
  /// The value in readable form: text as it is, dates in ISO 8601, arrays and properties as JSON.
  public var description: String {
    switch self {
    case .string(let value): value
    case .int(let value): value.description
    case .double(let value): value.description
    case .bool(let value): value.description
    case .date(let value): value.trackedText
    case .array, .properties, .null: printedJSON
    }
  }
}

extension TrackedValue.Elements: CustomStringConvertible {
  /// The values as JSON.
  public var description: String { TrackedValue.array(self).printedJSON }
}

extension TrackedProperties {
  /// The properties as a JSON object, nested, in the order they were written.
  public var json: String { TrackedValue.properties(self).json }
}

extension Date {
  /// ISO 8601 in UTC, to the millisecond. For dates outside the years 1 to 9999, the seconds since 1970.
  var trackedText: String {
    TrackedValue.dateRange.contains(timeIntervalSinceReferenceDate)
      ? String(decoding: CivilDate.iso8601(CivilDate.milliseconds(since1970: timeIntervalSince1970)), as: UTF8.self)
      : timeIntervalSince1970.description
  }
}
