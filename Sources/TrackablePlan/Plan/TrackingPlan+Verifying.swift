import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrackingPlan {
  /// The error of a plan that has faults, or of a file with which a plan cannot be compared.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// All faults, with their locations and remedies.
    package let description: String
  }

  /// Compares the plan with the committed plan beside the test, and fails if the difference would affect a dashboard.
  ///
  /// ```swift
  /// @Test func `The tracking plan is as committed`() throws {
  ///   try plan.verify(against: "tracking-plan.json")
  /// }
  /// ```
  ///
  /// The failure lists the differences:
  ///
  /// ```text
  /// The tracking plan differs from 'tracking-plan.json' (AppTests/Plan.swift:8):
  ///   renamed    event 'MyApp.Events.User.didRate' is gone,
  ///              'MyApp.Events.User.didRateAlbum' is new.
  ///              A rename breaks dashboards: pin the old path, or accept.
  ///              To pin it: case didRateAlbum = "didRate"
  ///   changed    key 'MyApp.Keys.year' of 'MyApp.PaymentSent' was int, is string
  /// To accept this, run the test once with TRACKING_PLAN=accept in its
  /// environment, and commit the file.
  /// ```
  ///
  /// | the file | result |
  /// |---|---|
  /// | is missing | the file is written, and the test passes. With `CI` set, the test fails, because a machine commits no file |
  /// | equals the plan | the test passes |
  /// | differs | the test fails, and the file stays unchanged |
  /// | differs, and `TRACKING_PLAN=accept` is set | the file is written again, and the test passes |
  ///
  /// A failing test never changes the file. `xcodebuild` passes a variable to tests only with a prefix:
  /// `TEST_RUNNER_CI=1`, `TEST_RUNNER_TRACKING_PLAN=accept`.
  ///
  /// Some faults cannot be accepted: a destination spells two keys of an event in the same way, no name begins with a
  /// prefix that a style drops, or a name exceeds the limits. The test also fails if an event or key has expired. If a
  /// destination spells two names in the same way without a loss of data, the test fails until you accept the plan.
  ///
  /// Isolation: any thread. Cost: the file is read, and both plans are compared name by name.
  ///
  /// - Parameters:
  ///   - file: The path of the file, relative to the folder of the calling file.
  ///   - allowingAdditions: Whether the test passes if the only differences are additions: new events, new properties,
  ///     and properties that are now always present. The test adds them to the file, unless `CI` is set, so that the
  ///     next commit has them.
  ///   - today: The day with which the method compares the days in notes.
  ///   - filePath: The calling file.
  ///   - fileID: The calling file, in the form in which the failure shows it.
  ///   - line: The line of the call.
  /// - Throws: An error whose description lists all faults, with their locations and remedies.
  public func verify(
    against file: String, allowingAdditions: Bool = false, on today: Date = Date(), filePath: String = #filePath,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let plans = PlanFile(
      file, beside: filePath, from: CodeLocation(fileID: fileID, line: line),
      environment: ProcessInfo.processInfo.environment)
    try verify(against: plans, allowingAdditions: allowingAdditions, on: today)
  }

  func verify(against file: PlanFile, allowingAdditions: Bool, on today: Date) throws(Failure) {
    let earlier = file.isAccepting ? nil : try file.read()
    let differences = earlier.map { self.differences(from: $0) } ?? []

    // A loss of data is never acceptable. Names that are only spelled in the same way are acceptable once the file has
    // them.
    let known = Set((file.isAccepting ? self : earlier)?.collisions ?? [])
    let collisions = collisions.filter { $0.isLoss || !known.contains($0) }
    let reported = allowingAdditions && differences.allSatisfy(\.isAddition) ? [] : differences
    var problems =
      reported.map { ($0.kind.rawValue, $0.description) } + collisions.map { ("collision", $0.description) }
    for (name, destination) in destinations.inOrder {
      problems += destination.unusedPrefixes.map {
        ("prefix", "'\($0)', which '\(name)' drops, begins none of its names")
      }
      problems += namesBeyondLimits(of: destination).map { ("limit", $0) }
    }
    problems += expired(on: today).map { ("expired", $0) }

    // A failing test must not change the file, because the next run would accept the change.
    guard problems.isEmpty else {
      let head = reported.isEmpty ? "cannot be sent as it is" : "differs from '\(file.name)'"
      var lines = ["The tracking plan \(head) (\(file.location)):"]
      lines += problems.map { kind, text in
        "  " + kind + String(repeating: " ", count: 11 - kind.count)
          + text.replacing("\n", with: "\n" + String(repeating: " ", count: 13))
      }
      if !reported.isEmpty || collisions.contains(where: { !$0.isLoss }) {
        lines.append(
          "To accept this, run the test once with TRACKING_PLAN=accept in its\nenvironment, and commit the file.")
      }
      throw Failure(description: lines.joined(separator: "\n"))
    }
    if earlier == nil || !differences.isEmpty && !file.isOnCI { try file.write(self) }
  }

  /// A sentence for each expired event and key of the plan, and for each expiry that is not a day.
  func expired(on today: Date) -> [String] {
    let format = Date.ISO8601FormatStyle.iso8601.year().month().day()
    return notesInUse.inOrder.compactMap { name, note in
      guard let expires = note.expires else { return nil }
      // The text is compared with the day, because the strategy reads 30 February as 2 March.
      guard let day = try? Date(expires, strategy: format), day.formatted(format) == expires else {
        return "'\(expires)', until which '\(name)' is needed, is no day such as 2027-06-30"
      }
      if day > today { return nil }
      let owner = note.owner.map { ", and belongs to \($0)" } ?? ""
      return "'\(name)' was needed until \(expires)\(owner): remove it from the app, or write a later day"
    }
  }
}
