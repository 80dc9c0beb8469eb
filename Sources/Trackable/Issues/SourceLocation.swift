/// A location in the source of an app: where an issue was caused, or an error reported.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  // Not a `String`, which would be allocated for each event. The number is small so that it fits beside the flags.
  private let file: StaticString
  private let number: UInt32

  /// Module and file: `MyApp/AlbumDetailVC.swift`.
  public var fileID: String { file.description }
  /// The line, from 1.
  public var line: Int { Int(number) }

  /// A location from its file and line. The defaults are those of the call.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    file = fileID
    number = UInt32(clamping: line)
  }

  /// Whether file and line are the same.
  public static func == (a: SourceLocation, b: SourceLocation) -> Bool { a.number == b.number && a.fileID == b.fileID }

  /// Feeds the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(fileID)
  }

  /// `MyApp/AlbumDetailVC.swift:31`.
  public var description: String { "\(fileID):\(line)" }
}
