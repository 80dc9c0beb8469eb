import Foundation
import Trackable

// What the formats write.

extension JSONWriter {
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
    self.value(.properties(value))
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
