/// The package's only writer of JSON. The result is bytes, and the fields are in the order of the calls.
///
/// The writer always writes valid JSON: text is escaped, and a number that JSON cannot write becomes a string.
@usableFromInline package struct JSONWriter {
  @usableFromInline package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  @usableFromInline package init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  @usableFromInline package mutating func object(_ fields: (inout JSONWriter) -> Void) { nest("{", "}", fields) }
  @usableFromInline package mutating func array(_ values: (inout JSONWriter) -> Void) { nest("[", "]", values) }

  @usableFromInline package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that is a literal in the library's code, and so needs no escapes.
  @usableFromInline package mutating func key(inCode name: StaticString) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes += "\":".utf8
    needsComma = false
  }

  @usableFromInline @inline(never) package mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { quote($0) }
  }

  /// Writes text that is already UTF-8.
  @usableFromInline package mutating func string(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { quote($0) }
  }

  @usableFromInline package mutating func int(_ value: some BinaryInteger) { word(value.description) }

  /// Writes an array whose elements are already JSON.
  @usableFromInline package mutating func json(_ items: [[UInt8]]) {
    for item in items {
      begin()
      bytes += item
    }
  }

  /// Writes a field for each property, into an object that may have other fields.
  ///
  /// - Parameter own: The names of the object's other fields. Properties with these names are left out.
  @usableFromInline package mutating func fields(of properties: TrackedProperties, except own: [String] = []) {
    for property in properties where !own.contains(property.key.name) {
      key(property.key.name)
      value(property.value)
    }
  }

  /// Writes a value. Properties become objects. Values are not nested so deeply that recursion overflows the stack.
  @usableFromInline package mutating func value(_ value: TrackedValue) {
    switch value {
    case .string(let value): string(value)
    case .int(let value): int(value)
    case .double(let value): if value.isFinite { word(value.description) } else { string(value.nameOfNonFinite) }
    case .bool(let value): word(value ? "true" : "false")
    case .date(let value): string(value.trackedText)
    case .null: word("null")
    case .array(let values): array { for value in values { $0.value(value) } }
    case .properties(let properties): object { $0.fields(of: properties) }
    }
  }
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

  @inline(never) private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    var (start, end) = (0, 0)
    for byte in text {
      end += 1
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      bytes += text[start..<end - 1]
      start = end
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
    bytes.append(UInt8(ascii: "\""))
  }
}

extension UInt8 {
  package var hexDigit: UInt8 { self < 10 ? self + UInt8(ascii: "0") : self - 10 + UInt8(ascii: "a") }
}
