import Testing
import Trackable

/// Expects a value of a property. A function, since it compiles faster than as many expansions of the macro.
func expect(
  _ property: TrackedProperty, is value: TrackedValue,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) {
  #expect(
    property.value == value,
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1))
}

/// Expects the flaws of a property.
func expect(
  _ property: TrackedProperty, has flaws: Flaws,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) {
  #expect(
    property.flaws == flaws,
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1))
}
