import Foundation
import Trackable

// Writes the JSON fields that several formats share.

extension JSONWriter {
  /// An object as bytes.
  @usableFromInline static func object(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(fields)
    return writer.bytes
  }

  private mutating func field(_ name: String, _ value: (inout JSONWriter) -> Void) {
    key(name)
    value(&self)
  }

  @usableFromInline mutating func field(_ name: String, _ value: String) { field(name) { $0.string(value) } }

  @usableFromInline mutating func field(_ name: String, _ value: some BinaryInteger) { field(name) { $0.int(value) } }

  @usableFromInline mutating func field(_ name: String, _ value: TrackedValue) { field(name) { $0.value(value) } }

  @usableFromInline mutating func field(_ name: String, _ value: TrackedProperties) { field(name, .properties(value)) }

  /// A field with the digits of an ID, in lower case.
  @usableFromInline mutating func field(_ name: String, _ value: UUID) { field(name, value.digits) }

  /// A field with a date in ISO 8601.
  @usableFromInline mutating func field(_ name: String, _ value: Date) { field(name) { $0.string(value.iso8601) } }

  @usableFromInline mutating func object(_ name: String, _ fields: (inout JSONWriter) -> Void) {
    field(name) { $0.object(fields) }
  }

  @usableFromInline mutating func array(_ name: String, _ values: (inout JSONWriter) -> Void) {
    field(name) { $0.array(values) }
  }

  /// A field for each property.
  ///
  /// - Parameter own: The names of the object's other fields. Properties with these names are left out.
  @usableFromInline mutating func fields(of properties: [TrackedProperty], except own: [String] = []) {
    for property in properties where !own.contains(property.key.name) { field(property.key.name, property.value) }
  }

  @usableFromInline mutating func array(_ name: String, of items: some Sequence<WireItem>) {
    array(name) { $0.json(items.map(\.bytes)) }
  }
}

extension UUID {
  /// The digits of the ID in lower case. Foundation's `uuidString` takes ten times as long.
  @usableFromInline var digits: String {
    // This is sound, because a UUID has 16 bytes, and the pointer does not leave the closure.
    let digits = withUnsafeBytes(of: uuid) { bytes in
      bytes.indices.reduce(into: [UInt8]()) { digits, place in
        if 4...10 ~= place, place.isMultiple(of: 2) { digits.append(UInt8(ascii: "-")) }
        digits.append((bytes[place] >> 4).hexDigit)
        digits.append((bytes[place] & 15).hexDigit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension TrackedProperties {
  /// The traits as changes: the traits to set, and the names of the traits to remove.
  @export(implementation) var changes: (set: TrackedProperties, unset: [String]) {
    (TrackedProperties(filter { $0.value != .null }), filter { $0.value == .null }.map(\.key.name))
  }
}
