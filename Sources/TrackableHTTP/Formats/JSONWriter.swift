import Foundation
import Trackable

/// Writes JSON as bytes, fields in the order in which they are written.
///
/// It always writes valid JSON: text is escaped, a number that JSON cannot write becomes a string, and what is nested
/// deeper than a property may be becomes JSON text.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  mutating func object(_ fields: (inout JSONWriter) -> Void) { nest("{", "}", fields) }
  mutating func array(_ values: (inout JSONWriter) -> Void) { nest("[", "]", values) }

  mutating func key(_ name: String) {
    begin()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func field(_ name: String, _ value: some BinaryInteger) {
    key(name)
    int(value)
  }

  mutating func field(_ name: String, _ value: TrackedProperties) {
    key(name)
    properties(value)
  }

  /// The digits of an ID, in lower case.
  mutating func field(_ name: String, _ value: UUID) {
    key(name)
    string(value.digits)
  }

  /// A date in ISO 8601.
  mutating func field(_ name: String, _ value: Date) {
    key(name)
    string(value.iso8601)
  }

  mutating func field(_ name: String, _ value: TrackedValue) {
    key(name)
    self.value(value)
  }

  mutating func object(_ name: String, _ fields: (inout JSONWriter) -> Void) {
    key(name)
    object(fields)
  }

  mutating func array(_ name: String, _ values: (inout JSONWriter) -> Void) {
    key(name)
    array(values)
  }

  mutating func string(_ value: String) {
    begin()
    quote(value)
  }

  /// Text that is UTF-8 already.
  mutating func string(_ text: [UInt8]) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    text.withUnsafeBufferPointer { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func int(_ value: some BinaryInteger) { word(value.description) }
  mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
  mutating func null() { word("null") }

  mutating func double(_ value: Double) {
    if value.isFinite {
      word(value.description)
    } else {
      string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// What is JSON already.
  mutating func json(_ items: [[UInt8]]) {
    for item in items {
      begin()
      bytes += item
    }
  }

  /// An object with a field for each property, nested ones as objects inside it.
  mutating func properties(_ properties: TrackedProperties, depth: Int = 1) {
    object { $0.fields(of: properties, depth: depth) }
  }

  /// A field for each property, in an object that has others.
  ///
  /// - Parameter own: The names of those, which are left out.
  mutating func fields(of properties: TrackedProperties, except own: [String] = [], depth: Int = 1) {
    for property in properties where !own.contains(property.key.name) {
      key(property.key.name)
      value(property.value, depth: depth)
    }
  }

  /// - Parameter depth: How deep a container is nested if the value is one.
  mutating func value(_ value: TrackedValue, depth: Int = 1) {
    switch value {
    case .string(let value): string(value)
    case .int(let value): int(value)
    case .double(let value): double(value)
    case .bool(let value): bool(value)
    case .date(let value): string(value.iso8601)
    case .null: null()
    case .array where depth > Self.maximumDepth, .properties where depth > Self.maximumDepth: string(value.json)
    case .array(let values): array { for value in values { $0.value(value, depth: depth + 1) } }
    case .properties(let properties): self.properties(properties, depth: depth + 1)
    }
  }

  /// The value of a property is never deeper. One that was made by hand must not use up the stack.
  static let maximumDepth = TrackedValue.maximumDepth + 1
}

extension JSONWriter {
  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func word(_ text: String) {
    begin()
    bytes += text.utf8
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in text.indices {
      let byte = text[position]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      bytes += text[start..<position]
      start = position + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
      case 0..<0x20: bytes += "u00".utf8 + [(byte >> 4).hexDigit, (byte & 15).hexDigit]
      default: bytes.append(byte)
      }
    }
    bytes += text[start...]
  }
}

extension UUID {
  /// The usual form, in lower case: `019aa8f2-…`. Several times as fast as Foundation's text.
  fileprivate var digits: [UInt8] {
    withUnsafeBytes(of: uuid) { bytes in
      var text: [UInt8] = []
      text.reserveCapacity(36)
      for (position, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(position) { text.append(UInt8(ascii: "-")) }
        text += [(byte >> 4).hexDigit, (byte & 15).hexDigit]
      }
      return text
    }
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt8 { self < 10 ? self + UInt8(ascii: "0") : self - 10 + UInt8(ascii: "a") }
}
