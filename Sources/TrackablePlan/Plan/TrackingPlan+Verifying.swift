import Trackable

extension TrackingPlan {
  /// What is wrong with a plan, or with the file that it is compared with.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// How the plan differs from the file.
    package let differences: [Difference]
    /// The names that destinations cannot tell apart.
    package let collisions: [Collision]
    /// What is not within the limits of the destinations' services.
    package let violations: [Violation]
    /// Everything that is wrong, where, and what to do.
    public let description: String
  }

  /// Compares the plan with the one that is committed beside the test, and fails if a dashboard would notice.
  ///
  /// ```swift
  /// @Test func `The tracking plan is as committed`() throws {
  ///   try plan.verify(against: "tracking-plan.json")
  /// }
  /// ```
  ///
  /// When it fails, it says:
  ///
  /// ```text
  /// The tracking plan differs from 'tracking-plan.json' (MyAppTests/PlanTests.swift:8):
  ///   renamed    event 'MyApp.Events.User.didRate' is gone, 'MyApp.Events.User.didRateAlbum' is new: …
  ///   changed    key 'MyApp.Keys.year' of 'MyApp.PaymentSent' was int, is string
  /// To accept this, run the test once with TRACKING_PLAN=accept in its environment, and commit the file.
  /// ```
  ///
  /// | the file | then |
  /// |---|---|
  /// | is missing | it is written, and the test passes. Where `CI` is set, the test fails: nobody would commit the file |
  /// | has what the plan has | the test passes |
  /// | differs | the test fails, and the file stays as it is |
  /// | differs, and `TRACKING_PLAN=accept` is set | it is written anew, and the test passes |
  ///
  /// What a destination could not take fails in any case, and first: two keys of one event that it spells alike, a prefix
  /// that begins no name, a name that is not within its limits. Two names that are spelled alike without loss fail until they
  /// are accepted, and the file is not written before.
  ///
  /// Isolation: any. Cost: the file is read, and both plans are compared name by name.
  ///
  /// - Parameters:
  ///   - file: The path of the file, from the folder of the file that calls.
  ///   - allowingAdditions: Whether what is new passes: events, properties, and properties that are now always there. They
  ///     are added to the file, except where `CI` is set, so that the next commit has them.
  ///   - filePath: The file that calls.
  ///   - fileID: The same, as it is shown.
  ///   - line: The line of the call.
  public func verify(
    against file: String, allowingAdditions: Bool = false, filePath: String = #filePath,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) {
    let plans = PlanFile(
      file, beside: filePath, from: CodeLocation(fileID: fileID, line: line), environment: PlanFile.environment)
    try verify(against: plans, allowingAdditions: allowingAdditions)
  }

  func verify(against file: PlanFile, allowingAdditions: Bool) throws(Failure) {
    let earlier = file.isAccepting ? nil : try file.read()
    let differences = earlier.map { self.differences(from: $0) } ?? []
    let areAdded = allowingAdditions && differences.allSatisfy(\.isAddition)

    // What is lost is never acceptable; what is only alike is, by being in the file.
    let known = Set((file.isAccepting ? self : earlier)?.collisions ?? [])
    let collisions = collisions.filter { $0.isLoss || !known.contains($0) }

    // Not if something is newly alike: it would be known the next time, and nobody would have accepted it.
    let isWritten = file.isAccepting || collisions.allSatisfy(\.isLoss) && (earlier == nil || areAdded && !file.isOnCI)
    if isWritten, earlier == nil || !differences.isEmpty { try file.write(self) }

    let failure = Failure(
      areAdded ? [] : differences, collisions, of: self, in: file, isWritten: isWritten && earlier == nil)
    if let failure { throw failure }
  }
}

extension TrackingPlan.Failure {
  /// A file that cannot be used.
  init(_ description: String) {
    self.init(differences: [], collisions: [], violations: [], description: description)
  }

  /// What is wrong with a plan; `nil` if nothing is.
  fileprivate init?(
    _ differences: [TrackingPlan.Difference], _ collisions: [TrackingPlan.Collision], of plan: TrackingPlan,
    in file: PlanFile, isWritten: Bool
  ) {
    var violations: [TrackingPlan.Violation] = []
    var problems: [(what: String, sentence: String)] = []
    for difference in differences { problems.append((difference.kind.rawValue, difference.description)) }
    for collision in collisions { problems.append(("collision", collision.description)) }
    for destination in plan.destinations {
      for prefix in destination.unusedPrefixes {
        problems.append(("prefix", "'\(prefix)', which '\(destination.name)' drops, begins none of its names"))
      }
      if let limits = destination.limits { violations += plan.violations(of: limits, for: destination, in: nil) }
    }
    for violation in violations { problems.append(("limit", violation.description)) }
    if problems.isEmpty { return nil }

    var lines = [
      differences.isEmpty
        ? "The tracking plan cannot be sent as it is (\(file.location)):"
        : "The tracking plan differs from '\(file.name)' (\(file.location)):"
    ]
    for problem in problems { lines.append("  " + problem.what.padding(to: 11) + problem.sentence) }
    if !differences.isEmpty || collisions.contains(where: { !$0.isLoss }) { lines.append(PlanFile.acceptance) }
    if isWritten { lines.append("'\(file.name)' was written nevertheless: commit it when the rest is mended.") }
    self.init(
      differences: differences, collisions: collisions, violations: violations,
      description: lines.joined(separator: "\n"))
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
