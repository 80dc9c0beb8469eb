import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrackingPlan {
  /// The faults of a plan, or of the file that it is compared with.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Everything that is wrong, where, and what to do.
    package let description: String
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
  /// | is missing | it is written, and the test passes. Where `CI` is set, the test fails: a machine commits no file |
  /// | has what the plan has | the test passes |
  /// | differs | the test fails, and the file stays as it is |
  /// | differs, and `TRACKING_PLAN=accept` is set | it is written anew, and the test passes |
  ///
  /// A test that fails leaves the file as it is.
  ///
  /// The test fails in any case, before the plan is accepted, if a destination could not take the plan: if it spells
  /// two keys of an event alike, if a prefix begins no name, or if a name is not within its limits. The test also fails
  /// if an event or key has expired. Two names that are spelled alike without loss fail until they are accepted.
  ///
  /// Isolation: any. Cost: the file is read, and both plans are compared name by name.
  ///
  /// - Parameters:
  ///   - file: The path of the file, from the folder of the file that calls.
  ///   - allowingAdditions: Whether additions pass: new events, new properties, and properties that are now always there. They
  ///     are added to the file, except where `CI` is set, so that the next commit has them.
  ///   - today: The day that expiries are compared with.
  ///   - filePath: The file that calls.
  ///   - fileID: The same, as it is shown.
  ///   - line: The line of the call.
  /// - Throws: Everything that is wrong, where, and what to do, as the error's description.
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

    // A loss is never acceptable; two names that are only alike are, once the file has them.
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

    // A test that fails leaves the file as it is: the next run would find in it what no person had accepted.
    guard problems.isEmpty else {
      let head = reported.isEmpty ? "cannot be sent as it is" : "differs from '\(file.name)'"
      var lines = ["The tracking plan \(head) (\(file.location)):"]
      lines += problems.map { "  " + $0 + String(repeating: " ", count: 11 - $0.count) + $1 }
      if !reported.isEmpty || collisions.contains(where: { !$0.isLoss }) {
        lines.append(
          "To accept this, run the test once with TRACKING_PLAN=accept in its environment, and commit the file.")
      }
      throw Failure(description: lines.joined(separator: "\n"))
    }
    if earlier == nil || !differences.isEmpty && !file.isOnCI { try file.write(self) }
  }

  /// A sentence for each event and key of the plan whose day has come, and for each expiry that is no day.
  func expired(on today: Date) -> [String] {
    let format = Date.ISO8601FormatStyle.iso8601.year().month().day()
    return notesInUse.inOrder.compactMap { name, note in
      guard let expires = note.expires else { return nil }
      // The strategy takes the 30th of February for the 2nd of March.
      guard let day = try? Date(expires, strategy: format), day.formatted(format) == expires else {
        return "'\(expires)', until which '\(name)' is needed, is no day such as 2027-06-30"
      }
      if day > today { return nil }
      let owner = note.owner.map { ", and belongs to \($0)" } ?? ""
      return "'\(name)' was needed until \(expires)\(owner): remove it from the app, or write a later day"
    }
  }
}
