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
  /// Always valid JSON: a number that JSON cannot write becomes a string. Written without recursion, so any depth is
  /// safe.
  public var json: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }

  /// The same, as it may be printed.
  var printedJSON: String {
    var writer = JSONWriter(conceals: true)
    writer.write(self)
    return writer.text
  }

  /// The text for what is nested too deep. What is already JSON text inside it is not quoted again: that
  /// would double their quotation marks at each level. It does not show what is sensitive either.
  var jsonForMending: String {
    var writer = JSONWriter(unquotesMendedText: true, conceals: true)
    writer.write(self)
    return writer.text
  }
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
  var unquotesMendedText = false
  /// Whether the text is to be printed, so that it must not show what is sensitive.
  var conceals = false
  private(set) var text = ""

  init(unquotesMendedText: Bool = false, conceals: Bool = false) {
    self.unquotesMendedText = unquotesMendedText
    self.conceals = conceals
  }

  private enum Step {
    case value(TrackedValue)
    case text(String)
    case key(String)
  }

  mutating func write(_ value: TrackedValue) {
    var steps: [Step] = [.value(value)]
    while let step = steps.popLast() {
      switch step {
      case .text(let fragment): text += fragment
      case .key(let name):
        quote(name)
        text += ":"
      case .value(.array(let values)):
        text += "["
        steps.append(.text("]"))
        for (index, value) in values.values.enumerated().reversed() {
          steps.append(.value(value))
          if index > 0 { steps.append(.text(",")) }
        }
      case .value(.properties(let properties)):
        text += "{"
        steps.append(.text("}"))
        for (index, property) in properties.enumerated().reversed() {
          if unquotesMendedText, property.flaws.contains(.tooDeep), case .string(let json) = property.value {
            steps.append(.text(json))
          } else {
            steps.append(.value(conceals ? property.shownValue : property.value))
          }
          steps.append(.key(property.key.name))
          if index > 0 { steps.append(.text(",")) }
        }
      case .value(.string(let value)): quote(value)
      case .value(.int(let value)): text += value.description
      case .value(.double(let value)):
        if value.isFinite { text += value.description } else { quote(value.nameOfNonFinite) }
      case .value(.bool(let value)): text += value ? "true" : "false"
      case .value(.date(let value)): quote(value.trackedText)
      case .value(.null): text += "null"
      }
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
