/// A location in an app's source code: the origin of an issue, an event or an error.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  // The file is not a `String`, because a string would be allocated for each event. The number has 32 bits, so that it
  // fits beside the flags of the string.
  package let file: StaticString
  let number: UInt32

  /// No location. It is for an issue that no single call causes, such as an issue about a property's setter, or about a
  /// name that is read in many places.
  public static let unknown = CodeLocation(fileID: "", line: 0)

  /// Module and file: `MyApp/AlbumDetailVC.swift`; empty if it is unknown.
  public var fileID: String { file.description }
  /// The line, from 1; 0 if it is unknown.
  public var line: Int { Int(number) }

  /// Whether file and line are the same.
  public static func == (a: CodeLocation, b: CodeLocation) -> Bool { a.number == b.number && a.fileID == b.fileID }

  /// Feeds the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(fileID)
  }

  /// `MyApp/AlbumDetailVC.swift:31`, or the word `unknown` for ``unknown``.
  public var description: String { self == .unknown ? "unknown" : "\(fileID):\(line)" }
}

// This initializer stands in an extension, so that the type keeps the initializer that the compiler writes.
extension CodeLocation {
  /// Creates a location from a file and a line. By default, both are those of the call.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(file: fileID, number: UInt32(clamping: line))
  }
}
