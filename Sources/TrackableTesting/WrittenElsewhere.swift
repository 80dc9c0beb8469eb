import Trackable

/// An event or an error that another process has written to a file, and that this process has read from the file.
package protocol WrittenElsewhere {
  /// The location in the code of that process.
  var place: String? { get }
}

/// An error that another process has written to a file.
package struct WrittenError: Error, WrittenElsewhere, CustomStringConvertible {
  package let description: String
  let typeName: String?
  package let place: String?

  package init(_ description: String, typeName: String? = nil, place: String? = nil) {
    (self.description, self.typeName, self.place) = (description, typeName, place)
  }

  func isOfType(_ type: any Error.Type) -> Bool { typeName == String(reflecting: type) }
}

extension TrackedValue {
  /// The text that replaces a sensitive value, because no process writes such a value to a file.
  package static let withheld = TrackedValue.string("(sensitive)")

  /// Whether the value, or a part of it, was replaced because it is sensitive.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  var isWithheld: Bool {
    switch self {
    case .properties(let properties): properties.contains { $0.value.isWithheld }
    case .array(let values): values.contains(where: \.isWithheld)
    default: self == .withheld
    }
  }
}
