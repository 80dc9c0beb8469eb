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
  public var json: String {
    var writer = JSONWriter(conceals: false)
    writer.write(self)
    return writer.text
  }

  /// The same, as it may be printed.
  var printedJSON: String {
    var writer = JSONWriter(conceals: true)
    writer.write(self)
    return writer.text
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

private struct JSONWriter {
  /// Whether the text is to be printed, so that it must not show what is sensitive.
  let conceals: Bool
  private(set) var text = ""

  init(conceals: Bool) { self.conceals = conceals }

  mutating func write(_ value: TrackedValue) {
    switch value {
    case .array(let values):
      text += "["
      for (index, value) in values.values.enumerated() {
        if index > 0 { text += "," }
        write(value)
      }
      text += "]"
    case .properties(let properties):
      text += "{"
      for (index, property) in properties.enumerated() {
        if index > 0 { text += "," }
        quote(property.key.name)
        text += ":"
        write(conceals ? property.shownValue : property.value)
      }
      text += "}"
    case .string(let value): quote(value)
    case .int(let value): text += value.description
    case .double(let value):
      if value.isFinite { text += value.description } else { quote(value.nameOfNonFinite) }
    case .bool(let value): text += value ? "true" : "false"
    case .date(let value): quote(value.trackedText)
    case .null: text += "null"
    }
  }

  private mutating func quote(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
