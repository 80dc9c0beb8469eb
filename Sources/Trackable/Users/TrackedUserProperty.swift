#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An update of a user property, as a tracker receives it.
public struct TrackedUserProperty: Sendable {
  /// The property that was passed to `update`.
  public let base: any UserProperty
  /// The full name: the name that the property declares, unless a combinator has renamed the property.
  public var name: String {
    get { identifier.text }
    set { identifier = IdentifierName(written: newValue) }
  }
  /// The name, with the positions of the dots at which a style may drop components.
  var identifier: IdentifierName
  /// The operation: whether the update sets, adds, or removes the value.
  public internal(set) var operation: UserPropertyOperation
  /// The value to set or to add, or the ID of the group. The value is null if the update unsets the property, or if the
  /// user leaves the group. The library has turned a value that services cannot store into text. Sensitive parts are
  /// only in ``sensitiveValue``.
  public var operand: TrackedValue {
    @inline(never) get { groupID ?? whole.split().shown }
    @inline(never) set {
      let made = TrackedProperty(key: PropertyKey(name), given: newValue)
      IssueReporter.current.reportFlaws(of: [made], at: location)
      if isGroup {
        groupID = made.value.split().shown
      } else if made.value != operand {
        // Replacing the value also removes the sensitive part of the old value.
        whole = made.value
      }
    }
  }

  /// The ID of the group; `nil` if this is not a group.
  private var groupID: TrackedValue?
  /// The whole value, or all traits of a group, including sensitive parts.
  var whole: TrackedValue {
    didSet {
      if isGroup, case .properties(let traits) = whole.split().shown { operation = .group(traits: traits) }
    }
  }
  /// The property's new value; null if the update removes the value. `nil` after ``UserPropertyOperation/setOnce`` and
  /// ``UserPropertyOperation/increment``, because only the service knows the result. So a tracker that ignores
  /// ``operation`` never sets a wrong value.
  public var value: TrackedValue? {
    switch operation {
    case .setOnce, .increment: nil
    case .set, .unset, .group: operand
    }
  }
  /// The sensitive part of the value, or of a group's traits, for a tracker that needs it; `nil` if nothing in the
  /// value is sensitive. If you set it, you replace the sensitive part inside the value.
  public var sensitiveValue: TrackedValue? {
    get { whole.split().sensitive }
    @inline(never) set {
      let shown = whole.split().shown
      whole = newValue.map { shown.joined(with: $0, asIn: whole) } ?? shown
    }
  }
  /// The time of the call of `update`.
  public let timestamp: Date
  /// The location in the code that has called `update`.
  public let location: CodeLocation
  /// The system's stamp of the user; `nil` if no system made the call.
  package var stamp: UserStamp?

  /// Creates a tracked user property from a user property.
  ///
  /// - Parameters:
  ///   - property: The user property.
  ///   - timestamp: The time of the update; `nil` means now.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public init(
    _ property: some UserProperty, timestamp: Date? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(property, timestamp: timestamp ?? CurrentTime.date, at: CodeLocation(fileID: fileID, line: line))
  }

  init(_ property: any UserProperty, timestamp: Date = CurrentTime.date, at location: CodeLocation) {
    base = property
    identifier = IdentifierName(property.name, of: type(of: property))
    operation = property.operation
    var made = TrackedProperty(PropertyKey(identifier.text), sending: property.value)
    // The flaw of an empty key is removed here, because a group without a type has its own issue.
    if case .group = operation { made = made.copied(flaws: made.flaws.subtracting(.emptyKey)) }
    IssueReporter.current.reportFlaws(of: [made], at: location)
    whole = made.value
    self.timestamp = timestamp
    self.location = location
    switch operation {
    case .set where operand == .null: operation = .unset
    case .unset: whole = .null
    case .group(let traits):
      let traits = traits.reportingFlaws(at: location)
      (groupID, operation, whole) = (operand, .group(traits: traits.split().shown), .properties(traits))
    case .set, .setOnce, .increment: break
    }
  }

  var isGroup: Bool { groupID != nil }

  /// Reports a value that services cannot take. Returns whether the property can be sent.
  func canBeSent(reportingTo issues: IssueReporter) -> Bool {
    if value == nil && operand == .null { return false }
    var problem: (rule: String, remedy: String)?
    switch (operation, operand) {
    case (.increment, .int), (.increment, .double): break
    case (.increment, _): problem = ("it is incremented by a number", "give it a value that is a number.")
    case (.group, _) where name.isEmpty || operand == "":
      problem = ("a group has a type and an ID", "give both, or nil to leave the group.")
    default: break
    }
    if let problem {
      issues.reportOnce(
        TrackableIssue(
          kind: .valueDoesNotFit, message: "The user property '\(name)' was not sent: \(problem.rule).",
          remedy: problem.remedy, location: location, subject: name), here: true)
    }
    return problem == nil
  }
}

extension TrackedUserProperty: CustomStringConvertible {
  /// `name: value`, or `name: increment 1`.
  public var description: String { "\(name): \(text { "\($0)" })" }

  /// The operand as text. The word for the operation is in front, unless the value itself shows the operation.
  package func text(_ written: (TrackedValue) -> String) -> String {
    (value == nil ? "\(operation) " : "") + written(operand)
  }
}

extension TrackedUserProperty: CustomReflectable {
  /// The values of the update without the property in `base`, whose fields may be sensitive.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": operand, "timestamp": timestamp]) }
}
