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
    string(value.uuidString.lowercased())
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
