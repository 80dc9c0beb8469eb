import Trackable

/// Where a call stands in the source of the app. A `CodeLocation` does not give back the `StaticString` that it has.
struct CallSite: Sendable {
  let fileID: StaticString
  let line: UInt

  var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }
}
