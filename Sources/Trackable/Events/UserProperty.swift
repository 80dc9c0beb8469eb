#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A fact about the user that stays true until the app changes it. A later update replaces an earlier one: see
/// <doc:Order>.
///
/// ```swift
/// struct Email: UserProperty {
///   let value: String
///   func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(newEmail: value)] }
/// }
///
/// settings.updateUserProperty(Email(value: "john@apple.records"))   // the property, then EmailChanged
/// ```
///
/// Its ``UserPropertyOperation`` says whether an update sets the value, adds it, or removes it.
public protocol UserProperty: Sendable {
  /// The type of the property's value.
  associatedtype Value: TrackedValueConvertible

  /// The name. The default is the type path.
  var name: String { get }

  /// The value. A value that is `nil` unsets the property.
  var value: Value { get }

  /// The operation of an update. The default is ``UserPropertyOperation/set``.
  var operation: UserPropertyOperation { get }

  /// The events to track after each update of the property. The default is none.
  func updateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// The type path.
  @_disfavoredOverload public var name: String { NameTable.path(of: Self.self).name }
  /// The value replaces the earlier one.
  public var operation: UserPropertyOperation { .set }
  /// No events.
  public func updateEvents() -> [any AnalyticsEvent] { [] }
}

/// The effect of an update on a user property at the service.
///
/// ```swift
/// struct AlbumsRated: UserProperty {
///   let value: Int
///   var operation = UserPropertyOperation.increment
/// }
///
/// settings.updateUserProperty(AlbumsRated(value: 1))                    // one more
/// settings.updateUserProperty(AlbumsRated(value: 0, operation: .set))   // none
/// ```
///
/// See <doc:Users>.
public enum UserPropertyOperation: Sendable, Equatable {
  /// The value replaces the earlier one.
  case set
  /// The value is set if the service has no value yet. A `nil` value changes nothing.
  case setOnce
  /// The value is a number, and the service adds it to its own value. A `nil` value changes nothing.
  case increment
  /// The service forgets the value. Setting `nil` does the same.
  case unset
  /// The value is the ID of a group to which the user belongs, and the property's name is the type of the group:
  /// ``TrackableSystem/group(_:type:traits:fileID:line:)``.
  // Boxed, so that an operation is copied in a few instructions.
  indirect case group(traits: TrackedProperties = TrackedProperties())
}

/// A group, by its type.
package struct UserGroup: UserProperty {
  package let value: String?
  package let name: String
  package let operation: UserPropertyOperation

  package init(_ id: String?, type: String, traits: TrackedProperties) {
    (value, name, operation) = (id, type, .group(traits: traits))
  }
}

/// The value that a tracker receives for an update of a user property.
public struct TrackedUserProperty: Sendable {
  /// The property that was passed to `update`.
  public let base: any UserProperty
  /// The full name: the property's own, unless a tracker on the way has renamed the property.
  public var name: String {
    get { identifier.text }
    set { identifier = IdentifierName(written: newValue) }
  }
  /// The name, with the places at which a style may cut it.
  var identifier: IdentifierName
  /// The operation: whether the update sets, adds, or removes the value.
  public internal(set) var operation: UserPropertyOperation
  /// The value to set or to add, or the ID of the group. The value is null for an unset, and for a group that the user
  /// leaves. The library has turned a value that services cannot store into text. Sensitive parts are only in
  /// ``sensitiveValue``.
  public var operand: TrackedValue {
    @inline(never) get { groupID ?? whole.split().shown }
    @inline(never) set {
      let made = TrackedProperty(key: PropertyKey(name), given: newValue)
      IssueReporter.current.reportFlaws(of: [made], at: location)
      if isGroup {
        groupID = made.value.split().shown
      } else if made.value != operand {
        // The sensitive part of a replaced value goes with it.
        whole = made.value
      }
    }
  }

  /// The ID of the group; `nil` if this is no group.
  private var groupID: TrackedValue?
  /// The whole value, or all traits of a group, including sensitive parts.
  var whole: TrackedValue {
    didSet {
      if isGroup, case .properties(let traits) = whole.split().shown { operation = .group(traits: traits) }
    }
  }
  /// The property's new value; null if it was removed. `nil` after ``UserPropertyOperation/setOnce`` and
  /// ``UserPropertyOperation/increment``, because only the service knows the result. So a tracker that ignores
  /// ``operation`` never sets a wrong value.
  @inline(never) public var value: TrackedValue? {
    switch operation {
    case .setOnce, .increment: nil
    case .set, .unset, .group: operand
    }
  }
  /// The sensitive part of the value, or of a group's traits, for a tracker that needs it; `nil` if there is none. If
  /// you set it, you replace the sensitive part inside the value.
  public var sensitiveValue: TrackedValue? {
    get { whole.split().sensitive }
    @inline(never) set {
      let shown = whole.split().shown
      whole = newValue.map { shown.joined(with: $0, asIn: whole) } ?? shown
    }
  }
  /// The time of the call of `update`.
  public let timestamp: Date
  /// The place in the code that called `update`.
  public let location: CodeLocation
  /// The system's stamp of the user; `nil` outside of a system.
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
    // A group without a type has its own issue.
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

  /// The operation, unless the value shows it, and the operand.
  package func text(_ written: (TrackedValue) -> String) -> String {
    (value == nil ? "\(operation) " : "") + written(operand)
  }
}

extension TrackedUserProperty: CustomReflectable {
  /// The values of the update without the property in `base`, whose fields may be sensitive.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": operand, "timestamp": timestamp]) }
}
