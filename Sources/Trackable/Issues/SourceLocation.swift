/// A location in the source of an app: where an issue was caused, or an error reported.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// Module and file: `MyApp/AlbumDetailVC.swift`.
  public let fileID: String
  /// The line, from 1.
  public let line: Int

  /// A location from its file and line. The defaults are those of the call.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.fileID = fileID.description
    self.line = Int(line)
  }

  /// `MyApp/AlbumDetailVC.swift:31`.
  public var description: String { "\(fileID):\(line)" }
}
