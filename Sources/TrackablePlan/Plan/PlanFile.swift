import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The committed file of a plan.
struct PlanFile {
  /// The name of the file in the test.
  let name: String
  /// The location of the test's call.
  let location: CodeLocation
  /// Whether to ignore the content of the file, and to write the file again.
  let isAccepting: Bool
  /// Whether the test runs on a CI machine, which commits no file.
  let isOnCI: Bool
  private let path: String

  /// - Parameters:
  ///   - name: The path, relative to the folder of the source file.
  ///   - sourceFile: The file of the test.
  ///   - location: The location of the call.
  ///   - environment: The variables `TRACKING_PLAN` and `CI`.
  init(
    _ name: String, beside sourceFile: String, from location: CodeLocation, environment: [String: String]
  ) {
    self.name = name
    self.location = location
    isAccepting = environment["TRACKING_PLAN"] == "accept"
    isOnCI = !["", "0", "false"].contains(environment["CI", default: ""].lowercased())
    path =
      name.hasPrefix("/")
      ? name : String(sourceFile[...(sourceFile.lastIndex(of: "/") ?? sourceFile.startIndex)]) + name
  }

  /// The plan in the file; `nil` if there is no file and the test may write one.
  func read() throws(TrackingPlan.Failure) -> TrackingPlan? {
    guard FileManager.default.fileExists(atPath: path) else {
      guard isOnCI else { return nil }
      throw TrackingPlan.Failure(
        description: """
          There is no tracking plan at \(path) (\(location)). Where CI is set the test does not write it, because \
          CI commits nothing. To fix this, run the test elsewhere, which writes the file, and commit it.
          """)
    }
    do {
      return try TrackingPlan(contentsOf: URL(filePath: path))
    } catch {
      throw TrackingPlan.Failure(
        description: """
          '\(name)' cannot be read as a tracking plan: \(error) (\(location)). To fix this, restore the committed file, \
          or delete it and run the test, which writes it anew.
          """)
    }
  }

  func write(_ plan: TrackingPlan) throws(TrackingPlan.Failure) {
    do {
      try Data(plan.json.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw TrackingPlan.Failure(
        description: """
          The tracking plan could not be written to \(path) (\(location)): \(error). To fix this, verify a file in a \
          folder that is there and may be written, on the machine that has the sources.
          """)
    }
  }
}
